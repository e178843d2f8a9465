import { createHash } from 'node:crypto';

/** Shared by all test applications, so that roles and their passwords are created once for the whole run. */
export const encryptionKey = createHash('sha256').update('the key of the tests').digest();
export const jwtSecret = 'a secret of the tests, long enough to sign with';

/** Migrated once; every application gets a clone of it. */
export const templateName = 'atende_template';

export const superLogin = { email: 'super@plataforma.test', password: 'super-da-plataforma' };

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { assertSecretColumnDeclared, type SecretCodec } from './secret-columns.js';

const version = 'v1';

/**
 * Encrypts secrets in the database: AES-256-GCM with the row as additional authenticated data, so that a value copied to
 * another row or company cannot be decrypted.
 */
@Injectable()
export class SecretCipher implements SecretCodec {
  private readonly key: KeyObject;

  constructor(@Inject(AppConfig) config: Pick<AppConfig, 'encryptionKey'>) {
    this.key = createSecretKey(config.encryptionKey);
  }

  /**
   * @param context `table|company|id`, authenticated but not stored.
   * @throws when no `@Encrypted` and no `defineSecretColumn` covers the context
   */
  encrypt(text: string, context: string): string {
    assertSecretColumnDeclared(context);
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [
      version,
      iv.toString('base64url'),
      cipher.getAuthTag().toString('base64url'),
      encrypted.toString('base64url'),
    ].join('.');
  }

  /** @throws when the value was encrypted with another key or for another context */
  decrypt(value: string, context: string): string {
    const [found, iv = '', tag = '', encrypted = ''] = value.split('.');
    if (found !== version) throw new Error('Unknown form of a encrypted value');
    const decipher = createDecipheriv('aes-256-gcm', this.key, Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(context))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(encrypted, 'base64url')), decipher.final()]).toString('utf8');
  }

  /** A keyed hash of 64 hex characters, by which a secret can be looked up. */
  lookupHash(text: string): string {
    return createHmac('sha256', this.key).update(`lookup|${text}`).digest('hex');
  }
}

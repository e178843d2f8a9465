import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { PasswordHasher } from '../core/crypto/password-hasher.js';
import type { Db } from '../core/database/db.js';
import { createSuper } from '../demo/ensure-super.js';
import { Session } from '../modules/people/auth/session.entity.js';
import { TwoFactor } from '../modules/people/auth/two-factor.entity.js';
import { User } from '../modules/people/users/user.entity.js';
import { runAsPlatform } from './lib/run-as-platform.js';
import { CliError, runCommand } from './lib/run-command.js';

const usage = `Usage: npm run admin -- create-super <e-mail> [--company <name>]
       npm run admin -- reset-password <e-mail>
The password is ATENDE_PASSWORD (5 to 50 characters), or one is generated and shown once.
`;

const { values, positionals } = parseArgs({
  options: { company: { type: 'string', default: 'Atende' } },
  allowPositionals: true,
});
const [command, address] = positionals;
const email = address?.trim().toLowerCase();
const given = process.env['ATENDE_PASSWORD'];
const known = command === 'create-super' || command === 'reset-password';
if (!known || !email?.includes('@') || (given !== undefined && (given.length < 5 || given.length > 50))) {
  process.stderr.write(usage);
  process.exit(2);
}

await runCommand(async () => {
  const password = given ?? randomBytes(12).toString('base64url');
  const passwordHash = await new PasswordHasher().hash(password);
  const found = await runAsPlatform(async (db) => {
    if (command === 'reset-password') return resetPassword(db, email, passwordHash);
    await createSuper(db, { email, passwordHash, company: values.company });
    return true;
  });
  if (!found) throw new CliError(`No user has the e-mail ${email}.`);
  process.stdout.write(`${command}: ${email}${given === undefined ? `, password ${password}` : ''}\n`);
});

/** Ends every session of the user, of whatever company, and removes their second step: a lost phone is why people come here, too. */
async function resetPassword({ em }: Db, email: string, passwordHash: string): Promise<boolean> {
  const allCompanies = { filters: false } as const;
  const user = await em.findOne(User, { email }, allCompanies);
  if (!user) return false;
  user.passwordHash = passwordHash;
  user.twoFactor = false;
  await em.nativeDelete(TwoFactor, { userId: user.id }, allCompanies);
  const now = new Date();
  const open = { userId: user.id, endedAt: null };
  await em.nativeUpdate(Session, open, { endedAt: now, updatedAt: now }, allCompanies);
  return true;
}

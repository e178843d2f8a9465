import 'reflect-metadata';
import { AppConfig } from '../core/config/config.js';
import { environmentWithDotEnv, readEnvironment } from '../core/config/read-environment.js';
import { variables } from '../core/config/variables.js';
import { eraseSecrets, rotateKey } from './lib/rotate-key.js';
import { CliError, exitWithUsage, runCommand } from './lib/run-command.js';

const usage = `Usage: npm run rotate-key
       npm run rotate-key -- --key-lost
ENCRYPTION_KEY (or DATA_DIR/secrets.json) is the old key, ATENDE_NEW_KEY the new one; a key of secrets.json is replaced
there, and generated when none is given. --key-lost erases all values that were encrypted with another key than the set one.
`;
const lost = process.argv[2] === '--key-lost';
if (process.argv.length > (lost ? 3 : 2)) exitWithUsage(usage);

await runCommand(() => (lost ? forget() : rotate()));

async function forget(): Promise<void> {
  await eraseSecrets(AppConfig.load());
  process.stdout.write(
    'The values encrypted with the lost key are erased: enter the credentials of disconnected connections again.\n',
  );
}

async function rotate(): Promise<void> {
  const environment = environmentWithDotEnv();
  const kept = readEnvironment(environment).values.ENCRYPTION_KEY === undefined;
  const config = AppConfig.load(environment);
  const { reencrypted, alreadyRotated: already } = await rotateKey(
    config,
    newKey(environment['ATENDE_NEW_KEY']?.trim()),
    kept,
  );
  process.stdout.write(`${reencrypted} values have the new key${already > 0 ? `, ${already} had it before` : ''}.\n`);
  process.stdout.write(
    kept
      ? `It is in ${config.dataDir}/secrets.json: keep a copy apart from the data.\n`
      : 'Set ENCRYPTION_KEY to the new key before the next start.\n',
  );
}

function newKey(text: string | undefined): Buffer | undefined {
  if (!text) return undefined;
  try {
    return variables.ENCRYPTION_KEY.parse(text);
  } catch (error) {
    throw new CliError(`ATENDE_NEW_KEY ${(error as Error).message}.`);
  }
}

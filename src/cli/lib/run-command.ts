import { ConfigError } from '../../core/config/read-environment.js';

/** An error for the terminal; printed without a stack. */
export class CliError extends Error {
  override readonly name = 'Refusal';
}

/** Runs a program; exits with 0, or with 1 and the reason. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const known = error instanceof CliError || error instanceof ConfigError;
    const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

/** Ends a program with wrong arguments. */
export function exitWithUsage(usage: string): never {
  process.stderr.write(usage);
  process.exit(2);
}

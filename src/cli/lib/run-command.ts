import { ConfigError } from '../../core/config/config.js';

/** Something that the person at the terminal has to know; printed without a stack. */
export class CliError extends Error {
  override readonly name = 'Refusal';
}

/** Runs a program of the command line: 0 when it did what it should, 1 with the reason when not. */
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

/** Ends a program that was called wrongly. */
export function exitWithUsage(usage: string): never {
  process.stderr.write(usage);
  process.exit(2);
}

import 'reflect-metadata';
import { checkInvariants, violationTable } from './lib/invariants.js';
import { runAsPlatform } from './lib/run-as-platform.js';
import { runCommand } from './lib/run-command.js';

/** `npm run invariants`: checks the consistency of the data; exits with 1 and a table of violations. */
await runCommand(async () => {
  const started = performance.now();
  const violations = await runAsPlatform((db) => checkInvariants(db));
  if (violations.length === 0) {
    process.stdout.write(`Every invariant holds (${Math.round(performance.now() - started)} ms).\n`);
    return;
  }
  process.stdout.write(`${violations.map(violationTable).join('\n')}`);
  process.exitCode = 1;
});

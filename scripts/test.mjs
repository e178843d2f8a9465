import './lib/root.mjs';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { endWithNpm, ensureBuilt, run } from './lib/processes.mjs';

/** Jest with its summary and one plain line; browser tests need the built server and admin, unit specs do not. */
endWithNpm();
const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('-'));
const unitsOnly = paths.length > 0 && paths.every((path) => /^(\.\/)?(src|admin\/src)\//.test(path));
if (!unitsOnly) await ensureBuilt('server', 'admin');

const results = 'test-results/jest.json';
mkdirSync('test-results', { recursive: true });
rmSync(results, { force: true });
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const code = await run(
  process.execPath,
  [...flags, 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${results}`, ...args],
  {
    env: { ...process.env, NODE_ENV: 'test' },
  },
);

if (existsSync(results)) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
  // A file that does not even load has failed, though none of its tests ran.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
  process.stdout.write(`${numPassedTests} passed, ${numFailedTests + broken} failed${skipped}\n`);
}
process.exitCode = code;

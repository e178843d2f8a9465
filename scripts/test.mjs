import './lib/root.mjs';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { endWithNpm, ensureBuilt, run } from './lib/processes.mjs';

/**
 * Jest with its summary and one plain line. Tests that start and kill whole processes run one after the other, beside
 * all others; browser tests need the built server and admin, the order of the modules the types of the API, unit specs none.
 */
endWithNpm();
const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('-'));
const unitsOnly = paths.length > 0 && paths.every((path) => /^(\.\/)?(src|admin\/src)\//.test(path));
if (!unitsOnly) await ensureBuilt('server', 'api', 'admin');

mkdirSync('test-results', { recursive: true });
const jest = ['--import', './scripts/lib/typescript-hooks.mjs', 'node_modules/jest/bin/jest.js', '--json'];

/** Answers the exit code of jest and the numbers of its tests. */
async function test(name, more, stdio = 'inherit') {
  const results = `test-results/${name}.json`;
  rmSync(results, { force: true });
  const env = { ...process.env, NODE_ENV: 'test' };
  const code = await run(process.execPath, [...jest, `--outputFile=${results}`, ...more], { env, stdio });
  if (!existsSync(results)) return { code, passed: 0, failed: 0, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
  // A file that does not even load has failed, though none of its tests ran.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return { code, passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests };
}

/** The tests of whole processes; what they print follows at their end. */
async function testProcesses() {
  const log = 'test-results/processes.log';
  const file = openSync(log, 'w');
  const result = await test('processes', ['--runInBand', ...args, 'test/processes/'], ['ignore', file, file]);
  process.stdout.write(readFileSync(log));
  return result;
}

const results = await Promise.all(
  paths.length > 0
    ? [test('jest', args)]
    : [test('jest', ['--testPathIgnorePatterns', '/test/processes/', ...args]), testProcesses()],
);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exitCode = Math.max(...results.map(({ code }) => code));

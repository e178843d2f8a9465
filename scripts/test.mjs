import './lib/root.mjs';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import chromium from '@sparticuz/chromium';
import { endWithNpm, ensureBuilt, run } from './lib/processes.mjs';

/**
 * Jest with its summary and one plain line. Tests that start and kill whole processes run one after the other, beside
 * all others; browser tests need the built server and admin, the order of the modules the types of the API, unit specs and flows none.
 * Chromium is unpacked before: a worker that starts it while another one unpacks it fails with ETXTBSY.
 */
endWithNpm();
const args = process.argv.slice(2);
/** Takes an option of ours out of the arguments; the others are jest's. */
function take(name, values = 0) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, values + 1)[values];
}
/** Skipped tests fail the run. */
const noSkips = take('--no-skips') !== undefined;
/** How often the given files are run, until one fails. */
const repetitions = Number(take('--repeat', 1) ?? 1);
const paths = args.filter((arg) => !arg.startsWith('-'));
/** Unit specs and flows run from the sources; a flow that starts a process of the built server builds it by itself. */
const fromSources = paths.length > 0 && paths.every((path) => /^(\.\/)?(src|admin\/src|test\/flows)\//.test(path));
if (!fromSources) await Promise.all([ensureBuilt('server', 'api', 'admin'), chromium.executablePath()]);

mkdirSync('test-results', { recursive: true });
const jest = ['--import', './scripts/lib/typescript-hooks.mjs', 'node_modules/jest/bin/jest.js', '--json'];

/** Answers the exit code of jest and, for each spec file, the numbers of its tests. */
async function test(name, more, stdio = 'inherit') {
  const results = `test-results/${name}.json`;
  rmSync(results, { force: true });
  const env = { ...process.env, NODE_ENV: 'test' };
  const code = await run(process.execPath, [...jest, `--outputFile=${results}`, ...more], { env, stdio });
  if (!existsSync(results)) return { code, files: [] };
  return { code, files: JSON.parse(readFileSync(results, 'utf8')).testResults.map(numbersOfFile) };
}

function numbersOfFile({ name, status, assertionResults }) {
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
  // A file that does not even load has failed, though none of its tests ran.
  const broken = status === 'failed' && count('failed') === 0 ? 1 : 0;
  const skipped = assertionResults.filter((test) => test.status === 'pending').map(({ fullName }) => fullName);
  return { name, passed: count('passed'), failed: count('failed') + broken, skipped };
}

/** One file after the other. A client's socket, whose server was killed, may be open at the end, and nobody waits for it. */
const inTurn = ['--runInBand', '--forceExit'];

/** The tests of whole processes; what they print follows at their end. */
async function testProcesses() {
  const log = 'test-results/processes.log';
  const file = openSync(log, 'w');
  const result = await test('processes', [...inTurn, ...args, 'test/processes/'], ['ignore', file, file]);
  process.stdout.write(readFileSync(log));
  return result;
}

/** Runs a few failed files once more, one after the other and with nothing beside them. What passes then was the load's. */
async function testAgain(failed) {
  process.stdout.write(`\nOnce more, alone:\n${failed.map(({ name }) => relative('.', name)).join('\n')}\n`);
  return test('again', [...inTurn, '--runTestsByPath', ...failed.map(({ name }) => name)]);
}

/** @returns the numbers of every repetition */
async function testPaths() {
  const results = [];
  for (let run = 1; run <= repetitions && results.every(({ code }) => code === 0); run += 1) {
    if (repetitions > 1) process.stdout.write(`\nRun ${run} of ${repetitions}\n`);
    results.push(await test('jest', args));
  }
  return results;
}

const runs = await Promise.all(
  paths.length > 0
    ? await testPaths()
    : [test('jest', ['--testPathIgnorePatterns', '/test/processes/', ...args]), testProcesses()],
);
const failedFiles = runs.flatMap(({ files }) => files.filter(({ failed }) => failed > 0));
if (paths.length === 0 && failedFiles.length > 0 && failedFiles.length <= 16) {
  const again = await testAgain(failedFiles);
  for (const first of runs) {
    const others = first.files.filter((file) => !failedFiles.includes(file));
    // jest also fails without a failed file, when one of its processes ends
    if (others.length < first.files.length) first.code = 0;
    first.files = others;
  }
  runs.push(again);
}
const files = runs.flatMap((result) => result.files);
const sum = (key) => files.reduce((total, file) => total + file[key], 0);
const skipped = files.flatMap((file) => file.skipped.map((test) => `${relative('.', file.name)}: ${test}`));
// of given files, those that -t leaves out count as skipped, too
if (skipped.length > 0 && paths.length === 0) process.stdout.write(`\nSkipped:\n${skipped.join('\n')}\n`);
const more = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${more}\n`);
process.exitCode = Math.max(...runs.map(({ code }) => code), noSkips && skipped.length > 0 ? 1 : 0);

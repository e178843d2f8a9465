import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import jestCircus from 'jest-circus/runner';
import { ModuleMocker } from 'jest-mock';

const require = createRequire(import.meta.url);
const circusFolder = join(dirname(require.resolve('jest-circus/package.json')), 'build');
const globals = 'afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test';
/** jest-worker's message that no file follows. What the spec files of a worker share would keep its process alive. */
const endOfWorker = 2;

globalThis.jest = new ModuleMocker(globalThis);
process.setSourceMapsEnabled(true);
process.on('message', ([type]) => {
  if (type === endOfWorker) process.exit();
});

registerHooks({
  resolve(specifier, context, next) {
    // each spec file gets the globals of its own run
    if (specifier === '@jest/globals')
      return { url: `jest-globals:${context.parentURL}`, format: 'module', shortCircuit: true };
    const found = next(specifier, context);
    const [, isolated] = context.parentURL?.split('?isolated=') ?? [];
    return isolated && /\.tsx?$/.test(found.url) ? { ...found, url: `${found.url}?isolated=${isolated}` } : found;
  },
  load(url, context, next) {
    if (!url.startsWith('jest-globals:')) return next(url, context);
    return { format: 'module', source: `export const { ${globals} } = globalThis`, shortCircuit: true };
  },
});

/**
 * Runs a spec file by jest-circus in plain Node instead of jest's module system: what one spec file imports stays loaded
 * for the next one of the same worker, so that the application is compiled, loaded and started once and not once a file.
 * A spec file that begins with `// @isolated` gets our modules anew. `onTestFailure` is what a spec file's support
 * has to show of a failure, while it lasts.
 */
export default async function runInNode(globalConfig, config, environment, _runtime, path, sendMessageToJest) {
  // jest-circus keeps the tests it collected beside its code
  for (const file of Object.keys(require.cache)) if (file.startsWith(circusFolder)) delete require.cache[file];
  const query = readFileSync(path, 'utf8').startsWith('// @isolated') ? `?isolated=${encodeURIComponent(path)}` : '';
  globalThis.console = environment.global.console;
  globalThis.onTestFailure = undefined;
  const handleTestEvent = async ({ name }) => {
    if (name === 'test_fn_failure') await globalThis.onTestFailure?.();
  };
  // jest's own reads the source maps of its module system only
  Error.prepareStackTrace = undefined;
  const runtime = {
    requireInternalModule: require,
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(pathToFileURL(file).href + query),
  };
  try {
    return await jestCircus.default(
      globalConfig,
      config,
      { global: globalThis, handleTestEvent },
      runtime,
      path,
      sendMessageToJest,
    );
  } finally {
    globalThis.jest.restoreAllMocks();
  }
}

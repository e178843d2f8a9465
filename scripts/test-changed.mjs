import './lib/root.mjs';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { run } from './lib/processes.mjs';

/**
 * Runs the spec files of what differs from a commit (HEAD, or the given one), for the minute before the next commit:
 * those in the folder of a module that changed, that import from it or are named after it; without any, those that call its
 * routes or open its page. What they do not reach is left to `npm test`.
 */
const [base = 'HEAD'] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];

const specs = globSync(['src/**/*.spec.ts', 'admin/src/**/*.spec.{ts,tsx}', 'test/**/*.spec.ts']).map((path) => {
  return { path, name: basename(path).replace(/\.spec\.tsx?$/, ''), text: readFileSync(path, 'utf8') };
});

const moduleFolder = /^(?:src\/modules\/[\w-]+|src\/core|admin\/src\/features\/[\w-]+|admin\/src\/\w+)\/([\w-]+)\//;

/** The module of a changed file: its folder and name, or a file of its own. */
function moduleOf(file) {
  const [folder, name] = moduleFolder.exec(file) ?? [];
  return folder ? { folder, name } : { folder: file.replace(/\.tsx?$/, ''), name: undefined };
}

function routesOf({ folder, name }) {
  const controllers = globSync(`${folder}**/*.controller.ts`).map((file) => readFileSync(file, 'utf8'));
  const declared = controllers.flatMap((text) =>
    [...text.matchAll(/@Controller\('([\w-]+)/g)].map(([, route]) => route),
  );
  return [...new Set([...declared, name])];
}

function specsOf(module) {
  // specs import by relative paths: of `src/modules/contacts/tags/` they say `modules/contacts/tags/`
  const imported = module.folder.replace(/^(?:test|src|admin\/src)\//, '');
  const stem = module.name?.replace(/s$/, '');
  const own = specs.filter(
    ({ path, name, text }) =>
      path.startsWith(module.folder) || text.includes(`/${imported}`) || (stem !== undefined && name.startsWith(stem)),
  );
  if (own.length > 0 || module.name === undefined) return own;
  const calls = new RegExp(`['"\`]/(?:${routesOf(module).join('|')})\\b`);
  return specs.filter(({ text }) => calls.test(text));
}

const modules = new Map(changed.map((file) => [moduleOf(file).folder, moduleOf(file)]));
const found = [...new Set([...modules.values()].flatMap(specsOf).map(({ path }) => path))];
process.stdout.write(
  found.length > 0
    ? `${found.length} spec files of ${modules.size} changed modules and files\n`
    : 'No spec file belongs to what changed\n',
);
if (found.length > 0)
  process.exitCode = await run(process.execPath, ['scripts/test.mjs', '--runTestsByPath', ...found]);

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { moduleVariables } from '../../src/core/config/variable.js';
import { variables } from '../../src/core/config/variables.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Folders of the repository that hold what its pages name. */
const ours = '{admin,bench,deploy,docs,migrations,scripts,src,test}';
const isOther = (path: string): boolean => /(^|\/)(node_modules|dist)(\/|$)/.test(path);
const paths = globSync([`${ours}/**`, '*', '.*', '.ci/*'], { cwd: root, exclude: isOther });
const folders = new Set(paths.filter((path) => !path.includes('.')).map((path) => basename(path)));
const pages = globSync(['README*.md', 'docs/*.md', 'docs/adr/*.md'], { cwd: root });

const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];
const code = paths.filter((path) => /\.(tsx?|[mc]?js|json)$/.test(path) && path !== 'package-lock.json');
const words = new Set(
  code.filter((path) => !path.endsWith('/documents.spec.ts')).flatMap((path) => wordsOf(read(path))),
);
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

for (const file of globSync('src/**/*.variables.ts', { cwd: root })) await import(join(root, file));
const declared = [...Object.keys(variables), ...moduleVariables.keys()];
/** Variables of containers, of the programs of npm and of the tests. */
const ofPrograms = [
  ...['compose.yaml', 'Dockerfile', 'package.json', ...globSync('deploy/*', { cwd: root })].flatMap((path) =>
    wordsOf(read(path)),
  ),
  ...code.flatMap((path) =>
    [...read(path).matchAll(/(?:process\.env|environment)(?:\.|\[')(\w+)/g)].map(([, name = '']) => name),
  ),
];
const environment = new Set([...declared, ...ofPrograms]);

/** Files of the build, the operator or a backup; arguments of commands; paths of other servers; names of other systems, and absent ones. */
const notOurs = new Set([
  ...['deploy/atende.env', 'tables/<name>.copy.gz', 'media.jsonl.gz', 'behaviour.md', 'contacts/suppliers'],
  ...['src/modules/contacts/suppliers', 'campaigns/filter', 'sms/balance', 'PGPASSWORD', 'ERR_RESTORED', '--build-arg'],
  ...['readX', 'parseX', 'innerHTML', 'pdfViewerEnabled', 'CPUWeight', 'EnsureRequestContext', 'fetchSockets'],
  ...['themePalette', 'fileUploaded', 'getKysely', 'pg_last_xact_replay_timestamp'],
]);

/** Spans and blocks of code, each with the lines it stands on. */
const codesOf = (page: string): string[] =>
  [...page.matchAll(/```[^\n]*\n([\s\S]*?)```|``([^\n]+?)``|`([^`\n]+)`/g)].map(
    ([, block, double, span]) => block ?? double ?? span ?? '',
  );

const extension = /\.(?:tsx?|mjs|md|ya?ml|conf|html|svg|png|example|gz)$/;
const isPath = (token: string): boolean =>
  /^[\w.*]/.test(token) &&
  !/[:…]|\{[^,]*\}|^(dist|data|node_modules)\//.test(token) &&
  (extension.test(token) || (/^[\w-]+\//.test(token) && folders.has(token.split('/')[0] ?? '')));

const alternatives = (path: string): string[] => {
  const [group = '', list] = /\{([^{}]*,[^{}]*)\}/.exec(path) ?? [];
  return list === undefined ? [path] : list.split(',').flatMap((each) => alternatives(path.replace(group, each)));
};

/** Paths may leave out their beginning and, for code, their extension. */
function exists(path: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/<[^>]*>/g, '*')
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  const ends = new RegExp(`(^|/)${pattern}(\\.(spec\\.ts|tsx?|mjs))?$`);
  return paths.some((each) => ends.test(each));
}

/** The text of a script of package.json and of the files beside its program, where its options are read. */
function programOf(script: string): string {
  const command = scripts[script];
  const program = command && / (?:scripts\/run\.mjs (?=cli\/))?([\w./-]+)$/.exec(command)?.[1];
  if (!program) return command ?? '';
  const folder = join(program.startsWith('cli/') ? 'src' : '', program, '..');
  return [command, ...globSync(`${folder}/**/*.{ts,mjs}`, { cwd: root }).map(read)].join('\n');
}

/** What a page names and the repository does not have. */
function faultsOf(page: string): string[] {
  const codes = codesOf(page);
  const faults = codes.flatMap((each) => [
    ...each
      .split(/[\s'"()`;=]+|,(?![^{}]*\})/)
      .map((token) => token.replace(/^\.\//, '').replace(/[.,:]$/, ''))
      .filter((token) => isPath(token) && !alternatives(token).every(exists)),
    ...[...each.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, script = '']) => scripts[script] === undefined)
      .map(([command]) => command),
    ...(each.match(/(?<![\w$-])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []).filter(
      (name) => !environment.has(name) && !words.has(name),
    ),
    ...[...each.matchAll(/(?<![\w&?-])([A-Z][A-Z0-9_]{2,})=/g)]
      .map(([, name = '']) => name)
      .filter((name) => !environment.has(name) && !page.includes(`$${name}`)),
  ]);
  for (const line of page.split('\n')) {
    const commands = [...line.matchAll(/npm (?:run )?(?:--silent )?(test|start|[\w:-]+)(?: -- ([a-z][\w-]*))?/g)];
    const programs = commands.map(([, script = '']) => programOf(script)).join('\n');
    const takes = (option: string): boolean =>
      new RegExp(`${option}(?![\\w-])|\\b${option.slice(2)}'?: \\{`).test(programs);
    const knows = (program: string): boolean => new RegExp(`\\b${program}:|'${program}'`).test(programs);
    const options = codesOf(line.startsWith('npm ') ? `\`${line}\`` : line).flatMap(
      (each) => each.match(/(?<![\w-])--[a-z][\w-]+/g) ?? [],
    );
    if (programs) faults.push(...options.filter((option) => !takes(option)));
    for (const [command, script, first] of commands)
      if ((script === 'faults' || script === 'admin') && first && !knows(first)) faults.push(command);
  }
  const names = codesOf(page.replaceAll(/```[\s\S]*?```/g, '')).flatMap((each) => [
    ...(each.match(/(?<![\w-])[A-Za-z]*[a-z][A-Z]\w*/g) ?? []),
    ...[...each.matchAll(/^@?([A-Za-z]\w*)\(/g)].map(([, name = '']) => name),
  ]);
  faults.push(...names.filter((name) => !words.has(name)));
  return [...new Set(faults)].filter((each) => !notOurs.has(each));
}

test.each(pages)('paths, commands, variables and names in %s exist', (page) => {
  expect(faultsOf(read(page))).toEqual([]);
});

/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('links of %s lead somewhere', (page) => {
  for (const [link, path, anchor] of read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
    const target = path ? join(page, '..', path) : page;
    expect([link, paths.includes(target)]).toEqual([link, true]);
    if (anchor) expect([link, anchorsOf(read(target)).includes(anchor)]).toEqual([link, true]);
  }
});

test.each([
  ['a path', 'see `src/core/database/nowhere.ts`', 'src/core/database/nowhere.ts'],
  ['the end of a path', '`tickets/lifecycle/nowhere.service.ts`', 'tickets/lifecycle/nowhere.service.ts'],
  ['a file name', '`no-such-status.service.ts`', 'no-such-status.service.ts'],
  ['a folder', '`modules/nowhere`', 'modules/nowhere'],
  ['one of two', '`core/{database,nowhere}/`', 'core/{database,nowhere}/'],
  ['a pattern', '`*.nothings.ts`', '*.nothings.ts'],
  ['a script', '```sh\nnpm run nothing\n```', 'npm run nothing'],
  ['an option', '`npm run backup -- --nowhere /mnt`', '--nowhere'],
  ['an option that is the beginning of one', '`npm run faults -- burst --kill`', '--kill'],
  ['a program of a script', '`npm run faults -- nothing`', 'npm run faults -- nothing'],
  ['a variable', 'set `DATABASE_NOWHERE`', 'DATABASE_NOWHERE'],
  ['a variable with a value', '```sh\nNOWHERE=1 npm start\n```', 'NOWHERE'],
  ['a class', '`TicketNowhere.finish`', 'TicketNowhere'],
  ['a decorator', '`@Nowhere()`', 'Nowhere'],
])('%s that does not exist is found', (_, page, fault) => {
  expect(faultsOf(page)).toEqual([fault]);
});

test('what exists is no fault', () => {
  const page =
    '`src/app.module.ts`, `*.queries.ts`, `core/{jobs,events}/`, `npm run backup -- --keep 14`, `PORT`, `Db.runAs(1)`';
  expect(faultsOf(page)).toEqual([]);
});

/** Blocks of a page that stand in one file of the folder named before them, where `…` leaves something out. */
function copiesOf(page: string): { block: string; folder: string }[] {
  return [...page.matchAll(/From `([^`\n]+)`, as it is\.([\s\S]*?)(?=\n#|$)/g)].flatMap(([, folder = '', text = '']) =>
    [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => ({ block, folder })),
  );
}

const stands = ({ block, folder }: { block: string; folder: string }): boolean => {
  const pattern = new RegExp(block.replace(/[.+?*^$(){}|[\]\\]/g, '\\$&').replaceAll('…', '[^;]*?'));
  return globSync(`${folder}/**/*.ts`, { cwd: root }).some((path) => pattern.test(read(path)));
};

test('code that the architecture page shows as it is stands so in its folder', () => {
  const copies = copiesOf(read('docs/ARCHITECTURE.md'));
  expect(copies.length).toBeGreaterThan(2);
  expect(copies.filter((copy) => !stands(copy))).toEqual([]);
  const [first = { block: '', folder: '' }] = copies;
  expect(stands({ ...first, block: first.block.replace('name!', 'title!') })).toBe(false);
});

const readmes = ['README.md', 'README.en.md'] as const;
const cellsOf = (page: string): string[] =>
  page.split('\n').flatMap((line) => (line.startsWith('| ') ? codesOf(line.split(' | ')[0] ?? '') : []));

test('both READMEs have every variable and every command', () => {
  expect(declared.length).toBeGreaterThan(30);
  // parts of `npm run check`
  const commands = Object.keys(scripts).filter((name) => !name.startsWith('check:'));
  for (const readme of readmes) {
    const named = cellsOf(read(readme)).flatMap((cell) => /^npm (?:run )?([\w:-]+)/.exec(cell)?.[1] ?? []);
    const words = new Set(codesOf(read(readme)).flatMap(wordsOf));
    expect([readme, declared.filter((name) => !words.has(name))]).toEqual([readme, []]);
    expect([readme, commands.filter((name) => !named.includes(name))]).toEqual([readme, []]);
  }
});

test('both READMEs name the same', () => {
  const [portuguese, english] = readmes.map((readme) =>
    codesOf(read(readme).replaceAll(/<(?!http)[^>]*>|\{[^}]*\}/g, '<>'))
      .filter((each) => !/\s--?\s|\n/.test(each))
      .map((each) => each.replace(/midias/, 'media'))
      .toSorted(),
  );
  expect(english).toEqual(portuguese);
});

test('every program of faults is named', () => {
  const [, keys = ''] =
    /const programs:[^=]*=> Promise<Checks\[\]>>> = \{\n([\s\S]*?)\n\};/.exec(read('test/faults/run.ts')) ?? [];
  const programs = [...keys.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(programs.length).toBeGreaterThan(10);
  for (const page of [...readmes, 'docs/operations.md']) {
    const named = new Set(codesOf(read(page)).flatMap(wordsOf));
    expect([page, programs.filter((name = '') => !named.has(name))]).toEqual([page, []]);
  }
});

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { variables } from '../../src/core/config/variables.js';

const root = join(import.meta.dirname, '../..');
/** Folders of the repository that hold what its pages name. */
const ours = '{admin,bench,deploy,docs,migrations,scripts,src,test}';
const isOther = (path: string): boolean => /(^|\/)(node_modules|dist)(\/|$)/.test(path);
const paths = globSync([`${ours}/**`, '*', '.*', '.ci/*'], { cwd: root, exclude: isOther });
const isText = (path: string): boolean => /\.(tsx?|[mc]?js|json|ya?ml|md)$|^deploy\/.|^Dockerfile$/.test(path);
const texts = new Map(
  paths
    .filter((path) => isText(path) && path !== 'package-lock.json')
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const read = (path: string): string => texts.get(path) ?? '';
const pages = [...texts.keys()].filter((path) => /^(README[^/]*|docs\/.*)\.md$/.test(path));
const code = [...texts].filter(([path]) => /\.(tsx?|[mc]?js|json)$/.test(path) && !path.endsWith('/documents.spec.ts'));

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([all, part]) => part ?? all);
const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
const folders = new Set(paths.filter((path) => !path.includes('.')).map((path) => basename(path)));
/** Pages may leave out the beginning of a path and, for code, its extension. */
const ends = new Set(
  paths
    .flatMap((path) => [path, path.replace(/\.(tsx?|mjs)$/, ''), path.replace(/\.spec\.ts$/, '')])
    .flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(index).join('/'))),
);

const declared = [
  ...Object.keys(variables),
  ...code.flatMap(([path, text]) => (path.startsWith('src/') ? matches(text, /\bdefineVariable\(\s*'(\w+)'/g) : [])),
];
/** Also variables of containers, of the programs of npm and of the tests. */
const environment = new Set([
  ...declared,
  ...[...texts].flatMap(([path, text]) => (/^(deploy\/|compose|Docker|package\.)/.test(path) ? wordsOf(text) : [])),
  ...code.flatMap(([, text]) => matches(text, /(?:process\.env|environment)(?:\.|\[')(\w+)/g)),
]);
const words = new Set([...environment, ...code.flatMap(([, text]) => [...new Set(wordsOf(text))])]);

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

function exists(path: string): boolean {
  const wanted = path.replace(/\/$/, '').replace(/<[^>]*>/g, '*');
  if (!wanted.includes('*')) return ends.has(wanted);
  const pattern = new RegExp(`^${wanted.split('*').map(RegExp.escape).join('[^/]*')}$`);
  return [...ends].some((each) => pattern.test(each));
}

/** The text of a script of package.json and of the files beside its program, where its options are read. */
function programOf(script: string): string {
  const command = scripts[script] ?? '';
  const [, cli, file] = / (?:scripts\/run\.mjs (cli\/)[\w-]+|([\w./-]+\.(?:ts|mjs)))$/.exec(command) ?? [];
  const folder = cli ? 'src/cli/' : file && `${dirname(file)}/`;
  return [command, ...code.filter(([path]) => folder && path.startsWith(folder)).map(([, text]) => text)].join('\n');
}

/** Options that the programs of a line do not take, and names that `faults` and `admin` do not know. */
function faultsOfLine(line: string): string[] {
  const commands = [...line.matchAll(/npm (?:run )?(?:--silent )?(test|start|[\w:-]+)(?: -- ([a-z][\w-]*))?/g)];
  const programs = commands.map(([, script = '']) => programOf(script)).join('\n');
  const isIn = (pattern: string): boolean => new RegExp(pattern).test(programs);
  const options = codesOf(line.startsWith('npm ') ? `\`${line}\`` : line).flatMap((each) =>
    matches(each, /(?<![\w-])--[a-z][\w-]+/g),
  );
  return [
    ...options.filter((option) => programs && !isIn(`${option}(?![\\w-])|\\b${option.slice(2)}'?: \\{`)),
    ...commands
      .filter(([, script, name]) => /^(faults|admin)$/.test(script ?? '') && name && !isIn(`\\b${name}:|'${name}'`))
      .map(([command]) => command),
  ];
}

/** What a page names and the repository does not have. */
function faultsOf(page: string): string[] {
  const codes = codesOf(page);
  const tokens = codes.flatMap((each) => each.split(/[\s'"()`;=]+|,(?![^{}]*\})/));
  const assigned = codes.flatMap((each) => matches(each, /(?<![\w&?-])([A-Z][A-Z0-9_]{2,})=/g));
  const names = [
    ...codes.flatMap((each) => matches(each, /(?<![\w$-])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g)),
    ...codesOf(page.replaceAll(/```[\s\S]*?```/g, '')).flatMap((each) => [
      ...matches(each, /(?<![\w-])[A-Za-z]*[a-z][A-Z]\w*/g),
      ...matches(each, /^@?([A-Za-z]\w*)\(/g),
    ]),
  ];
  const faults = [
    ...tokens
      .map((token) => token.replace(/^\.\//, '').replace(/[.,:]$/, ''))
      .filter((token) => isPath(token) && !alternatives(token).every(exists)),
    ...codes
      .flatMap((each) => [...each.matchAll(/npm run (?:--silent )?([\w:-]+)/g)])
      .flatMap(([command, script = '']) => (script in scripts ? [] : [command])),
    ...assigned.filter((name) => !environment.has(name) && !page.includes(`$${name}`)),
    ...page.split('\n').flatMap(faultsOfLine),
    ...names.filter((name) => !words.has(name)),
  ];
  return [...new Set(faults)].filter((each) => !notOurs.has(each));
}

test.each(pages)('paths, commands, variables and names in %s exist', (page) => {
  expect(faultsOf(read(page))).toEqual([]);
});

/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  matches(page.toLowerCase(), /^#+ (.+)$/gm).map((each) => each.replace(/[^\p{L}\d _-]/gu, '').replaceAll(' ', '-'));

test.each(pages)('links of %s lead somewhere', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  const broken = links.filter(([, path, anchor]) => {
    const target = path ? join(page, '..', path) : page;
    return !paths.includes(target) || (anchor && !anchorsOf(read(target)).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
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

/** Whether a block, in which `…` leaves something out, stands in a file of the folder. */
function stands(block: string, folder: string): boolean {
  const pattern = new RegExp(block.split('…').map(RegExp.escape).join('[^;]*?'));
  return code.some(([path, text]) => path.startsWith(`${folder}/`) && pattern.test(text));
}

test('code that the architecture page shows as it is stands so in its folder', () => {
  const [, folder = '', text = ''] =
    /From `([^`\n]+)`, as it is\.([\s\S]*?)(?=\n#|$)/.exec(read('docs/ARCHITECTURE.md')) ?? [];
  const blocks = matches(text, /```ts\n([\s\S]*?)```/g);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.filter((block) => !stands(block, folder))).toEqual([]);
  expect(stands(blocks[0]?.replace('name!', 'title!') ?? '', folder)).toBe(false);
});

const readmes = ['README.md', 'README.en.md'];
const missingIn = (page: string, names: readonly string[]): string[] => {
  const named = new Set(codesOf(read(page)).flatMap(wordsOf));
  return names.filter((name) => !named.has(name));
};

test.each(readmes)('%s has every variable and every command', (readme) => {
  expect(declared.length).toBeGreaterThan(30);
  expect(missingIn(readme, declared)).toEqual([]);
  const cells = matches(read(readme), /^\| (.+?) \| /gm).flatMap(codesOf);
  const commands = new Set(cells.flatMap((cell) => matches(cell, /^npm (?:run )?([\w:-]+)/g)));
  // `check:…` are parts of `npm run check`
  expect(Object.keys(scripts).filter((name) => !name.startsWith('check:') && !commands.has(name))).toEqual([]);
});

test.each([...readmes, 'docs/operations.md'])('%s has every program of faults', (page) => {
  const [list = ''] = /const programs:[\s\S]*?\n\};/.exec(read('test/faults/run.ts')) ?? [];
  const programs = matches(list, /^ {2}(\w+):/gm);
  expect(programs.length).toBeGreaterThan(10);
  expect(missingIn(page, programs)).toEqual([]);
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

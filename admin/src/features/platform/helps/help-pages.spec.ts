import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpFor, helpGroups, visibleHelp } from './help-pages';

const root = process.cwd();
const languages = ['pt', 'en', 'es'] as const;
const slugs: readonly string[] = helpGroups.flatMap(({ pages }) => pages.map(({ slug }) => slug));

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);

/** What screens show in a language: the texts of the admin, and those of the server's labels. */
function screenTexts(language: (typeof languages)[number]): string[] {
  const admin = globSync(`admin/src/i18n/${language}/*.json`, { cwd: root }).flatMap((file) =>
    textsOf(JSON.parse(readFileSync(join(root, file), 'utf8'))),
  );
  const literal = String.raw`'((?:[^'\\]|\\.)*)'`;
  const triple = new RegExp(String.raw`\b(?:t|feature)\(\s*${[literal, literal, literal].join(String.raw`,\s*`)}`, 'g');
  const server = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(triple)].map((match) => match[1 + languages.indexOf(language)]),
  );
  return [...admin.flatMap((text) => text.split(' |||| ')), ...server.flatMap((text) => text ?? [])];
}

/** Matches what a text shows; of one that is filled in also the part before what is filled in. */
function shownBy(text: string): string[] {
  const [before = ''] = text.split(/%\{\w+\}/);
  return [text, before.replace(/[\s(:“"]+$/, '')];
}

test.each(languages)('every page has a text in %s, and there are no others', (language) => {
  expect(readdirSync(join(import.meta.dirname, 'texts', language)).toSorted()).toEqual(
    slugs.map((slug) => `${slug}.md`).toSorted(),
  );
});

test.each(languages)('what pages print in bold is what screens show, in %s', (language) => {
  const shown = new Set(screenTexts(language).flatMap(shownBy));
  const unknown = slugs.flatMap((slug) => {
    const text = readFileSync(join(import.meta.dirname, 'texts', language, `${slug}.md`), 'utf8');
    return [...text.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, name = '']) => (shown.has(name) ? [] : `${slug}: ${name}`));
  });
  expect(unknown).toEqual([]);
});

test('links lead to pages and screens that there are', () => {
  const screens = new Set<string>(
    helpGroups.flatMap(({ pages }) => pages.flatMap((page): readonly string[] => page.screens)),
  );
  const broken = languages.flatMap((language) =>
    slugs.flatMap((slug) => {
      const text = readFileSync(join(import.meta.dirname, 'texts', language, `${slug}.md`), 'utf8');
      return [...text.matchAll(/\]\(([^)]+)\)/g)].flatMap(([, to = '']) =>
        screens.has(to) || slugs.includes(to.replace(/^\/help\//, '')) ? [] : `${language}/${slug}: ${to}`,
      );
    }),
  );
  expect(broken).toEqual([]);
});

test('a menu decides which pages there are, and the address which of them is meant', () => {
  const attendant = visibleHelp(new Set(['/tickets', '/quick-messages']));
  expect(attendant.flatMap(({ pages }) => pages.map(({ slug }) => slug))).toEqual([
    'conversations',
    'quick-replies',
    'security',
    'notifications',
  ]);
  expect(helpFor('/tickets/abc', attendant)).toBe('conversations');
  expect(helpFor('/profile', attendant)).toBe('security');
  for (const path of ['/', '/queues', '/ticketsale', '/help']) expect(helpFor(path, attendant)).toBeNull();
  const manager = visibleHelp(new Set(['/', '/connections', '/queues']));
  expect(helpFor('/', manager)).toBe('dashboard-reports');
  expect(helpFor('/connections/3', manager)).toBe('connect-qr');
  expect(helpFor('/queues', manager)).toBe('departments-hours');
});

import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Lines like `src/core/access/ — text` of the first fenced block of the page. */
async function tree(): Promise<Map<string, string>> {
  const page = await readFile(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const [, block = ''] = /```[a-z]*\n([\s\S]*?)```/.exec(page) ?? [];
  return new Map(
    block
      .trim()
      .split('\n')
      .map((line) => {
        const [, path = line, text = ''] = /^(\S+)\s+—\s+(.+)$/.exec(line) ?? [];
        return [path, text];
      }),
  );
}

test('every folder on the page exists and has a description', async () => {
  const named = await tree();
  expect(named.size).toBeGreaterThan(30);
  for (const [path, text] of named) {
    expect([path, path.endsWith('/')]).toEqual([path, true]);
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    expect([path, text.length > 5]).toEqual([path, true]);
  }
});

const families = readdirSync(join(root, 'src/modules')).map((family) => `src/modules/${family}`);

test.each(['src/core', ...families, 'admin/src', 'test', 'docs'])(
  'every folder of %s is on the page',
  async (parent) => {
    const named = await tree();
    const folders = (await readdir(join(root, parent), { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => `${parent}/${name}/`).filter((path) => !named.has(path))).toEqual([]);
  },
);

test('the page lists the modules in their order', async () => {
  const text = await readFile(join(root, 'src/app.module.ts'), 'utf8');
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\/modules\/([\w-]+\/[\w-]+)\//g)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  );
  const [, list = ''] = /export const modules = \[([^\]]*)\]/.exec(text) ?? [];
  const order = [...list.replace(/\/\/.*/g, '').matchAll(/\w+/g)].map(([name]) => folders.get(name));
  const onPage = [...(await tree()).keys()].flatMap(
    (path) => /^src\/modules\/([\w-]+\/[\w-]+)\/$/.exec(path)?.[1] ?? [],
  );
  expect(onPage).toEqual(order);
});

const domainWords =
  /^(?:tickets?|contacts?|whatsapp|campaigns?|conversations?|customers?|attendants?|chatbots?|webhooks?|departments?|cloudapi|sandbox|sms)$/;
/** Files in which a word has another meaning, or that document variables for the operator. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'config/config.ts': ['conversations'],
  'config/variables.ts': ['conversations', 'webhooks'],
  // a directive of Content-Security-Policy
  'storage/media-headers.ts': ['sandbox'],
};

test('core contains no word of the domain', async () => {
  const found: string[] = [];
  for (const file of await readdir(join(root, 'src/core'), { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const text = await readFile(join(root, 'src/core', file), 'utf8');
    // `ticketId`, `ticket_id` and `Ticket` contain the same word
    for (const word of text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [])
      if (domainWords.test(word) && !exceptions[file]?.includes(word)) found.push(`${file}: ${word}`);
  }
  expect(found).toEqual([]);
});

/** A queue of Bull, a connection of a client or server, a message of an error, log or process are technical. */
test('core names no table, column or id of queues, connections and messages', async () => {
  const found: string[] = [];
  for (const file of await readdir(join(root, 'src/core'), { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const text = await readFile(join(root, 'src/core', file), 'utf8');
    for (const [match] of text.matchAll(
      /\b(?:queue|connection|message)(?:_id|Ids?)s?\b|(?:from|join|into|update) "?(?:queues|connections|messages)\b/g,
    ))
      found.push(`${file}: ${match}`);
  }
  expect(found).toEqual([]);
});

/** `flows/x` › title of a test, also with a path of its own. */
const cited = /`((?:contracts|flows|browser|processes|src)\/[\w./-]+)` › ([^|\n]+?)(?=; `| \|)/g;

test.each(['docs/security.md', 'docs/compatibility.md'])('tests and files that %s names exist', async (name) => {
  const page = await readFile(join(root, name), 'utf8');
  const citations = [...page.matchAll(cited)];
  expect(citations.length).toBeGreaterThan(20);
  for (const [, file = '', title = ''] of citations) {
    const path = file.startsWith('src/') ? `${file}.ts` : `test/${file}.spec.ts`;
    const text = await readFile(join(root, path), 'utf8');
    expect([file, title, text.includes(`('${title}'`) || text.includes(`("${title}"`)]).toEqual([file, title, true]);
  }
});

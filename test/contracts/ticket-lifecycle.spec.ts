import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = 'src/modules/conversations/tickets/lifecycle';

/** Writes of a ticket's status, user or queue, and of its cycles: in SQL, or on the entity. */
const writes = [
  /update tickets\b[^`]*?\bset\b(?:(?!\bwhere\b|\bfrom\b)[^`])*\b(?:status|user_id|queue_id) =/,
  /\bticket\.(?:status|userId|queueId) = /,
  /\b(?:insert into|update|delete from) ticket_cycles\b/,
];
const found = (text: string): boolean => writes.some((write) => write.test(text));

/** Functions, not types, of the statements that write them. */
const imports = /import \{[^}]*\} from '[^']*\/ticket-(?:cycles|lifecycle)\.queries\.js'/;

test('status, user, queue and cycles of tickets are written by the lifecycle service and its cycles only', async () => {
  const paths = globSync('src/modules/**/*.ts', { cwd: root });
  const texts = await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const));
  const pathsWith = (matches: (text: string) => boolean): string[] =>
    texts.flatMap(([path, text]) => (matches(text) ? [path] : [])).sort();
  expect(pathsWith(found)).toEqual([
    `${folder}/ticket-cycles.queries.ts`,
    `${folder}/ticket-lifecycle.queries.ts`,
    `${folder}/ticket-lifecycle.service.ts`,
  ]);
  expect(pathsWith((text) => imports.test(text))).toEqual([
    `${folder}/ticket-cycles.service.ts`,
    `${folder}/ticket-lifecycle.service.ts`,
  ]);
});

test.each([
  "sql`update tickets set unread_messages = 0, status = 'closed' where id = 1`",
  'sql`update tickets t set user_id = null where t.id = 1`',
  "ticket.status = 'open';",
  'sql`update ticket_cycles set finished_at = now()`',
])('a violation is found: %s', (text) => {
  expect(found(text)).toBe(true);
});

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const lifecycle = 'src/modules/conversations/tickets/lifecycle/ticket-lifecycle.service.ts';

/** Writes of a ticket's status, user or queue, and of its cycles: in SQL, or on the entity. */
const writes = [
  /update tickets\b[^`]*?\bset\b(?:(?!\bwhere\b|\bfrom\b)[^`])*\b(?:status|user_id|queue_id) =/,
  /\bticket\.(?:status|userId|queueId) = /,
  /\b(?:insert into|update|delete from) ticket_cycles\b/,
];
const found = (text: string): boolean => writes.some((write) => write.test(text));

test('status, user, queue and cycles of tickets are written by the lifecycle service and its cycles only', async () => {
  const paths = globSync('src/modules/**/*.ts', { cwd: root });
  const texts = await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const));
  expect(texts.flatMap(([path, text]) => (found(text) ? [path] : [])).sort()).toEqual([
    'src/modules/conversations/tickets/lifecycle/ticket-cycles.service.ts',
    lifecycle,
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

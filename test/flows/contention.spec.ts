import pg from 'pg';
import { sharedApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { connectionToken, program } from '../support/programs.js';
import { world } from '../support/world.js';

const app = await sharedApp();
const w = await world(app);
const neighbour = await world(app);
const api = program(app, await connectionToken(w, w.connection.id));
const newNumber = (): string => w.customer().number;

/** Statuses and the longest time of the neighbour's requests, one after the other until `work` is done. */
async function neighbourDuring(work: Promise<unknown>): Promise<{ statuses: Set<number>; longestMs: number }> {
  const statuses = new Set<number>();
  let longestMs = 0;
  let done = false;
  void work.finally(() => {
    done = true;
  });
  do {
    const began = performance.now();
    statuses.add((await neighbour.attendant.get('/tickets?status=open')).status);
    longestMs = Math.max(longestMs, performance.now() - began);
  } while (!done);
  return { statuses, longestMs };
}

test('many sends at once to a new number are one contact and one conversation, and nobody else waits', async () => {
  for (let round = 0; round < 3; round += 1) {
    const number = newNumber();
    const sends = Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        api.post<{ ticketId: number }>('/api/messages/send', { number, body: `pedido ${index}` }),
      ),
    );
    const { statuses } = await neighbourDuring(sends);
    const answers = await sends;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.ticketId)).size).toBe(1);
    expect([...statuses]).toEqual([200]);
  }
});

test('a lock that is kept from a company is answered 503 within seconds, and takes no connection from another company', async () => {
  const { id } = await w.customer().says('oi');
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select 1 from tickets where id = $1 for update', [id]);
    const waiting = Promise.all(
      Array.from({ length: 40 }, () => w.admin.put(`/tickets/${id}`, { status: 'open', userId: w.admin.id })),
    );
    const { statuses, longestMs } = await neighbourDuring(waiting);
    const answers = await waiting;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers.every(({ headers }) => headers.get('retry-after') !== null)).toBe(true);
    expect([...statuses]).toEqual([200]);
    // without a share of the connections they wait until the lock is given up, more than five seconds
    expect(longestMs).toBeLessThan(3_000);
  } finally {
    await other.end();
  }
  expect(
    bodyOf(await w.admin.put<{ status: string }>(`/tickets/${id}`, { status: 'open', userId: w.admin.id })).status,
  ).toBe('open');
});

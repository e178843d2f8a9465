import pg from 'pg';
import { sharedApp } from '../../support/app.js';
import { connectionToken, program } from '../../support/programs.js';
import { until } from '../../support/until.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
const neighbour = await world(app);
const api = program(app, await connectionToken(w, w.connection.id));
const newNumber = (): string => w.customer().number;

/** Of the neighbour's requests, one after the other until `work` is done. */
async function neighbourDuring(work: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = [];
  let done = false;
  void work.finally(() => {
    done = true;
  });
  do statuses.push((await neighbour.attendant.get('/tickets?status=open')).status);
  while (!done);
  return statuses;
}

test('many sends at once to a new number are one contact and one conversation, and nobody else waits', async () => {
  for (let round = 0; round < 3; round += 1) {
    const number = newNumber();
    const sends = Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        api.post<{ ticketId: number }>('/api/messages/send', { number, body: `pedido ${index}` }),
      ),
    );
    const statuses = await neighbourDuring(sends);
    const answers = await sends;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.ticketId)).size).toBe(1);
    expect(statuses).toEqual(statuses.map(() => 200));
  }
});

test('a lock for which many requests of a company wait takes no connection from another company', async () => {
  const { id } = await w.customer().says('oi');
  const accept = () => w.admin.put(`/tickets/${id}`, { status: 'open', userId: w.admin.id });
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from tickets where id = $1 for update', [id]);
  const waiting = Promise.all(Array.from({ length: 40 }, accept));
  await until('they wait', async () => {
    const locked = await app.database.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return locked.length >= 8;
  });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await neighbour.attendant.get('/tickets')).status);
  await other.end();
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  // those that waited longer than a lock is waited for began anew
  expect((await waiting).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
});

test('a lock that is not given up in time is answered 503', async () => {
  const { id } = await w.customer().says('oi');
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from tickets where id = $1 for update', [id]);
  const refused = await w.admin.put(`/tickets/${id}`, { status: 'open', userId: w.admin.id });
  await other.end();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
});

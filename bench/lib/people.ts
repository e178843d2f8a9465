import { demoPassword } from '../../src/demo/logins.js';
import type { Member } from './crowd-messages.js';
import type { Call, Client } from './open-loop.js';
import type { Watch } from './statements.js';

/** Somebody of a loaded company, as the database has them. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly profile: 'admin' | 'supervisor' | 'user';
  readonly allTicket: boolean;
  readonly queueIds: readonly number[];
}

/** A conversation that waits in a department, and the number that writes in it. */
export interface Waiting {
  readonly from: string;
  readonly queueId: number;
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** By the real door; ends the account's other sessions. @throws when it is refused. */
export async function signInAs(client: Client, email: string): Promise<Omit<Member, 'user'>> {
  const body = JSON.stringify({ email, password: demoPassword });
  const call: Call = { method: 'POST', path: '/auth/login', headers: { 'content-type': 'application/json' }, body };
  const answer = await client.send(call);
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.body.slice(0, 200)}`);
  const { token } = JSON.parse(answer.body) as { token: string };
  return { token, cookie: (answer.cookies ?? []).find((line) => line.startsWith('jrt='))?.split(';')[0] ?? '' };
}

export async function peopleOf(watch: Watch, companyId: number): Promise<Person[]> {
  const rows = await watch.rows<Omit<Person, 'id' | 'queueIds'> & { id: string; queueIds: string[] }>(
    `select u.id, u.email, u.profile, u.all_ticket = 'enabled' as "allTicket",
       coalesce((select json_agg(q.queue_id::text) from user_queues q where q.company_id = u.company_id and q.user_id = u.id), '[]') as "queueIds"
     from users u where u.company_id = $1 and u.email like '%.local' order by u.id`,
    [companyId],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), queueIds: row.queueIds.map(Number) }));
}

/** Who hears of a conversation that waits in this department (behaviour.md §4), said here once more on purpose. */
export const hears =
  (queueId: number) =>
  (person: Person): boolean =>
    person.profile === 'admin' || person.queueIds.includes(queueId);

/** So many waiting conversations a department on this number. */
export async function waitingIn(
  watch: Pick<Watch, 'rows'>,
  companyId: number,
  connectionId: number,
  each: number,
): Promise<Waiting[]> {
  const rows = await watch.rows<Waiting & { queueId: string }>(
    `with place as (
       select q.id as queue_id, row_number() over (order by n, q.id) as k from queues q, generate_series(1, $3) n where q.company_id = $1
     ), told as (
       update companies set last_ticket_code = last_ticket_code + (select count(*) from place) where id = $1 returning last_ticket_code as last
     ), people as (
       insert into contacts (company_id, uuid, name, number)
       select $1, gen_random_uuid(), 'Espera ' || k, '55209' || lpad((coalesce((select max(id) from contacts), 0) + k)::text, 8, '0') from place returning id, number, name
     ), made as (
       insert into tickets (company_id, uuid, code, status, queue_id, whatsapp_id, contact_id, channel)
       select $1, gen_random_uuid(), told.last - p.k + 1, 'pending', p.queue_id, $2, c.id, 'cloudapi'
       from place p join people c on c.name = 'Espera ' || p.k, told returning id, contact_id, queue_id
     ), cycles as (
       insert into ticket_cycles (company_id, ticket_id, number, queued_at) select $1, id, 1, now() from made
     )
     select c.number as "from", m.queue_id as "queueId" from made m join people c on c.id = m.contact_id order by m.id`,
    [companyId, connectionId, each],
  );
  return rows.map(({ from, queueId }) => ({ from, queueId: Number(queueId) }));
}

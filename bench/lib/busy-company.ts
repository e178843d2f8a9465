import { randomUUID } from 'node:crypto';
import { bodyOf, Client } from '../../test/support/client.js';
import type { Member } from './crowd-messages.js';
import { waitingIn } from './people.js';
import { atOnce, password, Scene, type Person as Signed } from './scene.js';
import type { Stage } from './stage.js';
import type { Town } from './towns.js';

export interface BusyOptions {
  /** Each in one department and with an account of their own. */
  readonly attendants: number;
  readonly departments: number;
  /** Of all attendants together, as tabs. */
  readonly sockets: number;
}

/** One company whose attendants are all there, and conversations that wait for them. */
export interface BusyCompany {
  readonly scene: Scene;
  readonly town: Town;
  readonly attendants: readonly Signed[];
  /** One for each socket. */
  readonly members: readonly Member[];
  /** A conversation that each attendant may look at. */
  readonly openTickets: ReadonlyMap<number, number>;
}

const waitingEach = 40;
/** Of each conversation, before anybody looks: nobody has so many attendants and no history. */
const messagesEach = 50;
const signInsAtOnce = 8;

const peopleSql = `
  with place as (select array_agg(id order by id) as ids from queues where company_id = $1),
  made as (
    insert into users (company_id, name, email, password_hash, profile, super, all_ticket, language)
    select $1, 'Atendente ' || n, 'pessoa' || n || '@falhas.test', u.password_hash, 'user', false, 'desabled', 'pt'
    from users u, generate_series(1, $3::int) n where u.id = $2 returning id, email),
  placed as (select id, email, ids[1 + (row_number() over (order by id))::int % array_length(ids, 1)] as queue_id from made, place),
  joined as (insert into user_queues (company_id, user_id, queue_id) select $1, id, queue_id from placed)
  select id::int, email, queue_id::int as "queueId" from placed order by id`;

const historySql = `
  with said as (
    insert into messages (company_id, ticket_id, contact_id, whatsapp_id, body, from_me, read, status, ack, provider_id, sent_at, created_at, updated_at)
    select t.company_id, t.id, t.contact_id, t.whatsapp_id, 'Mensagem ' || n || ' da conversa ' || t.code || ' sobre o pedido', n % 2 = 0, true,
      case when n % 2 = 0 then 'read' else 'received' end, case when n % 2 = 0 then 3 else 0 end, 'wamid.antes-' || t.id || '-' || n, at, at, at
    from generate_series(1, $2::int) n cross join tickets t, lateral (select now() - make_interval(mins => 10 * ($2 - n + 1)) as at) moment
    where t.company_id = $1 order by n, t.id returning ticket_id, body, ack)
  update tickets t set last_message = s.body, last_message_from_me = s.ack = 3, last_message_ack = s.ack
  from (select distinct on (ticket_id) * from said order by ticket_id, length(body) desc, body desc) s where t.company_id = $1 and t.id = s.ticket_id`;

/** Makes it through the API, but for what there are hundreds of. */
export async function busyCompany(
  stage: Stage,
  { attendants: count, departments, sockets }: BusyOptions,
): Promise<BusyCompany> {
  const scene = await Scene.make(stage, { plan: { users: count + 10, queues: departments + 10 } });
  const { cluster } = stage;
  const url = stage.urls[0] ?? '';
  const { client: admin, id: adminId } = scene.admin;
  for (let number = 2; number <= departments; number += 1) {
    const queue = { name: `Departamento ${number}`, color: `#1f6f${number.toString(16).padStart(2, '0')}` };
    bodyOf(await admin.post('/queue', { ...queue, orderQueue: number }), 201);
  }
  const rows = await cluster.rows<{ id: number; email: string; queueId: number }>(peopleSql, [
    scene.companyId,
    adminId,
    count,
  ]);
  const waiting = await waitingIn(cluster, scene.companyId, scene.connectionId, waitingEach);
  await cluster.rows(historySql, [scene.companyId, messagesEach]);
  await cluster.rows('vacuum analyze');
  const tickets = await cluster.rows<{ id: number; queueId: number }>(
    'select id::int, queue_id::int as "queueId" from tickets where company_id = $1 and status = \'pending\' order by id',
    [scene.companyId],
  );
  const attendants = await atOnce(
    signInsAtOnce,
    rows.map(({ id, email }) => async (): Promise<Signed> => {
      const client = new Client(url);
      bodyOf(await client.signIn(email, password));
      return { id, email, client };
    }),
  );
  const members = Array.from({ length: sockets }, (_, index) => attendants[index % attendants.length]).flatMap(
    (person) =>
      person ? [{ user: person.id, token: person.client.token ?? '', cookie: `jrt=${person.client.cookie}` }] : [],
  );
  const people = rows.map(({ id, email, queueId }) => ({
    id,
    email,
    profile: 'user' as const,
    allTicket: false,
    queueIds: [queueId],
  }));
  const openTickets = new Map(
    rows.map(({ id, queueId }, index) => {
      const own = tickets.filter((ticket) => ticket.queueId === queueId);
      return [id, own[index % own.length]?.id ?? 0];
    }),
  );
  const town: Town = {
    companyId: scene.companyId,
    people,
    managerToken: admin.token ?? '',
    waiting,
    call: ({ from }, text) => scene.webhook({ from, id: `wamid.${randomUUID()}`, text, at: Date.now() }),
  };
  return { scene, town, attendants, members, openTickets };
}

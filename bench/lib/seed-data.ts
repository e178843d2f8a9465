import type { Client } from 'pg';
import { initialSettings, seededSettings } from '../../src/modules/people/settings/settings.dto.js';
import { bodySql, modelSql, randomNameSql, sentenceCount } from './seed-words.js';

export interface SeedSize {
  readonly tickets: number;
  readonly messages: number;
  readonly contacts: number;
  /** Of each company; one for 3,000 conversations when left out. */
  readonly users?: number;
  /** Share of the conversations that are not closed. */
  readonly notClosed?: number;
  /** Share of these that are in a lane of the kanban board. */
  readonly inLanes?: number;
}

/** Without and with `--large`. */
export const seedSizes = {
  small: { companies: 1, tickets: 10_000, messages: 200_000, contacts: 10_000 },
  large: { companies: 20, tickets: 1_200_000, messages: 5_000_000, contacts: 240_000 },
} as const;

/** A company that works on a kanban board, beside the others. */
export const boardCompany = 'Quadro 1';
export const boardSize: SeedSize = { tickets: 10_000, messages: 40_000, contacts: 10_000, notClosed: 1, inLanes: 0.6 };

const queues = 8;
const connections = 3;
const chats = 200;
const fewestUsers = 40;
const mostUsers = 400;
const days = 180;

/** Sizes of so many companies with these totals: one large one, a few middling ones, many small ones. */
export function distributeSizes(total: SeedSize, companies: number): SeedSize[] {
  const weights = Array.from({ length: companies }, (_, index) => (index + 1) ** -1.5);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => {
    const share = (of: number): number => Math.ceil((of * weight) / sum);
    return {
      ...total,
      tickets: share(total.tickets),
      messages: share(total.messages),
      contacts: share(total.contacts),
    };
  });
}

/**
 * Writes a company by set-based statements. The newest conversations are not closed, and messages are stored in the order
 * of their times, so that a conversation is spread over the table. @returns its id
 */
export async function writeCompany(
  client: Client,
  name: string,
  size: SeedSize,
  passwordHash: string,
): Promise<number> {
  const plan = await client.query<{ id: number }>(
    `insert into plans (name, users, connections, queues, value, use_campaigns, use_schedules, use_internal_chat, use_external_api, use_kanban,
       use_integrations, use_ai_active, use_sms, use_leads)
     values ('Carga', 1000, 100, 100, 0, true, true, true, true, true, true, true, true, true)
     on conflict (name) do update set name = excluded.name returning id`,
  );
  const company = await client.query<{ id: number }>(
    'insert into companies (name, plan_id, status, campaigns_enabled, last_ticket_code) values ($1, $2, true, true, $3) returning id',
    [name, plan.rows[0]?.id, size.tickets],
  );
  const id = company.rows[0]?.id ?? 0;
  for (const key of seededSettings) {
    const values = [id, key, initialSettings[key]];
    await client.query('insert into settings (company_id, key, value) values ($1, $2, $3)', values);
  }
  const users = size.users ?? Math.min(mostUsers, Math.max(fewestUsers, Math.ceil(size.tickets / 3_000)));
  for (const statement of peopleSql(id, name, users)) await client.query(statement);
  await client.query('update users set password_hash = $1 where company_id = $2', [passwordHash, id]);
  for (const statement of conversationsSql(id, size, users)) await client.query(statement);
  return id;
}

function peopleSql(company: number, name: string, users: number): string[] {
  const host = `${name.toLowerCase().replaceAll(' ', '')}.local`;
  return [
    `insert into queues (company_id, name, color, order_queue)
     select ${company}, 'Departamento ' || n, '#' || lpad(to_hex(n * 2013265), 6, '0'), n from generate_series(1, ${queues}) n`,
    `insert into users (company_id, name, email, profile, super, all_ticket, language)
     select ${company}, ${randomNameSql('first')} || ' ' || ${randomNameSql('last')}, case when n <= 2 then 'gestor' when n <= 6 then 'supervisor' else 'atendente' end || n || '@${host}',
       case when n <= 2 then 'admin' when n <= 6 then 'supervisor' else 'user' end, false, case when n % 4 = 0 or n <= 2 then 'enabled' else 'desabled' end, 'pt'
     from generate_series(1, ${users}) n`,
    `insert into user_queues (company_id, user_id, queue_id)
     select ${company}, u.id, q.id from users u join queues q on q.company_id = u.company_id
     where u.company_id = ${company} and u.profile <> 'admin' and (u.id + q.id) % ${queues} < 3`,
    `insert into connections (company_id, name, channel, status, is_default)
     select ${company}, 'Telefone ' || n, 'sandbox', 'CONNECTED', n = 1 from generate_series(1, ${connections}) n`,
    `insert into connection_queues (company_id, connection_id, queue_id)
     select ${company}, c.id, q.id from connections c join queues q on q.company_id = c.company_id where c.company_id = ${company}`,
    `insert into tags (company_id, name, color, kanban)
     select ${company}, 'Etiqueta ' || n, '#12905a', (n > 8)::int from generate_series(1, 12) n`,
    `with made as (
       insert into chats (company_id, uuid, title, owner_id, last_message, last_message_at)
       select ${company}, gen_random_uuid(), 'Conversa ' || n, (select min(id) from users where company_id = ${company}), 'Mensagem 50',
         now() - n * interval '1 minute' from generate_series(1, ${chats}) n returning id, owner_id
     ), members as (
       insert into chat_users (company_id, chat_id, user_id) select ${company}, m.id, u.id from made m join users u on u.company_id = ${company}
       where u.id = m.owner_id or (u.id + m.id) % 8 = 0
     ) insert into chat_messages (company_id, chat_id, sender_id, message, created_at)
       select ${company}, m.id, m.owner_id, 'Mensagem ' || n, now() - n * interval '1 hour' from generate_series(1, 50) n, made m`,
    `insert into file_lists (company_id, name, message)
     select ${company}, 'Lista ' || n, 'Seguem os arquivos.' from generate_series(1, 100) n`,
    `insert into file_list_options (company_id, file_list_id, name, position)
     select company_id, id, 'arquivo-' || n || '.pdf', n from file_lists, generate_series(1, 4) n where company_id = ${company}`,
  ];
}

/** The id of a company's n-th row: an array is made once, a join would be planned without statistics. */
const nth = (table: string, company: number, n: string, where = 'true'): string =>
  `(select array_agg(id order by id) from ${table} where company_id = ${company} and ${where})[${n}]`;

function conversationsSql(
  company: number,
  { tickets, messages, contacts, notClosed = 0.04, inLanes = 0 }: SeedSize,
  users: number,
): string[] {
  // contacts of conversations that are not closed must differ: steps through them with a prime never repeat early
  const people = Math.max(contacts, Math.ceil(tickets * 0.05));
  const step = people % 7919 === 0 ? 7927 : 7919;
  return [
    `insert into contacts (company_id, uuid, name, number, email, created_at, updated_at)
     select ${company}, gen_random_uuid(), ${randomNameSql('first')} || ' ' || ${randomNameSql('last')} || ' ' || ${randomNameSql('last')}, '55119' || lpad(n::text, 8, '0'),
       case when n % 3 = 0 then 'cliente' || n || '@exemplo.com.br' else '' end, at, at
     from (select n, now() - random() * interval '${days * 2} days' as at from generate_series(1, ${people}) n) x`,

    'drop table if exists bench_tickets, bench_messages',
    `create temp table bench_tickets as
     with drawn as (
       select n, nextval('tickets_id_seq') as id, ${nth('contacts', company, `1 + (n::bigint * ${step}) % ${people}`)} as contact_id,
         ${nth('connections', company, `1 + floor(power(random(), 2) * ${connections})::int`)} as connection_id,
         case when n <= ${tickets} * ${1 - notClosed} then 'closed' when random() < 0.75 then 'open' else 'pending' end as status,
         ${nth('users', company, `1 + floor(power(random(), 1.6) * ${users - 2})::int`, "profile <> 'admin'")} as attendant_id,
         ${nth('queues', company, `1 + floor(power(random(), 1.6) * ${queues})::int`)} as queue_id, random() as luck,
         now() - interval '${days} days' * ((${tickets} - n + 1)::float8 / ${tickets}) - random() * interval '3 hours' as started,
         0.15 + -ln(1 - random()) as weight
       from generate_series(1, ${tickets}) n),
     weighed as (select *, case when status = 'pending' then least(weight, 0.2) else weight end as share from drawn)
     select *, case when status <> 'pending' then attendant_id end as user_id,
       (round(${messages} * sum(share) over (order by n) / sum(share) over ())
       - round(${messages} * (sum(share) over (order by n) - share) / sum(share) over ()))::int as lines from weighed`,
    'analyze bench_tickets',

    `create temp table bench_messages as
     with drawn as (
       select b.id as ticket_id, b.contact_id, b.connection_id, b.user_id, k, b.lines,
         (case when b.status = 'pending' then false when k = 1 then b.luck < 0.1 else random() < 0.52 end) as from_me,
         least(b.started + k * interval '95 seconds' + random() * interval '70 seconds', now() - (b.lines - k + 1) * interval '1 second') as at,
         random() as reached, random() as turn, 1 + floor(random() * ${sentenceCount})::int as sentence,
         case when b.status = 'pending' then b.lines when b.status = 'open' and b.luck < 0.4 then 1 + floor(b.luck * 8)::int else 0 end as fresh
       from bench_tickets b cross join lateral generate_series(1, b.lines) k)
     select d.*, ${bodySql} as body, ${status} as status, not from_me and k > lines - fresh as unread
     from drawn d join bench_sentences s on s.n = d.sentence left join bench_models o on o.n = ${modelSql}`,
    'analyze bench_messages',

    `insert into tickets (id, company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, channel, unread_messages, last_message,
       last_message_from_me, last_message_ack, created_at, updated_at, last_message_at, last_arrival_at, kanban_position)
     select b.id, ${company}, gen_random_uuid(), b.n, b.status, b.user_id, case when b.status <> 'pending' or luck < 0.7 then b.queue_id end,
       b.connection_id, b.contact_id, 'sandbox', coalesce(m.unread, 0), coalesce(m.body, ''), coalesce(m.from_me, false),
       coalesce(m.ack, 0), b.started, coalesce(m.at, b.started), coalesce(m.at, b.started), coalesce(m.at, b.started), extract(epoch from b.started)
     from bench_tickets b left join (
       select ticket_id, count(*) filter (where unread) as unread, max(at) as at, (array_agg(body order by k desc))[1] as body,
         (array_agg(from_me order by k desc))[1] as from_me, (array_agg(${ack} order by k desc))[1] as ack
       from bench_messages group by ticket_id) m on m.ticket_id = b.id`,

    `insert into messages (company_id, ticket_id, contact_id, connection_id, user_id, body, from_me, read, status, ack, client_message_id, provider_id,
       sent_at, created_at, updated_at)
     select ${company}, ticket_id, contact_id, connection_id, case when from_me then user_id end, body, from_me, not unread, status, ${ack},
       case when from_me then gen_random_uuid() end, 'wamid.' || md5(ticket_id || ':' || k), at, at, at
     from bench_messages order by at, ticket_id, k`,

    `insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, first_response_at, finished_at, queue_id, user_id, rating, created_at, updated_at)
     select ${company}, b.id, 1, b.started, case when b.status <> 'pending' then b.started + interval '4 minutes' * luck end,
       case when b.status <> 'pending' then b.started + interval '6 minutes' * luck end, case when b.status = 'closed' then coalesce(m.at, b.started) end, case when b.status = 'closed' then b.queue_id end, b.user_id,
       case when b.status = 'closed' and luck < 0.45 then 3 - floor(luck * luck * 12)::int end, b.started, coalesce(m.at, b.started)
     from bench_tickets b left join (select ticket_id, max(at) as at from bench_messages group by ticket_id) m on m.ticket_id = b.id`,

    `insert into ticket_tags (company_id, ticket_id, tag_id)
     select ${company}, id, ${nth('tags', company, '1 + (id % 12)::int')} from bench_tickets where luck < 0.2`,

    `insert into ticket_tags (company_id, ticket_id, tag_id)
     select ${company}, id, ${nth('tags', company, '1 + (id % 4)::int', 'kanban = 1')} from bench_tickets where status <> 'closed' and luck >= 0.2 and luck < 0.2 + ${inLanes}`,

    `update tickets t set kanban_lane_id = l.tag_id from (
       select tt.ticket_id, min(tt.tag_id) as tag_id from ticket_tags tt join tags g on g.id = tt.tag_id and g.kanban = 1 where tt.company_id = ${company} group by 1) l
     where t.id = l.ticket_id`,
  ];
}

/** How far a message of ours came; of a hundred one failed, most were read. */
const status = `case when not from_me then 'received' when reached < 0.01 then 'failed' when reached < 0.05 then 'sent'
  when reached < 0.2 then 'delivered' else 'read' end`;
const ack = "case status when 'sent' then 1 when 'delivered' then 2 when 'read' then 3 else 0 end";

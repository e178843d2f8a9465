import pg from 'pg';
import type { TestDatabase } from './database.js';
import type { World } from './world.js';

const companies = 600;
const tickets = 12_000;
const messages = 40_000;
const contacts = 9_000;

/**
 * Fills a world's company until indexes are worthwhile, and adds small companies. Nothing is random and the statistics
 * are complete, so that every run gets the same plans.
 */
export async function fillLargeCompany(database: TestDatabase, w: World, attendantId: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    // the rows below satisfy the references
    await client.query('set session_replication_role = replica');
    for (const statement of statements(w, attendantId)) await client.query(statement);
    await settle(client);
  } finally {
    await client.end();
  }
}

/**
 * Statistics from every row, and every page marked all-visible, which decides about index-only scans. A concurrent
 * transaction of the application prevents the latter: then it is repeated. Statistics are not updated afterwards.
 */
async function settle(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) await client.query(`alter table ${name} set (autovacuum_enabled = false)`);
  // a sample of 300 000 rows is larger than any table
  await client.query('set default_statistics_target = 1000');
  let invisible = '';
  for (let round = 0; round < 12; round += 1) {
    // a few dead rows would otherwise not be removed, and their pages not be marked
    await client.query('vacuum (analyze, index_cleanup on)');
    const { rows } = await client.query<{ name: string }>(
      "select relname || ' ' || relallvisible || ' ' || relpages as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages",
    );
    if (rows.length === 0) return;
    invisible = rows.map(({ name }) => name).join(', ');
  }
  throw new Error(`Pages are not all-visible, is a transaction open? ${invisible}`);
}

function statements({ companyId, sales, connection, planId }: World, attendantId: number): string[] {
  const small = `companies c cross join generate_series(1, 4) n where c.name like 'Pequena %'`;
  const here = `${companyId}`;
  const colleague = `(select max(id) from users where company_id = ${here} and id <> ${attendantId})`;
  const nth = (table: string, n: string): string =>
    `(select array_agg(id order by id) from ${table} where company_id = ${here})[1 + (${n}) % ${contacts}]`;
  const at = (n: string): string => `'2026-01-01'::timestamptz + interval '3 minutes' * ${n}`;
  return [
    `insert into companies (name, plan_id, status, campaigns_enabled) select 'Pequena ' || n, ${planId}, true, true from generate_series(1, ${companies}) n`,
    `insert into queues (company_id, name, color) select c.id, 'Fila ' || n, '#00000' || n from ${small}`,
    `insert into tags (company_id, name, color) select c.id, 'Tag ' || n, '#000000' from ${small}`,
    `insert into settings (company_id, key, value) select c.id, 'chave ' || n, 'x' from ${small}`,
    `insert into users (company_id, name, email, profile) select c.id, 'Pessoa ' || n, n || '@' || c.id || '.test', 'user' from ${small}`,
    `insert into connections (company_id, name, channel, status, is_default) select c.id, 'Telefone ' || n, 'sandbox', 'CONNECTED', n = 1 from ${small}`,
    `insert into user_queues (company_id, user_id, queue_id) select u.company_id, u.id, q.id from users u join queues q on q.company_id = u.company_id and q.id % 2 = u.id % 2 join companies c on c.id = u.company_id where c.name like 'Pequena %'`,
    `insert into connection_queues (company_id, connection_id, queue_id) select w.company_id, w.id, q.id from connections w join queues q on q.company_id = w.company_id and q.id % 2 = w.id % 2 join companies c on c.id = w.company_id where c.name like 'Pequena %'`,
    `insert into sessions (company_id, sid, user_id, expires_at) select u.company_id, gen_random_uuid(), u.id, now() + interval '7 days' from users u cross join generate_series(1, 5)`,
    `insert into contacts (company_id, uuid, name, number)
     select ${here}, gen_random_uuid(), 'Cliente ' || (array['Ana', 'José', 'Conceição', 'Otávio'])[1 + n % 4] || ' ' || n, '5541' || (900000000 + n) from generate_series(1, ${contacts}) n`,
    `insert into tickets (company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, channel, created_at, updated_at, last_message_at, last_arrival_at)
     select ${here}, gen_random_uuid(), 100 + n, case when n <= ${tickets} * 0.95 then 'closed' when n % 2 = 0 then 'open' else 'pending' end,
       case when n <= ${tickets} * 0.95 or n % 2 = 0 then ${attendantId} end, ${sales.id}, ${connection.id}, ${nth('contacts', 'n')}, 'sandbox', ${at('n')}, ${at('n')}, ${at('n')}, ${at('n')}
     from generate_series(1, ${tickets}) n`,
    `insert into ticket_cycles (company_id, ticket_id, number, queued_at, finished_at, queue_id) select company_id, id, 1, created_at, case when status = 'closed' then updated_at end, case when status = 'closed' then queue_id end from tickets where company_id = ${here} and code > 100`,
    `insert into ticket_tags (company_id, ticket_id, tag_id) select company_id, id, (select min(id) from tags where company_id = ${here}) from tickets where company_id = ${here} and id % 5 = 0`,
    `insert into ticket_tags (company_id, ticket_id, tag_id) select company_id, id, (select max(id) from tags where company_id = ${here}) from tickets where company_id = ${here} and id % 200 = 1`,
    `insert into file_lists (company_id, name, message) select ${here}, 'Lista ' || n, 'texto ' || n from generate_series(1, 400) n`,
    `insert into file_lists (company_id, name, message) select c.id, 'Lista ' || n, 'texto ' || n from ${small}`,
    `insert into file_list_options (company_id, file_list_id, name, position) select f.company_id, f.id, 'arquivo ' || n, n from file_lists f cross join generate_series(1, 3) n`,
    `insert into schedules (company_id, contact_id, user_id, body, send_at, repeat_from, status) select ${here}, c.id, case when n % 20 = 0 then ${attendantId} else ${colleague} end, 'Bom dia!', at, at, 'ENVIADA' from (select id, row_number() over (order by id) as n from contacts where company_id = ${here}) c cross join lateral (select ${at('c.n')} as at) m where n <= 5000`,
    `insert into schedules (company_id, contact_id, body, send_at, repeat_from, status) select c.company_id, c.id, 'Bom dia!', now(), now(), 'ENVIADA' from contacts c join companies o on o.id = c.company_id where o.name like 'Pequena %' order by c.id`,
    `insert into ticket_notes (company_id, ticket_id, user_id, note) select company_id, id, ${attendantId}, 'nota ' || n from tickets cross join generate_series(1, 3) n where company_id = ${here} and id % 4 = 0`,
    `insert into chats (company_id, uuid, title, owner_id, last_message_at) select u.company_id, gen_random_uuid(), 'Conversa ' || u.id, u.id, now() from users u join companies c on c.id = u.company_id where c.name like 'Pequena %'`,
    `insert into chats (company_id, uuid, title, owner_id, last_message_at) select ${here}, gen_random_uuid(), 'Conversa ' || n, ${attendantId}, ${at('n')} from generate_series(1, 2000) n`,
    `insert into chat_users (company_id, chat_id, user_id) select h.company_id, h.id, u.id from chats h join users u on u.company_id = h.company_id`,
    `insert into chat_messages (company_id, chat_id, sender_id, message, is_edited, is_deleted, created_at) select h.company_id, h.id, h.owner_id, 'recado ' || n, false, false, now() from chats h cross join generate_series(1, 4) n`,
    `insert into chat_messages (company_id, chat_id, sender_id, message, is_edited, is_deleted, created_at) select ${here}, (select max(id) from chats where company_id = ${here}), ${attendantId}, 'recado ' || n, false, false, ${at('n')} from generate_series(1, 10000) n`,
    `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, provider_id, media_key, link_url, sent_at, created_at)
     select ${here}, t.id, t.contact_id, t.connection_id, 'mensagem comum ' || case when n % 1000 = 0 then 'orçamento' else n::text end, n % 2 = 0, true, 'received', 'antes-' || n,
       case when n % 10 = 0 then '${here}/2026/01/audio-' || n || '.ogg' end, case when n % 20 = 0 then 'https://loja.test/' || n end, ${at('n')}, ${at('n')}
     from generate_series(1, ${messages}) n join (select row_number() over (order by id) - 1 as place, * from tickets where company_id = ${here}) t on t.place = n % ${tickets}`,
    `insert into audit_entries (company_id, user_id, user_name, action, kind, subject_id, subject, created_at)
     select ${here}, case when n % 3 = 0 then ${colleague} else ${attendantId} end, 'Pessoa', 'ticket.closed', (array['conversations', 'access', 'contacts', 'settings'])[1 + n % 4], n, 'ticket:' || n % 4000, ${at('n')} from generate_series(1, 20000) n`,
    `insert into audit_entries (company_id, action, kind, scope, subject, created_at) select c.id, 'user.signedIn', 'access', case when n = 1 and c.id % 50 = 0 then 'both' else 'company' end, 'user:' || n, ${at('c.id')} from ${small}`,
    `insert into contact_lists (company_id, name) select ${here}, 'Lista ' || n from generate_series(1, 20) n`,
    `insert into contact_list_items (company_id, contact_list_id, name, number) select l.company_id, l.id, 'Cliente ' || n, '5541' || (700000000 + n) from contact_lists l cross join generate_series(1, 500) n`,
    `insert into campaigns (company_id, name, status, connection_id, contact_list_id, message1, message_interval, frozen_at) select ${here}, 'Campanha ' || n, case when n = 40 then 'EM_ANDAMENTO' else 'FINALIZADA' end, ${connection.id}, (select max(id) from contact_lists), 'Oi {nome}', 86400, now() from generate_series(1, 40) n`,
    `insert into campaigns (company_id, name, status, connection_id, message1) select w.company_id, 'Campanha', 'FINALIZADA', w.id, 'Oi' from connections w join companies c on c.id = w.company_id where c.name like 'Pequena %'`,
    `insert into campaign_shipments (company_id, campaign_id, connection_id, position, number, name, variables, status, message, provider_id, time_zone, sent_at, delivered_at)
     select k.company_id, k.id, k.connection_id, n, '5541' || (900000000 + n * 7 + k.id % 40), 'Cliente ' || n, '[]', (array['queued', 'delivered', 'read', 'sent', 'failed'])[1 + case when k.status = 'EM_ANDAMENTO' then n % 5 else 1 + n % 4 end], 1 + n % 2, 'envio-' || k.id || '-' || n, case when k.status = 'EM_ANDAMENTO' then (array['America/Manaus', 'America/Sao_Paulo', ''])[1 + n % 3] end, ${at('n')}, ${at('n')}
     from campaigns k cross join lateral generate_series(1, case when k.company_id = ${here} then 500 else 4 end) n`,
    `insert into service_campaigns (company_id, kind, name, connection_id, gateway, message, interval_seconds) select w.company_id, 'sms', 'Campanha ' || n, w.id, 'SendSms', 'Oi', 5 from connections w cross join lateral generate_series(1, case when w.id = ${connection.id} then 40 else 1 end) n`,
    `insert into service_recipients (company_id, campaign_id, name, number, fields, status, handled_at) select k.company_id, k.id, 'Cliente ' || n, '5541' || (900000000 + n), '["", "", "", "", ""]', case when n % 3 = 0 then 'sent' else 'waiting' end, now() from service_campaigns k cross join lateral generate_series(1, case when k.connection_id = ${connection.id} then 300 else 4 end) n`,
    `insert into link_previews (company_id, url, title, expires_at) select ${here}, 'https://loja.test/' || n, 'Página', now() + interval '30 days' from generate_series(1, 5000) n`,
    // as many again, of others
    `insert into contacts (company_id, uuid, name, number)
     select c.id, gen_random_uuid(), 'Cliente Bia ' || n, '5541' || (800000000 + n) from companies c cross join generate_series(1, 15) n where c.name like 'Pequena %' order by c.id, n`,
    `insert into tickets (company_id, uuid, code, status, queue_id, connection_id, contact_id, channel, created_at, updated_at, last_message_at, last_arrival_at)
     select c.company_id, gen_random_uuid(), c.n, case when c.n < 14 then 'closed' else 'pending' end, (select min(id) from queues q where q.company_id = c.company_id),
       (select min(id) from connections x where x.company_id = c.company_id), c.id, 'sandbox', ${at('c.id')}, ${at('c.id')}, ${at('c.id')}, ${at('c.id')}
     from (select *, row_number() over (partition by company_id order by id) as n from contacts) c join companies o on o.id = c.company_id where o.name like 'Pequena %'`,
    `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, provider_id, sent_at, created_at)
     select t.company_id, t.id, t.contact_id, t.connection_id, 'mensagem comum ' || n, n % 2 = 0, true, 'received', 'outra-' || t.id || '-' || n, ${at('t.id')}, ${at('t.id')}
     from tickets t join companies o on o.id = t.company_id cross join generate_series(1, 4) n where o.name like 'Pequena %'`,
    // of the attendant, of the company, of colleagues, and of others
    `insert into quick_messages (company_id, user_id, shortcode, message, geral) select ${here}, case when n % 20 = 0 then ${attendantId} else ${colleague} end, 'atalho-' || n, 'texto ' || n, n % 10 = 1 from generate_series(1, 4000) n`,
    `insert into quick_messages (company_id, user_id, shortcode, message, geral) select u.company_id, u.id, 'atalho-' || n, 'texto ' || n, n = 1 from users u join companies o on o.id = u.company_id cross join generate_series(1, 3) n where o.name like 'Pequena %'`,
    `insert into ticket_notes (company_id, ticket_id, note) select t.company_id, t.id, 'nota' from tickets t join companies o on o.id = t.company_id where o.name like 'Pequena %'`,
    `insert into note_mentions (company_id, note_id, user_id, name, seen_at) select company_id, id, case when id % 20 = 0 then ${attendantId} else ${colleague} end, 'Pessoa', case when id % 3 > 0 then now() end from ticket_notes where company_id = ${here} order by id`,
    `insert into note_mentions (company_id, note_id, user_id, name) select n.company_id, n.id, (select min(id) from users u where u.company_id = n.company_id), 'Pessoa' from ticket_notes n join companies o on o.id = n.company_id where o.name like 'Pequena %' order by n.id`,
    `insert into link_previews (company_id, url, title, expires_at) select c.id, 'https://loja.test/' || n, 'Página', now() + interval '30 days' from ${small}`,
    `insert into inbox_events (company_id, connection_id, event_id, payload, processed_at) select ${here}, ${connection.id}, 'antes-' || n, '{}', now() from generate_series(1, 10000) n`,
    `insert into idempotency_keys (company_id, key, fingerprint, status, created_at) select ${here}, 'antes-' || n, 'x', 201, now() from generate_series(1, 5000) n`,
    `insert into outbox_jobs (company_id, name, payload, ordering_key, run_at) select ${here}, 'mark-read', '{}', 'antes-' || n % 500, now() + interval '10 days' from generate_series(1, 5000) n`,
  ];
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { rollUp } from '../../src/modules/insight/dashboard/figures/roll-up-figures.job.js';
import type { TestApp } from './app.js';
import { bodyOf } from './client.js';
import { files, form } from './files.js';
import { type MessageRow, password, type TicketRow, type World, world } from './world.js';

/** Is in every text of the other company; no response to another company may contain it. */
export const marker = 'canario7391';

/** Columns with a value of a fixed list, a key or a secret, which cannot be overwritten without breaking the row. */
const kept =
  /^(status|channel|profile|all_ticket|language|media_type|last_message_type|key|provider|token|token_hash|secret|password_hash|credentials|media_key|thumb_media_key|media_mime|timezone|recurrence|fingerprint|sid|name_key|kind|type|scope|report|format|locale|page|state|api_key|gateway)$/;

/** Inactive: nothing is sent anywhere. */
export const endpointForm = { url: 'https://eventos.test/', events: ['message.received'], active: false };

export const integrationForm = { type: 'n8n', name: 'Pedidos', urlN8N: 'https://n8n.test/webhook/atende' };

/** Of a server that is refused at once: names may take seconds to be not found. */
/** Of a browser, with the key of RFC 8291; the address is refused. */
export const subscriptionForm = {
  endpoint: 'https://10.0.0.1/push',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};
export const gatewayForm = { name: 'SendSms', url: 'https://127.0.0.1:9/api.php', login: 'padaria', token: 'segredo' };

export interface OtherCompany extends World {
  readonly tickets: { readonly waiting: TicketRow; readonly open: TicketRow; readonly closed: TicketRow };
  readonly message: MessageRow;
  /** The ids of all rows, by table. */
  readonly ids: Readonly<Record<string, readonly number[]>>;
  readonly uuids: readonly string[];
  readonly mediaKeys: readonly string[];
  readonly mediaUrls: readonly string[];
}

/** Tables with a company, and `companies` itself. */
export async function tenantTables({ database }: Pick<TestApp, 'database'>): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' union select 'companies' order by 1`,
  );
  return rows.map(({ name }) => name);
}

const owner = (table: string): string => (table === 'companies' ? 'id' : 'company_id');

/**
 * Creates a company with rows in every table and the marker in every text. No other company has its ids, which are the same
 * in every table, so that one id names a row of each.
 */
export async function otherCompany(app: TestApp): Promise<OtherCompany> {
  await restartIds(app, 1_000_000);
  const w = await world(app, { mark: marker });
  const waiting = await w.customer().says(`preciso de ajuda ${marker}`, { file: files.png });
  const customer = w.customer();
  const second = await customer.says(`sobre o contrato ${marker}`);
  const third = await w.customer().says('já resolvi');
  const open = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${second.id}`, { status: 'open' }));
  const message = bodyOf(
    await w.attendant.post<MessageRow>(`/messages/${open.id}`, form({ body: `segue ${marker}` }, [files.pdf])),
    201,
  );
  bodyOf(await w.attendant.put(`/tickets/${third.id}`, { status: 'open' }));
  const closed = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${third.id}`, { status: 'closed' }));
  bodyOf(
    await w.admin.post('/tags', { name: `Repetida ${marker}`, color: '#000000' }, { 'idempotency-key': randomUUID() }),
    201,
  );
  const gone = bodyOf(
    await w.admin.post<{ id: number }>('/contacts', {
      name: `Some ${marker}`,
      number: '5541955550000',
      extraInfo: [{ name: marker, value: marker }],
    }),
    201,
  );
  const lost = bodyOf(await w.admin.post<TicketRow>('/tickets', { contactId: gone.id, queueId: w.sales.id }), 201);
  bodyOf(await w.admin.delete(`/tickets/${lost.id}`));
  const quick = bodyOf(
    await w.attendant.post<{ id: number }>('/quick-messages', { shortcode: marker, message: marker }),
    201,
  );
  bodyOf(await w.attendant.post(`/quick-messages/${quick.id}/media-upload`, form({}, [files.png], 'file')));
  const planned = bodyOf(
    await w.attendant.post<{ id: number }>('/schedules', {
      contactId: open.contactId,
      body: marker,
      sendAt: '2099-01-01T09:00',
    }),
    201,
  );
  bodyOf(await w.attendant.post(`/schedules/${planned.id}/media-upload`, form({}, [files.png], 'file')));
  bodyOf(
    await w.attendant.post('/ticket-notes', {
      note: `prefere a tarde ${marker}`,
      ticketId: open.id,
      contactId: open.contactId,
      mentions: [w.supervisor.id],
    }),
    201,
  );
  const option = { queueId: w.sales.id, title: marker, message: marker };
  bodyOf(await w.admin.post('/queue-options', option), 201);
  bodyOf(await w.admin.post('/holidays', { name: marker, date: '2026-02-17' }), 201);
  const list = bodyOf(await w.admin.post<{ id: number }>('/files', { name: marker, message: marker }), 201);
  bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form({ name: marker }, [files.png], 'files')));
  bodyOf(await w.attendant.post('/auth/two-factor', { password }));
  bodyOf(await w.attendant.post('/saved-views', { name: marker, query: `?searchParam=${marker}` }), 201);
  const chat = bodyOf(await w.admin.post<{ id: number }>('/chats', { title: marker, users: [w.attendant.id] }), 201);
  bodyOf(await w.attendant.post(`/chats/${chat.id}/messages`, form({ message: marker }, [files.png])), 201);
  bodyOf(await w.admin.post('/service-tokens', { name: marker, scopes: ['tags:read'] }), 201);
  const endpoint = bodyOf(
    await w.admin.post<{ id: number }>('/webhook-endpoints', { ...endpointForm, description: marker }),
    201,
  );
  const integration = bodyOf(
    await w.admin.post<{ id: number }>('/queueIntegration', { ...integrationForm, name: marker }),
    201,
  );
  const prompt = bodyOf(
    await w.admin.post<{ id: number }>('/prompt', { name: marker, prompt: marker, apiKey: marker }),
    201,
  );
  bodyOf(
    await w.admin.post('/knowledge', { promptId: prompt.id, title: marker, kind: 'text', content: `texto ${marker}` }),
    201,
  );
  const contactList = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: marker }), 201);
  const lines = `nome;numero;Cidade\n${marker};5511955554444;${marker}\n${marker};123;${marker}`;
  const contacts = { name: `${marker}.csv`, mime: 'text/csv', bytes: Buffer.from(lines) };
  bodyOf(await w.admin.post(`/contact-lists/${contactList.id}/upload`, form({}, [contacts], 'file')), 202);
  bodyOf(
    await w.admin.put('/campaigns/settings', {
      ...{ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
      variables: [{ key: 'marca', value: marker }],
    }),
  );
  // the list has been read
  await app.settled();
  const campaign = { name: marker, whatsappId: w.connection.id, contactListId: contactList.id, message1: marker };
  const started = bodyOf(await w.admin.post<{ id: number }>('/campaigns', campaign), 201);
  bodyOf(await w.admin.post(`/campaigns/${started.id}/restart`));
  bodyOf(await w.admin.post('/sms-gateways', { ...gatewayForm, login: marker, token: marker }), 201);
  const aiCampaign = bodyOf(
    await w.admin.post<{ id: number }>('/campaign-service/ai/campaigns', {
      ...{ name: marker, instance_id: prompt.id, connection_id: w.connection.id, company_id: w.companyId },
    }),
    201,
  );
  const rows = {
    name: `${marker}.csv`,
    mime: 'text/csv',
    bytes: Buffer.from(`nome;telefone\n${marker};5541955551111`),
  };
  bodyOf(
    await w.admin.post('/campaign-service/ai/import', form({ campaign_id: String(aiCampaign.id) }, [rows], 'file')),
  );
  bodyOf(await w.attendant.put('/users/me/presence', { paused: true, reason: marker }));
  // of nothing: the subscription would be over after the first call
  const kinds = { message: false, waiting: false, assigned: false, mention: false, chat: false };
  await w.attendant.put('/push/kinds', kinds);
  await w.attendant.put('/push/subscription', { ...subscriptionForm, endpoint: `https://10.0.0.1/${marker}` });
  bodyOf(await w.admin.put('/settings/ipixc', { value: marker }));
  bodyOf(await app.visitor().post(`/forgetpassword/${w.attendant.me.email}`));
  await app.settled();
  const [source] = await app.database.query<{ id: number }>(
    "insert into imports (source, state) values ($1, 'done') returning id::int",
    [marker],
  );
  await app.as(w.companyId, async (db) => {
    await db.run(
      sql`insert into contact_tags (company_id, contact_id, tag_id) values (${w.companyId}, ${w.contact.id}, ${w.tag.id})`,
    );
    await db.run(
      sql`insert into lead_uses (company_id, month, cnpj) values (${w.companyId}, '2026-11-01', '11222333000181')`,
    );
    await db.run(
      sql`with session as (insert into bot_sessions (company_id, cycle_id)
         select company_id, id from ticket_cycles where company_id = ${w.companyId} and ticket_id = ${open.id}
         on conflict (company_id, cycle_id) do update set state = excluded.state returning id)
       insert into bot_choices (company_id, session_id, queue_id) select ${w.companyId}, id, ${w.sales.id} from session`,
    );
    await db.run(
      sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (${w.companyId}, ${open.id}, ${w.tag.id})`,
    );
    await db.run(
      sql`insert into message_templates (company_id, connection_id, name, language, category, status,
       parameter_format, components, synced_at)
       values (${w.companyId}, ${w.connection.id}, ${marker}, 'pt_BR', 'UTILITY', 'APPROVED', 'positional',
         ${JSON.stringify([{ type: 'BODY', text: marker }])}, now())`,
    );
    await db.run(
      sql`insert into import_ids (company_id, import_id, table_name, source_id, target_id)
       values (${w.companyId}, ${source?.id}, 'Tickets', ${marker}, ${open.id})`,
    );
    await db.run(
      sql`insert into whatsapp_sessions (company_id, connection_id, wanted, salt)
       values (${w.companyId}, ${w.connection.id}, false, ${marker})`,
    );
    await db.run(
      sql`insert into whatsapp_keys (company_id, connection_id, type, key_id, value)
       values (${w.companyId}, ${w.connection.id}, 'session', ${marker}, ${marker})`,
    );
    await db.run(
      sql`insert into whatsapp_messages (company_id, connection_id, provider_id, external, chat, from_me)
       values (${w.companyId}, ${w.connection.id}, ${marker}, ${marker}, ${marker}, false)`,
    );
    await db.run(
      sql`insert into whatsapp_calls (company_id, connection_id, method, args)
       values (${w.companyId}, ${w.connection.id}, 'markRead', ${JSON.stringify([marker])})`,
    );
    await db.run(
      sql`insert into contact_identifiers (company_id, contact_id, kind, value)
       values (${w.companyId}, ${w.contact.id}, 'username', ${marker})`,
    );
    await db.run(
      sql`insert into link_previews (company_id, url, title, description, site, expires_at)
       values (${w.companyId}, ${`https://${marker}.test/`}, ${marker}, ${marker}, ${marker}, now() + interval '1 day')`,
    );
    await db.run(
      sql`insert into outbox_jobs (company_id, name, payload, run_at)
       values (${w.companyId}, 'remove-files', ${JSON.stringify({ keys: [] })}, now() + interval '1 day')`,
    );
    await db.run(
      sql`with i as (insert into contact_imports (company_id, user_id, status, name, faults)
       values (${w.companyId}, ${w.admin.id}, 'done', ${marker},
       ${JSON.stringify([{ line: 2, text: { pt: marker, en: marker, es: marker } }])}) returning id)
       insert into contact_import_refusals (company_id, import_id, line, name, number, reason)
       select ${w.companyId}, id, 2, ${marker}, ${marker}, ${JSON.stringify({ pt: marker, en: marker, es: marker })} from i`,
    );
    await db.run(
      sql`insert into report_exports (company_id, user_id, report, format, locale, filters, viewer, status, audit_entry)
       values (${w.companyId}, ${w.admin.id}, 'conversations', 'csv', 'pt', '{}', '{}', 'failed', 0)`,
    );
    await db.run(sql`insert into removed_records (company_id, resource, record_id, name)
       values (${w.companyId}, 'users', 1999999, ${marker})`);
    await db.run(sql`insert into undoable_actions (company_id, ticket_id, user_id, undo)
       values (${w.companyId}, ${open.id}, ${w.attendant.id}, ${JSON.stringify({ kind: 'tagged', tagId: w.tag.id })})`);
    const day = await db.row<{ day: string }>(
      sql`select (now() at time zone timezone)::date::text as day from companies where id = ${w.companyId}`,
    );
    await rollUp(db, w.companyId, [day?.day ?? '']);
    await db.run(
      sql`insert into assistant_months (company_id, month, requests, input_tokens, output_tokens, cost)
       values (${w.companyId}, '2026-11-01', 1, 1, 1, 0)`,
    );
    await db.run(
      sql`insert into usage_days (company_id, day, messages_in, messages_out, media_bytes)
       values (${w.companyId}, current_date - 3, 1, 1, 0)`,
    );
    // those of what was sent run out
    await db.run(sql`delete from send_slots where company_id = ${w.companyId}`);
    await db.run(
      sql`insert into send_slots (company_id, connection_id, recipient, busy_until)
       values (${w.companyId}, ${w.connection.id}, ${marker}, now() + interval '1 day')`,
    );
    await db.run(
      sql`insert into webhook_deliveries (company_id, endpoint_id, event_id, type, subject, payload, status)
       values (${w.companyId}, ${endpoint.id}, ${marker}, ${marker}, ${marker}, ${JSON.stringify({ data: marker })}, 'failed')`,
    );
    await db.run(
      sql`insert into typebot_sessions (company_id, ticket_id, contact_id, integration_id, bubbles)
       values (${w.companyId}, ${open.id}, ${open.contactId}, ${integration.id}, ${JSON.stringify([{ delayMs: 0, text: marker }])})`,
    );
    await db.run(
      sql`insert into user_presence (company_id, user_id, node, expires_at)
       values (${w.companyId}, ${w.attendant.id}, gen_random_uuid(), now() + interval '1 day')`,
    );
    await db.run(sql`update messages set data = ${JSON.stringify({ name: marker })},
       reactions = ${JSON.stringify([{ emoji: '👍', fromMe: false, from: marker }])} where company_id = ${w.companyId}`);
    await db.run(sql`update contacts set profile_pic_url = ${`https://pictures.test/${marker}.jpg`}
       where company_id = ${w.companyId}`);
  });
  await mark(app, w.companyId);
  const ids: Record<string, number[]> = {};
  for (const table of await tenantTables(app)) {
    const rows = await app.database.query<{ id: string }>(
      `select id from ${table} where ${owner(table)} = $1 order by id`,
      [w.companyId],
    );
    ids[table] = rows.map(({ id }) => Number(id));
  }
  await restartIds(app, 2_000_000);
  const uuids = await app.database.query<{ uuid: string }>(
    `select uuid from tickets where company_id = $1 union all select uuid from contacts where company_id = $1
     union all select uuid from chats where company_id = $1`,
    [w.companyId],
  );
  const media = await app.database.query<{ key: string }>(
    `select media_key as key from messages where company_id = $1 and media_key is not null
     union all select thumb_media_key from messages where company_id = $1 and thumb_media_key is not null
     union all select media_key from quick_messages where company_id = $1 and media_key is not null
     union all select media_key from schedules where company_id = $1 and media_key is not null
     union all select media_key from file_list_options where company_id = $1
     union all select media_key from service_campaign_files where company_id = $1
     union all select media_key from chat_messages where company_id = $1 and media_key is not null`,
    [w.companyId],
  );
  const shown = await Promise.all(
    [waiting, open].map(({ id }) => w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)),
  );
  return {
    ...w,
    tickets: { waiting, open, closed },
    message,
    ids,
    uuids: uuids.map(({ uuid }) => uuid),
    mediaKeys: media.map(({ key }) => key),
    mediaUrls: shown.flatMap((answer) =>
      bodyOf(answer).messages.flatMap(({ mediaUrl }) => (mediaUrl ? [mediaUrl] : [])),
    ),
  };
}

/** Sets every sequence, so that no other company has an id of this one in any table. */
async function restartIds({ database }: TestApp, first: number): Promise<void> {
  const sequences = await database.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public'",
  );
  for (const { name } of sequences) await database.query(`alter sequence ${name} restart with ${first}`);
}

async function mark({ database, ...app }: TestApp, companyId: number): Promise<void> {
  for (const table of await tenantTables({ ...app, database })) {
    const columns = await database.query<{ name: string; length: number | null }>(
      `select column_name as name, character_maximum_length as length from information_schema.columns
       where table_schema = 'public' and table_name = $1 and data_type in ('text', 'character varying') and is_generated = 'NEVER'`,
      [table],
    );
    for (const { name, length } of columns) {
      if (kept.test(name) || (length !== null && length < marker.length + 4)) continue;
      const fits = length === null ? `"${name}" || ' '` : `left("${name}", ${length - marker.length - 12}) || ' '`;
      await database.query(
        `update ${table} set "${name}" = coalesce(${fits}, '') || '${marker}' || (id % 100000)::text where ${owner(table)} = $1 and coalesce("${name}", '') not like '%${marker}%'`,
        [companyId],
      );
    }
  }
}

/** A checksum per table over all rows of a company. */
export async function checksums(app: Pick<TestApp, 'database'>, companyId: number): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const table of await tenantTables(app)) {
    // a timer's job, whose marked name no handler has, is tried again
    const columns = table === 'outbox_jobs' ? '(id, name, key, payload)' : 't';
    const [row] = await app.database.query<{ sum: string }>(
      `select count(*) || ':' || md5(coalesce(string_agg(${columns}::text, '|' order by id), '')) as sum from ${table} t where ${owner(table)} = $1`,
      [companyId],
    );
    sums[table] = row?.sum ?? '';
  }
  return sums;
}

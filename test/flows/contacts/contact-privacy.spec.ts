import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { ApplyRetentionHandler } from '../../../src/modules/conversations/messages/privacy/apply-retention.job.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files, form, photo } from '../../support/files.js';
import { violationsIn } from '../../support/invariants.js';
import { until as waitUntil } from '../../support/until.js';
import { type Customer, type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

const secret = 'segredo8842';

interface Story {
  readonly customer: Customer;
  readonly closed: TicketRow;
  readonly open: TicketRow;
}

/** Two conversations of one customer, the first closed, with files both ways and a quote. */
async function story(name = `Elisa ${secret}`): Promise<Story> {
  bodyOf(await w.admin.put('/settings/reopenWindow', { value: '0' }));
  const customer = w.customer(name);
  const first = await customer.says(`moro na rua ${secret}`, { file: await photo() });
  bodyOf(await w.attendant.put(`/tickets/${first.id}`, { status: 'open' }));
  bodyOf(await w.attendant.post(`/messages/${first.id}`, form({ body: `segue ${secret}` }, [files.pdf])), 201);
  await app.settled();
  const closed = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${first.id}`, { status: 'closed' }));
  const open = await customer.says(`de novo ${secret}`);
  for (const { id } of [closed, open])
    bodyOf(
      await w.attendant.post('/ticket-notes', { note: `nota ${secret}`, ticketId: id, contactId: open.contactId }),
      201,
    );
  bodyOf(
    await w.attendant.put(`/contacts/${open.contactId}`, {
      email: `${secret}@cliente.test`,
      extraInfo: [{ name: 'CPF', value: secret }],
    }),
  );
  return { customer, closed, open };
}

const keysOf = async (contactId: number): Promise<string[]> =>
  (
    await app.database.query<{ key: string }>(
      'select unnest(array_remove(array[media_key, thumb_media_key], null)) as key from messages where contact_id = $1',
      [contactId],
    )
  ).map(({ key }) => key);
const stored = (key: string): boolean => existsSync(join(app.config.storageDir, key));

/** Every row of the company, in any table, that still contains the text. */
async function rowsWith(text: string): Promise<string[]> {
  const tables = await app.database.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.database.query<{ row: string }>(
      `select t::text as row from ${name} t where company_id = $1 and t::text like $2`,
      [w.companyId, `%${text}%`],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`));
  }
  return found;
}

describe('personal data', () => {
  test('of a contact are complete, for managers only, and their export is logged', async () => {
    const { customer, closed, open } = await story();
    await w.customer('Outra').says('nada a ver');
    const path = `/contacts/${open.contactId}/personal-data`;
    for (const client of [w.attendant, w.supervisor]) expect((await client.get(path)).status).toBe(403);
    const answer = await w.admin.get<{
      contact: { number: string; email: string; extraInfo: { value: string }[] };
      conversations: { id: number; attendances: object[] }[];
      messages: { text: string; fromContact: boolean; url?: string }[];
      files: { name: string; url: string }[];
      notes: { conversationId: number; text: string }[];
    }>(path);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="contato-${open.contactId}.json"`);
    const data = bodyOf(answer);
    expect(data.contact).toMatchObject({ number: customer.number, email: `${secret}@cliente.test` });
    expect(data.contact.extraInfo[0]?.value).toBe(secret);
    expect(data.conversations.map(({ id }) => id)).toEqual([closed.id, open.id]);
    expect(data.conversations[0]?.attendances).toHaveLength(1);
    expect(data.messages.map(({ text, fromContact }) => [text, fromContact])).toEqual([
      [`moro na rua ${secret}`, true],
      [`segue ${secret}`, false],
      [`de novo ${secret}`, true],
    ]);
    expect(data.files.map(({ name }) => name)).toEqual(['foto.jpg', 'contrato.pdf']);
    expect(data.notes).toMatchObject([closed, open].map(({ id }) => ({ conversationId: id, text: `nota ${secret}` })));
    for (const { url } of data.files) expect((await w.admin.download(url)).status).toBe(200);
    expect(await entries('contact.disclosed')).toEqual([{ subject: open.contactId, data: null }]);
    expect((await w.admin.get('/contacts/999999999/personal-data')).body.code).toBe('ERR_NO_CONTACT_FOUND');
  });

  test('of a long history are paged, each message once', async () => {
    const { id, contactId } = await w.customer().says('primeira');
    await app.database.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, sent_at)
       select $1, $2, $3, $4, 'mensagem ' || n, false, true, 'received', now() from generate_series(1, 1100) n`,
      [w.companyId, id, contactId, w.connection.id],
    );
    await app.database.query("update tickets set last_message = 'mensagem 1100' where id = $1", [id]);
    const { messages } = bodyOf(
      await w.admin.get<{ messages: { id: number }[] }>(`/contacts/${contactId}/personal-data`),
    );
    expect(messages).toHaveLength(1101);
    expect(new Set(messages.map((message) => message.id)).size).toBe(1101);
  });
});

/** Violated invariants, except times of conversations whose messages were inserted or aged by a test. */
async function violations(): Promise<unknown[]> {
  await app.database.query(
    `update tickets t set last_message_at = least(m.sent_at, m.created_at), last_arrival_at = m.created_at
     from (select distinct on (ticket_id) * from messages order by ticket_id, id desc) m where m.ticket_id = t.id`,
  );
  return violationsIn(app);
}

/** Stores a link preview, as if the page had been fetched. */
async function showsPage({ id }: TicketRow): Promise<void> {
  const url = `https://${secret}.test/`;
  await app.database.query('update messages set link_url = $1 where ticket_id = $2', [url, id]);
  await app.database.query(
    "insert into link_previews (company_id, url, title, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [w.companyId, url, secret],
  );
}

const entries = (action: string) =>
  app.database.query<{ subject: number; data: object | null }>(
    'select subject_id as subject, data from audit_entries where company_id = $1 and action = $2',
    [w.companyId, action],
  );

describe('erasing a contact', () => {
  test('leaves only statistics', async () => {
    const { customer, closed, open } = await story();
    const bystander = await w.customer('Fica').says('minha mensagem fica');
    const keys = await keysOf(open.contactId);
    expect(keys.map(stored)).toEqual([true, true, true]);
    await showsPage(open);
    const repeated = () =>
      w.admin.post(
        '/ticket-notes',
        { note: `liga para ${secret}`, ticketId: open.id, contactId: open.contactId },
        { 'idempotency-key': 'nota-repetida' },
      );
    bodyOf(await repeated(), 201);
    await app.settled();
    const screen = await w.admin.socket();
    await screen.join('ChatBox', open.id);

    expect(await w.admin.post(`/contacts/${open.contactId}/erase`, { number: '5541999990000' })).toMatchObject({
      status: 400,
      body: { fields: { number: 'O número não é o deste contato' } },
    });
    expect((await w.supervisor.post(`/contacts/${open.contactId}/erase`, { number: customer.number })).status).toBe(
      403,
    );
    const spelled = `+${customer.number.slice(0, 2)} (${customer.number.slice(2, 4)}) ${customer.number.slice(4)}`;
    bodyOf(await w.admin.post<object>(`/contacts/${open.contactId}/erase`, { number: spelled }));
    await app.settled();

    expect(await rowsWith(secret)).toEqual([]);
    expect(await rowsWith(customer.number)).toEqual([]);
    expect(await repeated()).toMatchObject({ status: 409, body: { code: 'ERR_IDEMPOTENCY_FORGOTTEN' } });
    expect(keys.map(stored)).toEqual([false, false, false]);
    expect((await w.admin.get(`/contacts/${open.contactId}`)).status).toBe(404);
    expect(bodyOf(await w.admin.get<{ count: number }>('/contacts?searchParam=removido')).count).toBe(0);
    expect((await w.admin.post('/tickets', { contactId: open.contactId, queueId: w.sales.id })).status).toBe(404);
    const cycles = await app.database.query<{ finished: boolean }>(
      'select finished_at is not null as finished from ticket_cycles where ticket_id = any($1) order by ticket_id',
      [[closed.id, open.id]],
    );
    expect(cycles).toEqual([{ finished: true }, { finished: true }]);
    const after = bodyOf(await w.admin.get<TicketRow>(`/tickets/${open.id}`));
    expect(after).toMatchObject({
      status: 'closed',
      lastMessage: 'Mensagem apagada',
      contact: { name: 'Contato removido', email: '' },
    });
    const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${open.id}?peek=true`));
    expect(messages.map(({ body, mediaUrl, isDeleted }) => [body, mediaUrl, isDeleted])).toEqual([
      ['', null, true],
      ['', null, true],
      ['', null, true],
    ]);
    await screen.next('contact', ({ action, contactId }) => action === 'delete' && contactId === open.contactId);
    await screen.nextNamed('resync');
    expect(await entries('contact.erased')).toEqual([{ subject: open.contactId, data: null }]);
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${bystander.id}`)).lastMessage).toBe('minha mensagem fica');
    expect(await violations()).toEqual([]);
  });

  test('makes a new contact when the customer writes again', async () => {
    const { customer, open } = await story();
    bodyOf(await w.admin.post<object>(`/contacts/${open.contactId}/erase`, { number: customer.number }));
    const again = await customer.says('voltei');
    expect(again.contactId).not.toBe(open.contactId);
    expect(again.id).not.toBe(open.id);
  });
});

describe('a person in lists and campaigns', () => {
  interface Report {
    readonly campaign: { readonly status: string };
    readonly totals: Readonly<Record<string, number>>;
    readonly failures: readonly { readonly code: string; readonly count: number }[];
  }
  const reportOf = async (id: number): Promise<Report> => bodyOf(await w.admin.get<Report>(`/campaigns/${id}/report`));
  const until = (id: number, name: string, reached: (report: Report) => boolean): Promise<void> =>
    waitUntil(name, async () => reached(await reportOf(id)));
  const made = async (path: string, body: object): Promise<number> =>
    bodyOf(await w.admin.post<{ id: number }>(path, body), 201).id;

  /** Started for two on one list: first another customer, then the person. */
  async function campaign(contactListId: number, more: object): Promise<number> {
    const form = {
      name: 'Volte',
      whatsappId: w.connection.id,
      contactListId,
      message1: 'Oi {nome}, {cidade}',
      ...more,
    };
    const id = await made('/campaigns', form);
    bodyOf(await w.admin.post(`/campaigns/${id}/restart`));
    return id;
  }

  test('gets their data, is written to no more after the erasure, and stays in the figures', async () => {
    bodyOf(
      await w.admin.put('/campaigns/settings', { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }),
    );
    const [other, person] = [w.customer('Outra'), w.customer(`Elisa ${secret}`)];
    const contactListId = await made('/contact-lists', { name: 'Clientes' });
    for (const { number, name } of [other, person]) {
      const variables = [{ name: 'cidade', value: name === 'Outra' ? 'Curitiba' : secret }];
      await made('/contact-list-items', { contactListId, number, name, variables });
    }
    const done = await campaign(contactListId, {});
    await until(done, 'the first campaign is over', (report) => report.campaign.status === 'FINALIZADA');
    const { contactId } = await person.says(`quero ${secret}`);
    const running = await campaign(contactListId, { name: 'De novo', messageInterval: 3600, longerIntervalAfter: 100 });
    await until(running, 'the other one has it', ({ totals }) => totals['sent'] === 1);
    // the campaigns of a number wait for each other
    const freeNumber = () =>
      app.database.query("delete from send_slots where connection_id = $1 and recipient = ''", [w.connection.id]);
    await freeNumber();
    const stopped = await campaign(contactListId, { name: 'Parada', messageInterval: 3600, longerIntervalAfter: 100 });
    await until(stopped, 'the other one has it', ({ totals }) => totals['sent'] === 1);
    // as of a process that died right before the call
    await app.database.query(
      "update campaign_shipments set status = 'sending', leased_until = now() - interval '1 second' where campaign_id = $1 and status = 'queued'",
      [stopped],
    );
    const sms = await made('/campaign-service/sms/campaigns', {
      ...{ name: 'Aviso', company_id: w.companyId, connection_id: w.connection.id, message: 'Oi' },
    });
    const rows = Buffer.from(`nome;telefone;campo1\nElisa ${secret};${person.number};${secret}`);
    const file = { name: 'lista.csv', mime: 'text/csv', bytes: rows };
    bodyOf(await w.admin.post('/campaign-service/sms/import', form({ campaign_id: String(sms) }, [file], 'file')));

    const data = bodyOf(
      await w.admin.get<Record<'contactLists' | 'bulkCampaigns' | 'campaigns', object[]>>(
        `/contacts/${contactId}/personal-data`,
      ),
    );
    expect(data.contactLists).toMatchObject([{ list: 'Clientes', number: person.number }]);
    expect(data.bulkCampaigns).toMatchObject([
      { campaign: 'Volte', text: `\u200cOi Elisa ${secret}, ${secret}`, status: 'delivered' },
      { campaign: 'De novo', number: person.number, status: 'queued', text: null },
      { campaign: 'Parada', status: 'sending' },
    ]);
    expect(data.campaigns).toMatchObject([{ campaign: 'Aviso', number: person.number, status: 'waiting' }]);
    const { totals } = await reportOf(done);
    expect(totals).toMatchObject({ recipients: 2, sent: 2, delivered: 2, replied: 1, failed: 0 });

    bodyOf(await w.admin.post<object>(`/contacts/${contactId}/erase`, { number: person.number }));
    await app.settled();
    expect(await rowsWith(secret)).toEqual([]);
    expect(await rowsWith(person.number)).toEqual([]);
    expect((await reportOf(done)).totals).toEqual(totals);
    const { contacts } = bodyOf(
      await w.admin.get<{ contacts: { number: string }[] }>(`/contact-list-items?contactListId=${contactListId}`),
    );
    expect(contacts.map(({ number }) => number)).toEqual([other.number]);

    for (const id of [running, stopped]) {
      await waitUntil('the others are over', async () => {
        await freeNumber();
        await app.database.query(
          "update outbox_jobs set run_at = now() - interval '1 second' where company_id = $1 and name = 'send-shipments' and run_at > now() + interval '1 minute'",
          [w.companyId],
        );
        return (await reportOf(id)).campaign.status === 'FINALIZADA';
      });
      const report = await reportOf(id);
      expect(report.totals).toMatchObject({ recipients: 2, sent: 1, failed: 1, waiting: 0, uncertain: 0 });
      expect(report.failures).toMatchObject([{ code: 'ERASED', count: 1 }]);
    }
    expect(await person.sees()).toEqual([]);
    const [row] = await app.database.query(
      'select number, name, status from service_recipients where campaign_id = $1',
      [sms],
    );
    expect(row).toEqual({ number: expect.stringMatching(/^removido-\d+$/), name: '', status: 'failed' });
    expect(await violations()).toEqual([]);
  });

  test('and who is erased while recipients are being frozen', async () => {
    const person = w.customer();
    const { contactId } = await person.says('oi');
    const contactListId = await made('/contact-lists', { name: 'Clientes' });
    await made('/contact-list-items', { contactListId, number: person.number, name: 'Alguém' });
    const draft = await made('/campaigns', {
      name: 'Volte',
      whatsappId: w.connection.id,
      contactListId,
      message1: 'Oi',
    });
    const freezing = new pg.Client({ connectionString: app.database.url });
    await freezing.connect();
    try {
      await freezing.query('begin');
      await freezing.query('select id from campaigns where id = $1 for update', [draft]);
      const erased = w.admin.post<object>(`/contacts/${contactId}/erase`, { number: person.number });
      await freezing.query(
        `insert into campaign_shipments (company_id, campaign_id, connection_id, position, number, variables, status)
         values ($1, $2, $3, 1, $4, '[]', 'queued')`,
        [w.companyId, draft, w.connection.id, person.number],
      );
      await waitUntil('the erasure waits for the batch', async () => {
        const waiting = await app.database.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
        return waiting.length > 0;
      });
      await freezing.query('commit');
      bodyOf(await erased);
    } finally {
      await freezing.end();
    }
    expect(await rowsWith(person.number)).toEqual([]);
  });
});

describe('retention', () => {
  /** Runs the nightly retention, in a company where it is that hour now. */
  async function night(): Promise<void> {
    const hours = new Date().getUTCHours() - 3;
    const offset = hours > 14 ? hours - 24 : hours;
    await app.database.query('update companies set timezone = $1 where id = $2', [
      `Etc/GMT${offset >= 0 ? '+' : ''}${offset}`,
      w.companyId,
    ]);
    await app.nest
      .get(Context)
      .run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(ApplyRetentionHandler).nightly()));
    await app.settled();
  }

  const age = async (ticketId: number, months: number): Promise<void> => {
    for (const [table, column] of [
      ['messages', 'ticket_id'],
      ['tickets', 'id'],
    ])
      await app.database.query(
        `update ${table} set created_at = now() - make_interval(months => $1), updated_at = now() - make_interval(months => $1) where ${column} = $2`,
        [months, ticketId],
      );
  };
  const textsOf = async (id: number): Promise<string[]> =>
    (
      await app.database.query<{ body: string }>('select body from messages where ticket_id = $1 order by id', [id])
    ).map(({ body }) => body);

  test('removes only texts and files of closed conversations beyond the limit', async () => {
    const { closed, open } = await story();
    const recent = await w.customer().says('há pouco');
    bodyOf(await w.attendant.put(`/tickets/${recent.id}`, { status: 'open' }));
    bodyOf(await w.attendant.put(`/tickets/${recent.id}`, { status: 'closed' }));
    await age(closed.id, 7);
    await age(open.id, 7);
    await age(recent.id, 5);
    const keys = await keysOf(closed.contactId);

    await night();
    expect(await textsOf(closed.id)).toEqual([`moro na rua ${secret}`, `segue ${secret}`]);

    bodyOf(await w.admin.put('/settings/retentionMonths', { value: '6' }));
    await night();
    expect(await textsOf(closed.id)).toEqual(['', '']);
    expect(keys.map(stored)).toEqual([false, false, false]);
    expect(await textsOf(open.id)).toEqual([`de novo ${secret}`]);
    expect(await textsOf(recent.id)).toEqual(['há pouco']);
    expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${closed.id}`))).toMatchObject({
      lastMessage: 'Mensagem apagada',
    });
    expect(await violations()).toEqual([]);
    for (const value of ['-1', '241', 'x'])
      expect((await w.admin.put('/settings/retentionMonths', { value })).status).toBe(400);
  });

  test('removes the older messages of a recently closed conversation, and the others later', async () => {
    const { id } = await w.customer().says('antiga');
    await age(id, 7);
    await app.database.query(
      'update messages set created_at = now() - make_interval(months => 7) where ticket_id = $1',
      [id],
    );
    await app.database.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, sent_at)
       select company_id, id, contact_id, connection_id, 'nova', false, false, 'received', now() from tickets where id = $1`,
      [id],
    );
    await app.database.query(
      "update tickets set last_message = 'nova', unread_messages = 2, updated_at = now() where id = $1",
      [id],
    );
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'closed' }));
    bodyOf(await w.admin.put('/settings/retentionMonths', { value: '6' }));
    await night();
    expect(await textsOf(id)).toEqual(['', 'nova']);
    await app.database.query("update messages set created_at = now() - interval '7 months' where ticket_id = $1", [id]);
    await app.database.query("update tickets set purged_until = purged_until - interval '1 day' where id = $1", [id]);
    await night();
    expect(await textsOf(id)).toEqual(['', '']);
    expect(await violations()).toEqual([]);
  });

  test('removes more rows than one transaction handles', async () => {
    const { id } = await w.customer().says('primeira');
    await app.database.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, sent_at)
       select t.company_id, t.id, t.contact_id, t.connection_id, 'mensagem ' || n, false, true, 'received', now() from tickets t, generate_series(1, 2300) n where t.id = $1`,
      [id],
    );
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'closed' }));
    await age(id, 13);
    bodyOf(await w.admin.put('/settings/retentionMonths', { value: '12' }));
    await night();
    expect((await textsOf(id)).filter((body) => body !== '')).toEqual([]);
  });
});

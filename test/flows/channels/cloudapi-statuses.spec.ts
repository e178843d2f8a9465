import { createHmac } from 'node:crypto';
import { act, type Campaign, finished } from '../../support/campaigns.js';
import { bodyOf } from '../../support/client.js';
import { CloudCompany, cloudInput } from '../../support/cloud-company.js';
import { reminder, withTemplates } from '../../support/cloud-templates.js';
import { defaultNumber, sends } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import { until } from '../../support/until.js';
import type { Named } from '../../support/world.js';

const company = await CloudCompany.start();
const { app } = company;
beforeAll(() => withTemplates(company, reminder));
afterAll(() => company.stop());

interface Sent {
  readonly id: number;
  readonly wamid: string;
  readonly number: string;
}

async function sent(count: number): Promise<Sent[]> {
  const made: Sent[] = [];
  for (let n = 0; n < count; n++) {
    const conversation = await company.conversation();
    const { id } = await company.post(conversation.ticket, `resposta ${n}`);
    await company.settled();
    const [row] = await app.database.query<{ wamid: string }>(
      'select provider_id as wamid from messages where id = $1',
      [id],
    );
    made.push({ id, wamid: row?.wamid ?? '', number: conversation.number });
  }
  return made;
}

/** One webhook with a status of each. */
async function report(messages: readonly Sent[], status: 'sent' | 'read', at = Date.now()): Promise<void> {
  const statuses = messages.map(({ id, wamid, number }) => ({
    id: wamid,
    biz_opaque_callback_data: String(id),
    status,
    timestamp: String(Math.floor(at / 1000)),
    recipient_id: number,
  }));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { phone_number_id: defaultNumber.phoneNumberId },
    statuses,
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: defaultNumber.wabaId, changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', cloudInput.appSecret).update(body).digest('hex');
  bodyOf(
    await app.visitor().request('POST', `/webhooks/cloudapi/${company.connection.id}`, {
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    }),
  );
}

const reportRead = (messages: readonly Sent[]): Promise<void> => report(messages, 'read');

const acksOf = (messages: readonly Sent[]): Promise<number[]> =>
  app.database
    .query<{ ack: number }>('select ack from messages where id = any($1) order by id', [messages.map(({ id }) => id)])
    .then((rows) => rows.map(({ ack }) => ack));

const waitingLists = (): Promise<{ count: number }[]> =>
  app.database.query(
    `select sum(jsonb_array_length(i.payload->'statuses'))::int as count from outbox_jobs j
     join inbox_events i on j.payload->'inboxIds' @> to_jsonb(i.id)
     where j.name = 'on:MessagesListener.statusesReceived' group by j.id order by j.id`,
  );

test('statuses of one webhook are handled together', async () => {
  const messages = await sent(3);
  await reportRead(messages);
  await reportRead(messages);
  await company.settled();
  expect(await acksOf(messages)).toEqual([3, 3, 3]);
  expect(await waitingLists()).toEqual([]);
});

test('one that cannot be handled keeps back no other', async () => {
  const messages = await sent(3);
  await app.database.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.ack = 3 then raise exception 'not this one'; end if;
      return new;
    end $$;
    create trigger refuse before update on messages for each row when (new.id = ${messages[1]?.id}) execute function refuse();`);
  await reportRead(messages);
  expect(await waitingLists()).toEqual([{ count: 3 }]);
  await until('the others are read', async () => {
    await company.settled();
    return (await acksOf(messages)).filter((ack) => ack === 3).length === 2;
  });
  expect((await acksOf(messages))[1]).toBeLessThan(3);
  expect(await waitingLists()).toEqual([{ count: 1 }]);
  await app.database.query("update inbox_events set created_at = now() - interval '1 hour' where processed_at is null");
  expect(await violationsIn(app)).toEqual([]);
  await app.database.query('drop trigger refuse on messages');
  await until('all are read', async () => {
    await company.settled();
    return (await acksOf(messages)).every((ack) => ack === 3);
  });
  expect(await waitingLists()).toEqual([]);
});

/** A campaign was sent to two people who have not answered. */
async function shipped(): Promise<Sent[]> {
  const { w } = company;
  const list = bodyOf(await w.admin.post<Named>('/contact-lists', { name: `Lista ${company.newNumber()}` }), 201);
  for (const name of ['Ana', 'Rui'])
    bodyOf(
      await w.admin.post('/contact-list-items', { contactListId: list.id, name, number: company.newNumber() }),
      201,
    );
  const input = {
    name: 'Lembretes',
    whatsappId: company.connection.id,
    contactListId: list.id,
    template: {
      name: reminder.name,
      language: 'pt_BR',
      params: { header: ['{nome}'], body: ['{nome}', '20/08'], buttons: { 1: 'abc', 2: 'VALE10' } },
    },
  };
  const campaign = bodyOf(await w.admin.post<Campaign>('/campaigns', input), 201);
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  await company.settled();
  return app.database.query<Sent>(
    'select id, provider_id as wamid, number from campaign_shipments where campaign_id = $1 order by id',
    [campaign.id],
  );
}

test('a repeated `sent` changes nothing of who waits to be sent again, also where it comes among others', async () => {
  const [first, second] = (await shipped()) as [Sent, Sent];
  const { query } = app.database;
  const ids = [first.id, second.id];
  const at = Date.now();
  await report([first, second], 'sent', at);
  await company.settled();
  await query(
    "update campaign_shipments set status = 'queued', provider_id = null, sent_at = null, delivered_at = null where id = any($1)",
    [ids],
  );
  await report([first], 'sent', at);
  await report([second, first], 'sent', at);
  await company.settled();
  expect(await query('select distinct status from campaign_shipments where id = any($1)', [ids])).toEqual([
    { status: 'queued' },
  ]);
});

/** Transactions that change a shipment so keep its row for a second. @returns once one does */
async function holdingShipments(condition: string, change: () => Promise<unknown>): Promise<void> {
  await app.database.query(`
    create or replace function hold() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return null; end $$;
    create trigger hold after update on campaign_shipments for each row when (${condition}) execute function hold();`);
  await change();
  await until('a transaction keeps the row', async () => {
    const rows = await app.database.query("select from pg_stat_activity where wait_event = 'PgSleep'");
    return rows.length > 0;
  });
}

test.each([
  ['a reply is being stored', 'old.replied_at is distinct from new.replied_at'],
  ['statuses are being stored', "old.status <> 'read' and new.status = 'read'"],
])('a message of a campaign is read, also when %s at the same moment', async (_, condition) => {
  const messages = await shipped();
  const [{ number, id }] = messages as [Sent, Sent];
  const replies = async (): Promise<unknown> =>
    company.graph.customerSends({ from: number, name: 'Ana', at: Date.now() }, sends.text('quero'));
  const reports = (): Promise<void> => reportRead(messages);
  const [first, second] = condition.includes('replied_at') ? [replies, reports] : [reports, replies];
  await holdingShipments(condition, first);
  await second();
  await company.settled();
  await app.database.query('drop trigger hold on campaign_shipments');
  expect(await app.database.query('select status, ack from messages where id = $1', [id])).toEqual([
    { status: 'read', ack: 3 },
  ]);
});

import { createHmac } from 'node:crypto';
import { bodyOf } from '../support/client.js';
import { CloudCompany, type Conversation, cloudInput } from '../support/cloud-company.js';
import { defaultNumber } from '../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../support/invariants.js';
import { until } from '../support/until.js';

const company = await CloudCompany.start();
const { app } = company;
afterAll(() => company.stop());

interface Sent {
  readonly id: number;
  readonly wamid: string;
  readonly conversation: Conversation;
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
    made.push({ id, wamid: row?.wamid ?? '', conversation });
  }
  return made;
}

/** One webhook with a status of each. */
async function reportRead(messages: readonly Sent[]): Promise<void> {
  const statuses = messages.map(({ id, wamid, conversation }) => ({
    id: wamid,
    biz_opaque_callback_data: String(id),
    status: 'read',
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: conversation.number,
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

const acksOf = (messages: readonly Sent[]): Promise<number[]> =>
  app.database
    .query<{ ack: number }>('select ack from messages where id = any($1) order by id', [messages.map(({ id }) => id)])
    .then((rows) => rows.map(({ ack }) => ack));

const waitingLists = (): Promise<{ count: number }[]> =>
  app.database.query(
    "select jsonb_array_length(payload->'inboxIds') as count from outbox_jobs where name = 'on:MessagesListener.statusesReceived' order by id",
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

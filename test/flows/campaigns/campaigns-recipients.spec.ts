import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { SettleShipmentsHandler } from '../../../src/modules/campaigns/mass/sending/settle-shipments.job.js';
import type { OutboundMessage, SendOutcome } from '../../../src/modules/channels/connections/channels/channel.js';
import { SandboxChannel } from '../../../src/modules/channels/connections/channels/sandbox/sandbox.channel.js';
import { sharedApp } from '../../support/app.js';
import {
  act,
  type Campaign,
  companyWith,
  create,
  finished,
  nextStep,
  quick,
  recipientsOf,
  reportOf,
} from '../../support/campaigns.js';
import { bodyOf } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { until } from '../../support/until.js';
import { type MessageRow, type Named, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const sandbox = app.nest.get(SandboxChannel, { strict: false });
const slow = { messageInterval: 3600, longerIntervalAfter: 9 };

afterEach(() => jest.restoreAllMocks());

/** What leaves by the sandbox channel. */
function outbox(): OutboundMessage[] {
  const sent: OutboundMessage[] = [];
  const send = sandbox.send.bind(sandbox);
  jest.spyOn(sandbox, 'send').mockImplementation((connection, message) => {
    sent.push(message);
    return send(connection, message);
  });
  return sent;
}

/** A list with one person that no other list has. */
async function listWith(w: World, number: string): Promise<Named> {
  const list = bodyOf(await w.admin.post<Named>('/contact-lists', { name: `Lista ${number}` }), 201);
  bodyOf(await w.admin.post('/contact-list-items', { contactListId: list.id, name: 'Nova', number }), 201);
  return list;
}

const edit = async (w: World, { id }: Campaign, input: object): Promise<Campaign> =>
  bodyOf(await w.admin.put<Campaign>(`/campaigns/${id}`, input));
const oneIsSent = (w: World, campaign: Campaign): Promise<void> =>
  until('one is sent', async () => (await reportOf(w, campaign)).totals['sent'] === 1);
/** Cancelled after the first of its recipients has got it. */
async function cancelledAfterOne(w: World, more: object = {}): Promise<Campaign> {
  const campaign = await create(w, { ...slow, ...more });
  await act(w, campaign, 'restart');
  await oneIsSent(w, campaign);
  await app.settled();
  return act(w, campaign, 'cancel');
}
const statusesOf = async (w: World, campaign: Campaign): Promise<string[]> =>
  (await recipientsOf(w, campaign)).records.map(({ status }) => status);
const conversation = async (w: World, { id }: TicketRow): Promise<(string | null)[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages.map(
    ({ body, mediaName }) => mediaName ?? body,
  );
const settleUnconfirmed = async (): Promise<void> => {
  const unconfirmed = app.nest.get(SettleShipmentsHandler, { strict: false });
  await app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(() => unconfirmed.addJobs()));
  await app.settled();
};

test('a reply arrives, whatever became of the campaign that it answers', async () => {
  const { w, customers } = await companyWith(app, 3);
  const list = bodyOf(await w.admin.post<Named>('/files', { name: 'Catálogo', message: 'Segue!' }), 201);
  bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form({}, [files.pdf], 'files')));
  const asking = { confirmation: true, confirmationMessage1: 'Podemos?' };
  const campaign = await create(w, { ...quick, ...asking, fileListId: list.id });
  const [first, second, third] = customers;
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  await app.database.query("update campaigns set status = 'CANCELADA' where id = $1", [campaign.id]);

  await edit(w, campaign, { message1: '', whatsappId: null });
  const withoutConnection = await first?.says('sim');
  expect(withoutConnection && (await conversation(w, withoutConnection))).toEqual([
    '\u200cSegue!',
    'contrato.pdf',
    '\u200cPodemos?',
    'sim',
  ]);
  const gone = bodyOf(await w.admin.post<Named>('/whatsapp', { name: 'Outra', channel: 'sandbox' }), 201);
  await edit(w, campaign, { message1: 'Olá', whatsappId: gone.id });
  bodyOf(await w.admin.delete(`/whatsapp/${gone.id}`));
  const withRemoved = await second?.says('sim');
  expect(withRemoved && (await conversation(w, withRemoved))).toEqual([
    '\u200cSegue!',
    'contrato.pdf',
    '\u200cPodemos?',
    'sim',
    '\u200cOlá',
  ]);
  jest.replaceProperty(sandbox, 'capabilities', { ...sandbox.capabilities, media: [] });
  expect(await third?.says('sim')).toBeDefined();
});

test('only who was asked for a confirmation gets what follows it', async () => {
  const { w, customers } = await companyWith(app, 2);
  const campaign = await cancelledAfterOne(w);
  await edit(w, campaign, { ...quick, confirmation: true, confirmationMessage1: 'Podemos?' });
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  const conversations: (string | null)[][] = [];
  for (const customer of customers) conversations.push(await conversation(w, await customer.says('sim')));
  expect(conversations).toEqual([
    ['\u200cOlá Cliente 1, da loja Centro', 'sim'],
    ['\u200cPodemos?', 'sim', '\u200cOlá Cliente 2, da loja Centro'],
  ]);
  expect((await reportOf(w, campaign)).totals).toMatchObject({ replied: 2, confirmed: 1 });
});

test('of a campaign that is cancelled while its recipients are frozen, none of an earlier list is written to', async () => {
  const { w, customers } = await companyWith(app, 3);
  const campaign = await cancelledAfterOne(w);
  await app.database.query('update campaigns set frozen_at = null where id = $1', [campaign.id]);
  const list = await listWith(w, '5541988880001');
  await edit(w, campaign, { ...quick, tagListId: null, contactListId: list.id });
  const sent = outbox();
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  expect(sent.map(({ to }) => to)).toEqual(['5541988880001']);
  expect((await recipientsOf(w, campaign)).records.map(({ number }) => number)).toEqual([
    customers[0]?.number,
    '5541988880001',
  ]);
});

test('who was being written to while the list changed is not written to again', async () => {
  const { w } = await companyWith(app, 1);
  const campaign = await create(w, quick);
  const answer = Promise.withResolvers<SendOutcome>();
  const send = jest.spyOn(sandbox, 'send').mockReturnValueOnce(answer.promise);
  await act(w, campaign, 'restart');
  await until('it is being sent', async () => send.mock.calls.length === 1);
  await act(w, campaign, 'cancel');
  const list = await listWith(w, '5541988880002');
  await edit(w, campaign, { tagListId: null, contactListId: list.id });
  const text = { pt: 'Limite', en: 'Limit', es: 'Límite' };
  answer.resolve({ ok: false, kind: 'rate', code: '130429', text, retryAfterMs: 0 });
  await until('its outcome is recorded', async () => (await statusesOf(w, campaign)).join() === 'queued');
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  expect(send.mock.calls.slice(1).map(([, { to }]) => to)).toEqual(['5541988880002']);
  const { totals, failures } = await reportOf(w, campaign);
  expect(totals).toMatchObject({ sent: 1, failed: 1, waiting: 0 });
  expect(failures).toMatchObject([{ code: 'REPLACED', count: 1 }]);
});

test.each(['queued', 'uncertain', 'failed'])('a recipient who is %s follows a new number, once', async (status) => {
  const { w, customers } = await companyWith(app, 1);
  const contact = async (name: string, tagIds: number[]): Promise<Named & { number: string }> => {
    const { number } = w.customer(name);
    return bodyOf(await w.admin.post<Named & { number: string }>('/contacts', { name, number, tagIds }), 201);
  };
  // the number of the older of two merged contacts stays
  const current = await contact('Número novo', []);
  const former = await contact('Número antigo', [w.tag.id]);
  const older = await contact('Outra', [w.tag.id]);
  const repeated = await contact('Outra de novo', [w.tag.id]);
  const campaign = await create(w, slow);
  await act(w, campaign, 'restart');
  await oneIsSent(w, campaign);
  await app.settled();
  await app.database.query(
    "update campaign_shipments set status = $3::text, time_zone = 'Asia/Tokyo', error_code = case when $3::text <> 'queued' then 'X' end where campaign_id = $1 and number = any($2)",
    [campaign.id, [former.number, repeated.number], status],
  );
  bodyOf(await w.admin.post(`/contacts/${current.id}/merge`, { contactId: former.id }));
  bodyOf(await w.admin.post(`/contacts/${older.id}/merge`, { contactId: repeated.id }));
  const byNumber = new Map((await recipientsOf(w, campaign)).records.map((row) => [row.number, row.status]));
  expect(byNumber).toEqual(
    new Map([
      [customers[0]?.number, 'delivered'],
      [current.number, status],
      [older.number, 'queued'],
      [repeated.number, 'failed'],
    ]),
  );
  const [kept] = await app.database.query('select error_code as code from campaign_shipments where number = $1', [
    repeated.number,
  ]);
  expect(kept).toEqual({ code: 'REPEATED' });
  const [moved] = await app.database.query('select time_zone as zone from campaign_shipments where number = $1', [
    current.number,
  ]);
  expect(moved).toEqual({ zone: 'America/Sao_Paulo' });
});

test('files that are added to the list meanwhile go to those who follow, and into their conversations', async () => {
  const { w, customers } = await companyWith(app, 2);
  const list = bodyOf(await w.admin.post<Named>('/files', { name: 'Catálogo', message: 'Segue!' }), 201);
  const campaign = await create(w, { ...slow, fileListId: list.id });
  await act(w, campaign, 'restart');
  await oneIsSent(w, campaign);
  await act(w, campaign, 'pause');
  bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form({}, [files.pdf], 'files')));
  const sent = outbox();
  await act(w, campaign, 'resume');
  await nextStep(w);
  await nextStep(w);
  expect(await statusesOf(w, campaign)).toEqual(['delivered', 'delivered']);
  expect(sent.map(({ body, media }) => media?.name ?? body)).toEqual([
    '\u200cSegue!',
    'contrato.pdf',
    '\u200cOlá Cliente 2, da loja Centro',
  ]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3);
  const ticket = await customers[1]?.says('quero');
  expect(ticket && (await conversation(w, ticket)).toSorted()).toEqual(
    ['\u200cSegue!', 'contrato.pdf', '\u200cOlá Cliente 2, da loja Centro', 'quero'].toSorted(),
  );

  const other = await cancelledAfterOne(w, { fileListId: null });
  await edit(w, other, { ...quick, fileListId: list.id });
  await act(w, other, 'restart');
  await finished(w, other);
  expect((await reportOf(w, other)).totals).toMatchObject({ delivered: 2, failed: 0, uncertain: 0 });
});

test('an outage costs nobody the message; one that lasts pauses the campaign', async () => {
  const { w } = await companyWith(app, 1);
  const text = { pt: 'Fora do ar', en: 'Down', es: 'Caído' };
  const send = jest.spyOn(sandbox, 'send').mockResolvedValue({ ok: false, kind: 'retry', code: 'http_503', text });
  const campaign = await create(w, quick);
  await act(w, campaign, 'restart');
  const tryAgain = async (): Promise<void> => {
    await app.database.query('update connections set paused_until = null where id = $1', [w.connection.id]);
    await app.database.query('update campaign_shipments set leased_until = null where campaign_id = $1', [campaign.id]);
    await nextStep(w);
  };
  await until('eight have failed', async () => {
    await tryAgain();
    return send.mock.calls.length >= 8;
  });
  expect(await reportOf(w, campaign)).toMatchObject({ campaign: { status: 'EM_ANDAMENTO' }, totals: { waiting: 1 } });
  await app.database.query('update connections set troubles = 20 where id = $1', [w.connection.id]);
  await until('it is paused', async () => {
    await tryAgain();
    return (await reportOf(w, campaign)).campaign.status === 'PAUSADA';
  });
  expect(await reportOf(w, campaign)).toMatchObject({
    campaign: { pauseReason: { code: 'http_503', text: 'Fora do ar' } },
    totals: { waiting: 1, failed: 0 },
  });
  send.mockRestore();
  await act(w, campaign, 'resume');
  await until('it is over', async () => {
    await tryAgain();
    return (await reportOf(w, campaign)).campaign.status === 'FINALIZADA';
  });
  expect((await reportOf(w, campaign)).totals).toMatchObject({ delivered: 1, failed: 0 });
});

test.each(['pause', 'cancel'])('what a dead process was sending is decided also after %s', async (verb) => {
  const { w } = await companyWith(app, 3);
  const campaign = await create(w, slow);
  await act(w, campaign, 'restart');
  await oneIsSent(w, campaign);
  await act(w, campaign, verb);
  await app.database.query(
    `update campaign_shipments set status = 'sending', sent_at = now() - interval '1 minute',
       leased_until = now() - interval '1 second' where campaign_id = $1 and status = 'queued'`,
    [campaign.id],
  );
  // in the eyes of a channel that would send it twice
  jest.replaceProperty(sandbox, 'idempotent', false as true);
  await settleUnconfirmed();
  expect(await statusesOf(w, campaign)).toEqual(['delivered', 'uncertain', 'uncertain']);
  await app.database.query(
    "update campaign_shipments set updated_at = now() - interval '11 minutes' where campaign_id = $1 and status = 'uncertain'",
    [campaign.id],
  );
  await settleUnconfirmed();
  expect(await reportOf(w, campaign)).toMatchObject({
    totals: { failed: 2, waiting: 0, uncertain: 0 },
    failures: [{ code: 'UNCERTAIN', count: 2 }],
  });
});

test('whoever got nothing, or perhaps nothing, is tried again once the campaign is over', async () => {
  const { w, customers } = await companyWith(app, 4);
  const text = { pt: 'Recusada', en: 'Refused', es: 'Rechazada' };
  const uncertain = { ...text, pt: 'Não se sabe' };
  const [, refused, unanswered, optedOut] = customers.map(({ number }) => number);
  const send = sandbox.send.bind(sandbox);
  jest.spyOn(sandbox, 'send').mockImplementation(async (connection, message) => {
    if (message.to === refused) return { ok: false, kind: 'permanent', code: 'http_400', text };
    if (message.to === unanswered) return { ok: false, kind: 'uncertain', code: 'UNCERTAIN', text: uncertain };
    return send(connection, message);
  });
  const campaign = await create(w, quick);
  await act(w, campaign, 'restart');
  await until('three are under way', async () => (await statusesOf(w, campaign)).includes('uncertain'));
  expect(await w.admin.post(`/campaigns/${campaign.id}/retry`)).toMatchObject({
    status: 409,
    body: { code: 'ERR_CAMPAIGN_STATUS' },
  });
  await app.database.query(
    "update campaign_shipments set updated_at = now() - interval '11 minutes' where campaign_id = $1 and status = 'uncertain'",
    [campaign.id],
  );
  await nextStep(w);
  await finished(w, campaign);
  await app.database.query(
    "update campaign_shipments set status = 'failed', error_code = 'OPTED_OUT', error_text = $3 where campaign_id = $1 and number = $2",
    [campaign.id, optedOut, text],
  );
  expect((await reportOf(w, campaign)).totals).toMatchObject({ failed: 2, optedOut: 1, retriable: 2, unconfirmed: 1 });
  const other = await world(app);
  expect((await other.admin.post(`/campaigns/${campaign.id}/retry`)).status).toBe(404);

  jest.restoreAllMocks();
  const sent = outbox();
  expect((await act(w, campaign, 'retry')).status).toBe('EM_ANDAMENTO');
  await finished(w, campaign);
  expect(sent.map(({ to }) => to).toSorted()).toEqual([refused, unanswered].toSorted());
  expect((await reportOf(w, campaign)).totals).toMatchObject({ delivered: 3, failed: 0, optedOut: 1, retriable: 0 });
  expect(await w.admin.post(`/campaigns/${campaign.id}/retry`)).toMatchObject({
    status: 400,
    body: { code: 'ERR_CAMPAIGN_NOTHING_TO_RETRY' },
  });
});

test('a status that came after an uncertain message and is not handled may be its own', async () => {
  const { w } = await companyWith(app, 2);
  const campaign = await cancelledAfterOne(w);
  const { query } = app.database;
  await query(
    `update campaign_shipments set status = 'uncertain', sent_at = now() - interval '2 minutes' where campaign_id = $1 and status = 'queued'`,
    [campaign.id],
  );
  await query(
    `insert into campaign_shipments (id, company_id, campaign_id, connection_id, position, number, variables, status, sent_at, delivered_at, updated_at)
     select nextval('messages_id_seq'), company_id, id, connection_id, 10 + n, '55419770000' || n, '[]', 'delivered', now() - interval '1 minute', now(), now() - interval '1 minute'
     from campaigns, generate_series(10, 29) n where id = $1`,
    [campaign.id],
  );
  const [own] = await query<{ id: number }>(
    "select id from campaign_shipments where campaign_id = $1 and status = 'uncertain'",
    [campaign.id],
  );
  const isKeptUncertain = async (payload: object): Promise<boolean> => {
    const [event] = await query<{ id: number }>(
      'insert into inbox_events (company_id, connection_id, event_id, payload) values ($1, $2, $3, $4) returning id',
      [w.companyId, w.connection.id, JSON.stringify(payload), payload],
    );
    await settleUnconfirmed();
    await query('update inbox_events set processed_at = now() where id = $1', [event?.id]);
    return (await reportOf(w, campaign)).totals['uncertain'] === 1;
  };
  const listOf = (...ids: unknown[]) => ({ kind: 'statuses', statuses: ids.map((messageId) => ({ messageId })) });
  expect(await isKeptUncertain({ kind: 'status', messageId: null })).toBe(true);
  expect(await isKeptUncertain({ kind: 'status', messageId: own?.id })).toBe(true);
  expect(await isKeptUncertain(listOf(1, own?.id))).toBe(true);
  expect(await isKeptUncertain(listOf(1, 2))).toBe(false);
  expect((await reportOf(w, campaign)).totals).toMatchObject({ uncertain: 0, waiting: 1 });
});

test('a campaign without recipients does not start, and a planned one says why', async () => {
  const { w } = await companyWith(app, 0);
  const campaign = await create(w);
  expect(await w.admin.post(`/campaigns/${campaign.id}/restart`)).toMatchObject({
    status: 400,
    body: { code: 'ERR_CAMPAIGN_NO_RECIPIENTS' },
  });
  expect((await reportOf(w, campaign)).campaign.status).toBe('INATIVA');
  const planned = await create(w, { scheduledAt: new Date(Date.now() - 60_000).toISOString() });
  await app.settled();
  expect((await reportOf(w, planned)).campaign).toMatchObject({
    status: 'PAUSADA',
    pauseReason: {
      code: 'ERR_CAMPAIGN_NO_RECIPIENTS',
      text: 'A campanha não tem nenhum destinatário para quem enviar.',
    },
  });
});

test('a cancelled campaign is planned again by another time only', async () => {
  const { w } = await companyWith(app, 1);
  const scheduledAt = '2099-01-01T09:00:00.000Z';
  const campaign = await create(w, { scheduledAt });
  await act(w, campaign, 'cancel');
  expect((await edit(w, campaign, { name: 'Outra', scheduledAt })).status).toBe('CANCELADA');
  expect((await edit(w, campaign, { scheduledAt: '2099-01-02T09:00:00.000Z' })).status).toBe('PROGRAMADA');
});

test('a campaign says what keeps it from being sent', async () => {
  const { w } = await companyWith(app, 3);
  const campaign = await create(w, slow);
  await act(w, campaign, 'restart');
  await oneIsSent(w, campaign);
  await app.database.query("update connections set status = 'qrcode' where id = $1", [w.connection.id]);
  await nextStep(w);
  expect(await reportOf(w, campaign)).toMatchObject({
    campaign: { status: 'EM_ANDAMENTO', pauseReason: { code: 'ERR_WAPP_NOT_INITIALIZED' } },
    totals: { sent: 1, waiting: 2 },
  });
  await app.database.query("update connections set status = 'CONNECTED' where id = $1", [w.connection.id]);
  await nextStep(w);
  expect(await reportOf(w, campaign)).toMatchObject({ campaign: { pauseReason: null }, totals: { sent: 2 } });

  // its content is read again after ten seconds
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
  await app.database.query("update campaigns set message1 = '' where id = $1", [campaign.id]);
  await nextStep(w);
  expect((await reportOf(w, campaign)).campaign).toMatchObject({
    status: 'PAUSADA',
    pauseReason: { text: 'Escreva pelo menos uma mensagem' },
  });
});

test('the preview of a cancelled campaign counts those whom a restart would reach', async () => {
  const { w, customers } = await companyWith(app, 3);
  const names = Array.from({ length: 60 }, (_, index) => `{coluna${index}}`);
  const campaign = await cancelledAfterOne(w, { message1: `Oi ${names.join(' ')}` });
  const preview = async () =>
    bodyOf(
      await w.admin.get<{ recipients: number; missing: { recipients: number }[] }>(`/campaigns/${campaign.id}/preview`),
    );
  const { recipients, missing } = await preview();
  expect(recipients).toBe(2);
  expect(missing).toHaveLength(50);
  expect(missing[0]?.recipients).toBe(2);
  const list = await listWith(w, '5541988880003');
  bodyOf(
    await w.admin.post('/contact-list-items', {
      contactListId: list.id,
      name: 'De novo',
      number: customers[0]?.number,
    }),
    201,
  );
  await edit(w, campaign, { tagListId: null, contactListId: list.id });
  expect(await preview()).toMatchObject({ recipients: 1, recipient: { number: '5541988880003' } });
});

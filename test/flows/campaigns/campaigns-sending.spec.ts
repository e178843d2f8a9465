import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { zonesByPrefix } from '../../../src/core/phone-zones.js';
import type { OutboundMessage } from '../../../src/modules/channels/connections/channels/channel.js';
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
import { files, form, type TestFile } from '../../support/files.js';
import { until } from '../../support/until.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();
const sandbox = app.nest.get(SandboxChannel, { strict: false });

afterEach(() => jest.restoreAllMocks());

/** What leaves by the sandbox channel to these numbers. */
function outbox(): OutboundMessage[] {
  const sent: OutboundMessage[] = [];
  const send = sandbox.send.bind(sandbox);
  jest.spyOn(sandbox, 'send').mockImplementation((connection, message) => {
    sent.push(message);
    return send(connection, message);
  });
  return sent;
}

const attach = (w: World, { id }: { id: number }, ...attached: TestFile[]) =>
  w.admin.post<Campaign>(`/campaigns/${id}/media-upload`, form({}, attached, 'file'));
const storedFiles = async ({ companyId }: World): Promise<number> =>
  (
    await readdir(`${app.config.storageDir}/${companyId}`, { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile() && !entry.name.includes('~')).length;
const zone = async (w: World, timezone: string): Promise<void> => {
  const path = `/companies/${w.companyId}/schedules`;
  const { schedules } = bodyOf(await w.admin.get<{ schedules: object[] }>(path));
  bodyOf(await w.admin.put(path, { schedules, timezone }));
};
/** A zone in which it is between so many o’clock and the next full hour. */
const zoneAt = (hour: number): string => {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

test('a file list goes before the text, the campaign’s own file with it', async () => {
  const { w, customers } = await companyWith(app, 2);
  const text = 'Veja, {nome}: {{firstName}} pediu, {cupom}{{protocol}}!';
  const list = bodyOf(await w.admin.post<{ id: number }>('/files', { name: 'Catálogo', message: text }), 201);
  const caption = { name: 'Tabela da loja {LOJA}' };
  bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form(caption, [files.pdf], 'files')));
  const campaign = await create(w, { fileListId: list.id });
  const { missing } = bodyOf(await w.admin.get<{ missing: { name: string }[] }>(`/campaigns/${campaign.id}/preview`));
  expect(missing.map(({ name }) => name)).toEqual(['cupom']);
  bodyOf(await attach(w, campaign, files.pdf));
  const { mediaName, mediaPath } = bodyOf(await attach(w, campaign, files.png));
  expect(mediaName).toBe('foto.png');
  const shown = await w.admin.download(mediaPath ?? '');
  expect(Buffer.from(await shown.arrayBuffer()).equals(files.png.bytes)).toBe(true);
  await app.settled();
  // of the list and of the campaign; the one before is gone
  expect(await storedFiles(w)).toBe(2);

  const sent = outbox();
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  const filled = ({ name }: { name: string }): string => `\u200cVeja, ${name}: Cliente pediu, !`;
  for (const { number, name } of customers)
    expect(
      sent.filter(({ to }) => to === number).map(({ type, body, media }) => [type, body, media?.name ?? null]),
    ).toEqual([
      ['chat', filled({ name }), null],
      ['application', '\u200cTabela da loja Centro', 'contrato.pdf'],
      ['image', `\u200cOlá ${name}, da loja Centro`, 'foto.png'],
    ]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(6);

  const [customer] = customers;
  if (!customer) throw new Error('No customer');
  const phone = `/sandbox/${w.connection.id}/messages?number=${customer.number}`;
  expect(bodyOf(await w.admin.get<object>(phone))).toMatchObject({
    messages: [
      { mediaType: 'image', body: `\u200cOlá ${customer.name}, da loja Centro`, mediaUrl: expect.any(String) },
    ],
  });
  const { id } = await customer.says('Quero');
  const { messages } = bodyOf(await w.admin.get<{ messages: { body: string }[] }>(`/messages/${id}?peek=true`));
  expect(messages.slice(0, 2).map(({ body }) => body)).toEqual([filled(customer), '\u200cTabela da loja Centro']);
});

test('a text of a file list that a recipient’s values leave empty is not sent', async () => {
  const { w } = await companyWith(app, 1);
  const list = bodyOf(await w.admin.post<{ id: number }>('/files', { name: 'Cupons', message: '{cupom}' }), 201);
  const campaign = await create(w, { fileListId: list.id });
  const sent = outbox();
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  expect(sent.map(({ body }) => body)).toEqual(['\u200cOlá Cliente 1, da loja Centro']);
});

test('a file is taken away again; one that is refused leaves nothing', async () => {
  const { w } = await companyWith(app, 1);
  const other = await world(app);
  const campaign = await create(w);
  const empty = { ...files.png, bytes: Buffer.alloc(0) };
  for (const [attached, fields] of [
    [[], { file: 'Anexe um arquivo' }],
    [[empty], { file: 'Arquivo vazio' }],
    [[files.png, files.pdf], { file: 'Arquivo inesperado' }],
  ] as const)
    expect(await attach(w, campaign, ...attached)).toMatchObject({ status: 400, body: { fields } });
  const elsewhere = await w.admin.post(`/campaigns/${campaign.id}/media-upload`, form({}, [files.png], 'medias'));
  expect(elsewhere.status).toBe(400);
  expect((await attach(other, campaign, files.png)).status).toBe(404);
  expect((await other.admin.delete(`/campaigns/${campaign.id}/media-upload`)).status).toBe(404);
  await app.settled();
  expect([await storedFiles(w), await storedFiles(other)]).toEqual([0, 0]);

  bodyOf(await attach(w, campaign, files.png));
  bodyOf(await w.admin.delete(`/campaigns/${campaign.id}/media-upload`));
  expect(bodyOf(await w.admin.get<Campaign>(`/campaigns/${campaign.id}`))).toMatchObject({ mediaPath: null });
  bodyOf(await attach(w, campaign, files.png));
  bodyOf(await w.admin.delete(`/campaigns/${campaign.id}`));
  await app.settled();
  expect(await storedFiles(w)).toBe(0);
});

test('a test goes to the given number only, as the first recipient would get it', async () => {
  const { w } = await companyWith(app, 2);
  const other = await world(app);
  const campaign = await create(w);
  const tried = (number: string, by = w.admin) => by.post(`/campaigns/${campaign.id}/test`, { number });
  const sent = outbox();
  expect(bodyOf(await tried('+55 (11) 98888-7777'))).toEqual({
    number: '5511988887777',
    body: '\u200cOlá Cliente 1, da loja Centro',
  });
  expect(sent).toMatchObject([{ to: '5511988887777', body: '\u200cOlá Cliente 1, da loja Centro' }]);
  expect((await reportOf(w, campaign)).totals).toMatchObject({ recipients: 0 });
  expect((await reportOf(w, campaign)).campaign.status).toBe('INATIVA');

  expect(await tried('12')).toMatchObject({ status: 400, body: { fields: { number: expect.any(String) } } });
  expect((await tried('5511988887777', other.admin)).status).toBe(404);
  const text = { pt: 'Número sem WhatsApp', en: 'No WhatsApp', es: 'Sin WhatsApp' };
  jest.spyOn(sandbox, 'send').mockResolvedValueOnce({ ok: false, kind: 'permanent', code: '131026', text });
  expect(await tried('5511988887777')).toMatchObject({
    status: 400,
    body: { code: 'ERR_CAMPAIGN_TEST', message: 'Número sem WhatsApp', params: { code: '131026' } },
  });
  bodyOf(await w.admin.delete(`/whatsappsession/${w.connection.id}`));
  expect((await tried('5511988887777')).status).toBe(400);
  const draft = bodyOf(await w.admin.post<Campaign>('/campaigns', { name: 'Rascunho' }), 201);
  const incomplete = await w.admin.post(`/campaigns/${draft.id}/test`, { number: '5511988887777' });
  expect(incomplete).toMatchObject({ status: 400, body: { fields: { whatsappId: expect.any(String) } } });
});

test('outside of its hours and days, by the clock of the company, a campaign waits and goes on inside of them', async () => {
  const { w } = await companyWith(app, 1);
  /** Starts it in one zone, where it waits, and moves the company to another. */
  const waitsAndGoesOn = async (
    more: object,
    [away, home]: readonly [string, string],
    hoursAway = [0, 48],
  ): Promise<void> => {
    await zone(w, away);
    const campaign = await create(w, more);
    await act(w, campaign, 'restart');
    await app.settled();
    const waiting = await reportOf(w, campaign);
    expect(waiting).toMatchObject({ campaign: { status: 'EM_ANDAMENTO' }, totals: { waiting: 1, sent: 0 } });
    expect(waiting.pace).toMatchObject({ perMinute: 0, secondsLeft: null });
    const hours = (Date.parse(waiting.pace?.resumesAt ?? '') - Date.now()) / 3_600_000;
    expect([hours > (hoursAway[0] ?? 0), hours <= (hoursAway[1] ?? 0)]).toEqual([true, true]);
    await nextStep(w);
    expect((await reportOf(w, campaign)).totals).toMatchObject({ waiting: 1, sent: 0 });
    await zone(w, home);
    await nextStep(w);
    await nextStep(w);
    expect(await reportOf(w, campaign)).toMatchObject({
      ...{ campaign: { status: 'FINALIZADA' }, pace: null, totals: { sent: 1 } },
    });
  };
  await waitsAndGoesOn({ sendFrom: '09:00', sendUntil: '18:00' }, [zoneAt(20), zoneAt(12)], [12, 13]);
  await waitsAndGoesOn({ sendFrom: '09:00', sendUntil: '18:00' }, [zoneAt(5), zoneAt(12)], [3, 4]);
  // 26 hours apart: never the same day, nor the one after it
  const [west, east] = ['Etc/GMT+12', 'Pacific/Kiritimati'] as const;
  const days = [0, 1].map((later) =>
    new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: east })
      .format(Date.now() + later * 86_400_000)
      .toLowerCase(),
  );
  await waitsAndGoesOn({ weekdays: days }, [west, east]);
});

describe('by the clocks of recipients', () => {
  const places = {
    manaus: '5592988881111',
    rioBranco: '5568988882222',
    lisbon: '351912345678',
    saoPaulo: '5511988884444',
    newYork: '12125550123',
  };
  type Place = keyof typeof places;
  const hours = { sendFrom: '09:00', sendUntil: '18:00' };

  /** A campaign to all of these places that has frozen its recipients, and cannot send. */
  async function held(more: object): Promise<{ w: World; campaign: Campaign; sends: () => Promise<void> }> {
    const { w } = await companyWith(app, 0);
    await zone(w, zoneAt(12));
    for (const [name, number] of Object.entries(places))
      bodyOf(await w.admin.post('/contacts', { name, number, tagIds: [w.tag.id] }), 201);
    const campaign = await create(w, { ...quick, ...more });
    const session = `/whatsappsession/${w.connection.id}`;
    bodyOf(await w.admin.delete(session));
    await act(w, campaign, 'restart');
    await app.settled();
    return { w, campaign, sends: async () => void bodyOf(await w.admin.post(session)) };
  }
  const zonesOf = async ({ id }: Campaign): Promise<(string | null)[]> =>
    (
      await app.database.query<{ zone: string | null }>(
        'select time_zone as zone from campaign_shipments where campaign_id = $1 order by position',
        [id],
      )
    ).map((row) => row.zone);
  /** It is so many o’clock in that place. */
  const isAt = ({ id }: Campaign, place: Place, hour: number) =>
    app.database.query('update campaign_shipments set time_zone = $3 where campaign_id = $1 and number = $2', [
      ...[id, places[place], zoneAt(hour)],
    ]);

  test('who waits for their hours is passed over, and gets it when they begin', async () => {
    const { w, campaign, sends } = await held({ ...hours, recipientHours: true });
    const zones = ['America/Manaus', 'America/Rio_Branco', 'Europe/Lisbon', 'America/Sao_Paulo', ''];
    expect(await zonesOf(campaign)).toEqual(zones);
    for (const [place, hour] of Object.entries({ manaus: 8, rioBranco: 20, lisbon: 10, saoPaulo: 13 }))
      await isAt(campaign, place as Place, hour);
    const sent = outbox();
    await sends();
    const goesOn = async (steps: number, expected: readonly Place[], from: number): Promise<void> => {
      for (let step = 0; step < steps; step += 1) await nextStep(w);
      expect(sent.map(({ to }) => to)).toEqual(expected.map((place) => places[place]));
      const { pace, campaign: running } = await reportOf(w, campaign);
      expect(running.status).toBe('EM_ANDAMENTO');
      const wait = (Date.parse(pace?.resumesAt ?? '') - Date.now()) / 3_600_000;
      expect([wait > from, wait <= from + 1]).toEqual([true, true]);
    };
    await goesOn(4, ['lisbon', 'saoPaulo', 'newYork'], 0);
    await isAt(campaign, 'manaus', 9);
    expect((await reportOf(w, campaign)).pace?.resumesAt).toBeNull();
    await goesOn(2, ['lisbon', 'saoPaulo', 'newYork', 'manaus'], 12);
    await isAt(campaign, 'rioBranco', 12);
    await nextStep(w);
    await nextStep(w);
    expect(await reportOf(w, campaign)).toMatchObject({ campaign: { status: 'FINALIZADA' }, totals: { sent: 5 } });
  });

  test('without hours and days there is nothing to wait for, and those frozen before get their places', async () => {
    const { w, campaign, sends } = await held({ recipientHours: true });
    expect(await zonesOf(campaign)).toEqual([null, null, null, null, null]);
    await act(w, campaign, 'cancel');
    const path = `/campaigns/${campaign.id}`;
    expect(bodyOf(await w.admin.put(path, hours))).toMatchObject({ ...hours, recipientHours: true });
    await act(w, campaign, 'restart');
    await app.settled();
    expect((await zonesOf(campaign)).filter((zone) => zone?.startsWith('America/'))).toHaveLength(3);
    await act(w, campaign, 'cancel');
    await isAt(campaign, 'manaus', 20);
    // switched off, the clock of the company decides
    bodyOf(await w.admin.put(path, { recipientHours: false }));
    await act(w, campaign, 'restart');
    await sends();
    for (let step = 0; step < 6; step += 1) await nextStep(w);
    expect(await reportOf(w, campaign)).toMatchObject({ campaign: { status: 'FINALIZADA' }, totals: { sent: 5 } });
  });

  test('PostgreSQL knows every zone of the list', async () => {
    const zones = [...new Set(Object.values(zonesByPrefix))];
    const known = await app.database.query<{ name: string }>('select name from pg_timezone_names');
    expect(zones.filter((zone) => !known.some(({ name }) => name === zone))).toEqual([]);
  });
});

test('a campaign whose last message is sent ends, though its hours are over', async () => {
  const { w } = await companyWith(app, 1);
  await zone(w, zoneAt(12));
  const campaign = await create(w, {
    sendFrom: '09:00',
    sendUntil: '18:00',
    messageInterval: 3600,
    longerIntervalAfter: 9,
  });
  await act(w, campaign, 'restart');
  await until('it is sent', async () => (await reportOf(w, campaign)).totals['sent'] === 1);
  await zone(w, zoneAt(20));
  await nextStep(w);
  expect((await reportOf(w, campaign)).campaign.status).toBe('FINALIZADA');
});

test('nobody gets a campaign twice that is paused, resumed, cancelled and restarted at any moment', async () => {
  const { w, customers } = await companyWith(app, 12);
  const sent: string[] = [];
  jest.spyOn(sandbox, 'send').mockImplementation(async (_connection, { to, messageId }) => {
    sent.push(to);
    await wait(15);
    return { ok: true, providerId: `sandbox-${messageId}` };
  });
  const campaign = await create(w);
  await act(w, campaign, 'restart');
  for (let round = 1; (await reportOf(w, campaign)).campaign.status === 'EM_ANDAMENTO'; round += 1) {
    await wait(round * 7);
    const [stop, go] = round % 2 === 0 ? ['pause', 'resume'] : ['cancel', 'restart'];
    // it may be over by now
    if ((await w.admin.post(`/campaigns/${campaign.id}/${stop}`)).status === 200) await act(w, campaign, String(go));
    // as after the ten seconds of a step that was stopped before it sent
    await app.database.query(
      "update campaign_shipments set leased_until = now() where campaign_id = $1 and status = 'queued'",
      [campaign.id],
    );
  }
  expect((await reportOf(w, campaign)).campaign.status).toBe('FINALIZADA');
  expect(sent.toSorted()).toEqual(customers.map(({ number }) => number).toSorted());
  expect((await reportOf(w, campaign)).totals).toMatchObject({ recipients: 12, delivered: 12, waiting: 0, failed: 0 });
});

test('the file of recipients has times of the company, and nothing of a cancelled campaign is queued', async () => {
  const { w } = await companyWith(app, 2);
  await zone(w, 'Asia/Tokyo');
  const campaign = await create(w, { messageInterval: 3600, longerIntervalAfter: 9 });
  await act(w, campaign, 'restart');
  await app.settled();
  const rows = async (): Promise<string[][]> =>
    bodyOf(await w.admin.get<string>(`/campaigns/${campaign.id}/recipients/export`))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, -1).split('";"'));
  const { sentAt } = await app.database
    .query<{ sentAt: Date }>(
      `select sent_at as "sentAt" from campaign_shipments where campaign_id = ${campaign.id} and sent_at is not null`,
    )
    .then(([row]) => row ?? { sentAt: new Date(0) });
  const clock = new Date(sentAt.getTime() + 9 * 3_600_000).toISOString();
  const shown = `${clock.slice(8, 10)}/${clock.slice(5, 7)}/${clock.slice(0, 4)} ${clock.slice(11, 19)}`;
  const facts = async () => (await rows()).map((cells) => [cells[3], cells[5]]);
  expect(await facts()).toEqual([
    ['Entregue', shown],
    ['Na fila', ''],
  ]);
  await act(w, campaign, 'cancel');
  expect(await facts()).toEqual([
    ['Entregue', shown],
    ['Não enviada', ''],
  ]);
});

test('while its connection is disconnected a campaign waits and says so; it goes on by itself', async () => {
  const { w } = await companyWith(app, 2);
  const campaign = await create(w, { messageInterval: 3600, longerIntervalAfter: 9 });
  await act(w, campaign, 'restart');
  await until('one is sent', async () => (await reportOf(w, campaign)).totals['sent'] === 1);
  bodyOf(await w.admin.delete(`/whatsappsession/${w.connection.id}`));
  await nextStep(w);
  expect(await reportOf(w, campaign)).toMatchObject({
    campaign: { status: 'EM_ANDAMENTO', pauseReason: { code: 'ERR_WAPP_NOT_INITIALIZED' } },
    totals: { sent: 1, waiting: 1 },
  });
  bodyOf(await w.admin.post(`/whatsappsession/${w.connection.id}`));
  await nextStep(w);
  expect(await reportOf(w, campaign)).toMatchObject({
    campaign: { status: 'EM_ANDAMENTO', pauseReason: null },
    totals: { sent: 2 },
  });
  await nextStep(w);
  expect((await reportOf(w, campaign)).campaign.status).toBe('FINALIZADA');
});

test('campaigns of one number share its interval', async () => {
  const { w } = await companyWith(app, 3);
  const slow = { messageInterval: 3600, longerIntervalAfter: 9 };
  const all = [await create(w, { name: 'Uma', ...slow }), await create(w, { name: 'Duas', ...slow })];
  const sent = outbox();
  for (const each of all) await act(w, each, 'restart');
  await app.settled();
  expect(sent).toHaveLength(1);
  for (let count = 2; count <= 6; count += 1) {
    await nextStep(w);
    expect(sent).toHaveLength(count);
  }
  // a campaign with a shorter interval need not wait for the end of theirs
  const fast = await create(w, { name: 'Três', ...quick });
  await act(w, fast, 'restart');
  await finished(w, fast);
});

test('only what has not begun can be changed', async () => {
  const { w } = await companyWith(app, 2);
  const campaign = await create(w, { messageInterval: 3600, longerIntervalAfter: 9 });
  const path = `/campaigns/${campaign.id}`;
  const changes = async (status: string): Promise<(number | string)[]> => {
    const answers = [
      await w.admin.put(path, { name: `Nova ${status}` }),
      await attach(w, campaign, files.png),
      await w.admin.delete(`${path}/media-upload`),
    ];
    return [(await reportOf(w, campaign)).campaign.status, ...answers.map((answer) => answer.status)];
  };
  expect(await changes('INATIVA')).toEqual(['INATIVA', 200, 200, 200]);
  bodyOf(await w.admin.put(path, { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() }));
  expect(await changes('PROGRAMADA')).toEqual(['PROGRAMADA', 200, 200, 200]);
  await act(w, campaign, 'restart');
  await until('one is sent', async () => (await reportOf(w, campaign)).totals['sent'] === 1);
  expect(await changes('EM_ANDAMENTO')).toEqual(['EM_ANDAMENTO', 400, 400, 400]);
  expect(await w.admin.delete(path)).toMatchObject({ status: 400, body: { code: 'ERR_CAMPAIGN_RUNNING' } });
  await act(w, campaign, 'pause');
  expect(await changes('PAUSADA')).toEqual(['PAUSADA', 400, 400, 400]);
  await act(w, campaign, 'cancel');
  expect(await changes('CANCELADA')).toEqual(['CANCELADA', 200, 200, 200]);
  bodyOf(await w.admin.put(path, { ...quick, name: 'Última' }));
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  expect(await changes('FINALIZADA')).toEqual(['FINALIZADA', 400, 400, 400]);
  expect(await w.admin.get(path)).toMatchObject({ body: { name: 'Última', mediaPath: null } });
  expect((await w.admin.post(`${path}/restart`)).body).toMatchObject({ code: 'ERR_CAMPAIGN_STATUS', statusCode: 409 });
  await app.settled();
  expect(await storedFiles(w)).toBe(0);
});

test('a column that somebody lacks is left out of the text, and the preview says of how many', async () => {
  const { w } = await companyWith(app, 0);
  const list = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: 'Clientes' }), 201);
  for (const [name, number, cupom] of [
    ['Ana', '5541988881111', 'MAIO'],
    ['Bia', '5541988882222', null],
    ['Caio', '5541988883333', null],
  ] as const)
    bodyOf(
      await w.admin.post('/contact-list-items', {
        ...{ contactListId: list.id, name, number, email: cupom === 'MAIO' ? 'ana@cliente.test' : null },
        variables: cupom === null ? [] : [{ name: 'Cupom', value: cupom }],
      }),
      201,
    );
  const campaign = await create(w, {
    ...{ tagListId: null, contactListId: list.id, confirmation: true },
    confirmationMessage1: '{NOME}, da {loja}: {cupom}|',
    message1: '{cupom} {email} {cidade}',
  });
  expect(bodyOf(await w.admin.get<object>(`/campaigns/${campaign.id}/preview?recipient=2`))).toMatchObject({
    missing: [
      { name: 'cidade', recipients: 3 },
      { name: 'cupom', recipients: 2 },
      { name: 'email', recipients: 2 },
    ],
    messages: [{ message: 1, body: '\u200cCaio, da Centro: |' }],
  });
  await act(w, campaign, 'restart');
  await finished(w, campaign);
  expect((await recipientsOf(w, campaign)).records.map(({ body }) => body)).toEqual([
    '\u200cAna, da Centro: MAIO|',
    '\u200cBia, da Centro: |',
    '\u200cCaio, da Centro: |',
  ]);

  // recipients are on the phone of the sandbox, though they are no contacts yet; what they open is read
  const phone = `/sandbox/${w.connection.id}`;
  const unread = async () =>
    bodyOf(await w.admin.get<{ name: string; unread: number }[]>(`${phone}/customers`)).map(
      ({ name, unread: count }) => `${name} ${count}`,
    );
  expect((await unread()).toSorted()).toEqual(['Ana 1', 'Bia 1', 'Caio 1']);
  bodyOf(await w.admin.post(`${phone}/read`, { number: '5541988882222' }));
  await app.settled();
  expect((await unread()).toSorted()).toEqual(['Ana 1', 'Bia 0', 'Caio 1']);
  expect((await reportOf(w, campaign)).totals).toMatchObject({ delivered: 3, read: 1 });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf } from '../../support/client.js';
import { CloudCompany, type ConnectionRow } from '../../support/cloud-company.js';
import { defaultNumber } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import type { MessageRow, TicketRow } from '../../support/world.js';

const company = await CloudCompany.start();
const { wabaId, phoneNumberId, displayPhoneNumber } = defaultNumber;

afterAll(() => company.stop());
beforeEach(async () => {
  await company.clearFaults();
  bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/resume`));
});

async function report(field: string, value: object, id = wabaId): Promise<ConnectionRow> {
  company.graph.postWebhook({ object: 'whatsapp_business_account', entry: [{ id, changes: [{ field, value }] }] });
  await company.settled();
  return bodyOf(await company.w.admin.get<ConnectionRow>(`/whatsapp/${company.connection.id}`));
}

async function mailsWith(text: string): Promise<number> {
  const dir = join(company.app.config.dataDir, 'outbox');
  const names = await readdir(dir).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return mails.filter((mail) => mail.includes(company.w.admin.me.email) && mail.includes(text)).length;
}

test.each([
  [
    'DISABLED_UPDATE',
    { ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: 'April 17, 2025' } },
    'desativou a conta',
  ],
  ['ACCOUNT_DELETED', {}, 'foi excluída'],
  ['PARTNER_REMOVED', { waba_info: { waba_id: wabaId } }, 'deixou de ser compartilhada'],
  ['ACCOUNT_OFFBOARDED', { phone_number: displayPhoneNumber }, 'foi desligado da API'],
])('%s disconnects with its reason and tells the administrators', async (event, more, reason) => {
  const connection = await report('account_update', { event, ...more }, event === 'PARTNER_REMOVED' ? '42' : wabaId);
  expect(connection).toMatchObject({ status: 'DISCONNECTED', lastError: { code: event.toLowerCase() } });
  expect(connection.lastError?.text).toContain(reason);
  expect(await mailsWith(event.toLowerCase())).toBe(1);
});

test.each([
  [
    'account_update',
    { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
    'políticas do WhatsApp: SCAM',
  ],
  [
    'account_update',
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } },
    'vai desativar',
  ],
  ['account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, 'reativou a conta'],
  [
    'account_update',
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 4_000_000_000 }],
    },
    'até 2096-10-02: iniciar conversas',
  ],
  ['security', { display_phone_number: displayPhoneNumber, event: 'PIN_CHANGED' }, 'O PIN da verificação'],
  [
    'account_alerts',
    { alert_info: { alert_severity: 'WARNING', alert_description: 'Limits' } },
    'Aviso da Meta: Limits',
  ],
])('%s %j warns and goes on sending', async (field, value, warning) => {
  const connection = await report(field, value);
  expect(connection).toMatchObject({ status: 'CONNECTED', pausedUntil: null });
  expect(connection.warning?.text).toContain(warning);
});

test('a restriction of answers pauses the number until it ends', async () => {
  const expiration = Math.round(Date.now() / 1000) + 86_400;
  const restriction = { restriction_type: 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING', expiration };
  const { pausedUntil } = await report('account_update', {
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: [restriction],
  });
  expect(Math.abs(Date.parse(pausedUntil ?? '') / 1000 - expiration)).toBeLessThan(120);
});

test('notices of another account, of another number and of another kind change nothing', async () => {
  const before = bodyOf(await company.w.admin.get<ConnectionRow>(`/whatsapp/${company.connection.id}`));
  const { status, warning } = before;
  expect(await report('account_update', { event: 'ACCOUNT_DELETED' }, '42')).toMatchObject({ status, warning });
  for (const value of [{ event: 'constructor' }, { event: 'MM_LITE_TERMS_SIGNED' }, {}])
    expect(await report('account_update', value)).toMatchObject({ status, warning });
  expect(await report('security', { display_phone_number: '5511', event: 'PIN_CHANGED' })).toMatchObject({ warning });
  expect(await report('security', { display_phone_number: displayPhoneNumber, event: 'toString' })).toMatchObject({
    warning,
  });
});

const ticketsOf = async (number: string): Promise<TicketRow[]> =>
  bodyOf(await company.w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${number}`)).tickets;
const messagesOf = async (id: number): Promise<MessageRow[]> =>
  bodyOf(await company.w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;

describe('the history of the phone', () => {
  const [ana, beto] = ['5511955550001', '5511955550002'];
  const metadata = { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId };
  const text = (from: string, id: string, at: number, body: string, more: object = {}) => ({
    ...{ from, id, timestamp: String(1_750_000_000 + at), type: 'text', text: { body } },
    ...{ history_context: { status: 'READ' } },
    ...more,
  });
  const history = (chunk: object, threads: object[]): object => ({ metadata, history: [{ metadata: chunk, threads }] });
  const thread = (id: string, ...messages: object[]) => ({ id, messages });
  const newest = history({ phase: 0, chunk_order: 1, progress: 40 }, [
    thread(ana, text(displayPhoneNumber, 'wamid.h3', 300, 'Obrigado!'), {
      ...{ from: ana, id: 'wamid.h4', timestamp: '1750000400', type: 'media_placeholder' },
    }),
  ]);
  const oldest = history({ phase: 2, chunk_order: 1, progress: 100 }, [
    thread(ana, text(ana, 'wamid.h1', 100, 'Quero um bolo'), text(displayPhoneNumber, 'wamid.h2', 200, 'Qual?')),
    thread(beto, text(beto, 'wamid.h5', 50, 'Vocês abrem hoje?')),
  ]);

  const asks = async (): Promise<boolean> =>
    bodyOf(await company.w.admin.post<{ ok: boolean }>(`/whatsapp/${company.connection.id}/history`)).ok;

  test('is not taken in unasked', async () => {
    await report('history', oldest);
    expect(await ticketsOf(ana)).toEqual([]);
  });

  test('is read, in order, without a bot or an unread message, below what is new', async () => {
    // an earlier request failed after the contacts
    company.graph.log.phoneData.push('smb_app_state_sync');
    expect(await asks()).toBe(true);
    expect(company.graph.log.phoneData).toEqual(['smb_app_state_sync', 'history']);
    company.graph.customerSends({ from: beto, name: 'Beto' }, () => ({ type: 'text', text: { body: 'Oi de novo' } }));
    await company.settled();
    const sent = company.sendRequests;
    const contact = { full_name: 'Ana Paula', first_name: 'Ana', phone_number: `+${ana}` };
    const item = { type: 'contact', action: 'add', contact, metadata: { timestamp: '1750000000' } };
    await report('smb_app_state_sync', { metadata, state_sync: [item] });
    await report('history', newest);
    expect(await ticketsOf(ana)).toEqual([]);
    await report('history', oldest);
    await report('history', oldest);
    const [ofAna] = await ticketsOf(ana);
    if (!ofAna) throw new Error('No conversation');
    expect(ofAna).toMatchObject({ status: 'closed', unreadMessages: 0, contact: { name: 'Ana Paula' } });
    const messages = await messagesOf(ofAna.id);
    expect(messages.map(({ body, fromMe, read }) => [body, fromMe, read])).toEqual([
      ['Quero um bolo', false, true],
      ['Qual?', true, true],
      ['Obrigado!', true, true],
      ['Mensagem não suportada: arquivo ainda não disponível', false, true],
    ]);
    const [ofBeto] = await ticketsOf(beto);
    expect(ofBeto).toMatchObject({ status: 'pending', unreadMessages: 1, lastMessage: 'Oi de novo' });
    expect((await messagesOf(ofBeto?.id ?? 0)).map(({ body }) => body)).toEqual(['Vocês abrem hoje?', 'Oi de novo']);
    expect(company.sendRequests).toBe(sent);
    // a file comes by itself, later
    const image = { id: '1', mime_type: 'image/jpeg', caption: 'assim' };
    await report('history', {
      metadata,
      messages: [{ from: ana, id: 'wamid.h4', timestamp: '1750000400', type: 'image', image }],
    });
    expect((await messagesOf(ofAna.id)).at(-1)).toMatchObject({ body: 'assim', mediaType: 'image' });
    expect(await report('history', newest)).toMatchObject({ historyProgress: 100 });
    expect(await violationsIn(company.app)).toEqual([]);
  });

  test('may be asked for again: the parts wait for the last one as before', async () => {
    const path = `/whatsapp/${company.connection.id}`;
    expect(await asks()).toBe(false);
    expect(bodyOf(await company.w.admin.get(path))).toMatchObject({ historyProgress: 100 });
    // the number was connected anew
    company.graph.log.phoneData.length = 0;
    expect(await asks()).toBe(true);
    expect(bodyOf(await company.w.admin.get(path))).toMatchObject({ historyProgress: 0 });
    const carla = '5511955550003';
    await report(
      'history',
      history({ phase: 0, chunk_order: 1, progress: 50 }, [
        thread(carla, text(carla, 'wamid.h7', 20, 'E o preço?'), text(ana, 'wamid.h1', 100, 'Quero um bolo')),
      ]),
    );
    expect(await ticketsOf(carla)).toEqual([]);
    await report(
      'history',
      history({ phase: 2, chunk_order: 1, progress: 100 }, [thread(carla, text(carla, 'wamid.h6', 10, 'Tem torta?'))]),
    );
    const [ticket] = await ticketsOf(carla);
    expect((await messagesOf(ticket?.id ?? 0)).map(({ body }) => body)).toEqual(['Tem torta?', 'E o preço?']);
  });
});

test('an advertisement is kept on the attendance, and reports are narrowed to it', async () => {
  const referral = {
    ...{ source_type: 'ad', source_id: '120200', source_url: 'https://fb.me/promo', headline: 'Frete grátis' },
    ...{ body: 'Só hoje', ctwa_clid: 'x' },
  };
  company.graph.customerSends({ from: '5511955550009', referral }, () => ({ type: 'text', text: { body: 'Oi' } }));
  company.graph.customerSends({ from: '5511955550010' }, () => ({ type: 'text', text: { body: 'Oi' } }));
  await company.settled();
  const [ticket] = await ticketsOf('5511955550009');
  expect((await messagesOf(ticket?.id ?? 0))[0]?.data).toMatchObject({
    ad: { id: '120200', headline: 'Frete grátis', text: 'Só hoje', url: 'https://fb.me/promo' },
  });
  const numbers = async (query: string): Promise<unknown[]> => {
    type Row = { contact: { number: string }; ad: { id: string; title: string } | null };
    const path = `/relatories?by=arrival&status=pending&${query}`;
    const { attendances } = bodyOf(await company.w.admin.get<{ attendances: Row[] }>(path));
    return attendances.filter(({ contact }) => /^55119555500(09|10)$/.test(contact.number)).map(({ ad }) => ad?.title);
  };
  expect(await numbers('origin=ad')).toEqual(['Frete grátis']);
  expect(await numbers('ad=120200')).toEqual(['Frete grátis']);
  expect(await numbers('ad=7')).toEqual([]);
  expect(await numbers('origin=none')).toEqual([undefined]);
  const file = bodyOf(await company.w.admin.get<string>('/relatories/export?by=arrival&status=pending&origin=ad'));
  expect(file).toMatch(/"?Anúncio"?\r?\n.*Frete grátis/s);
});

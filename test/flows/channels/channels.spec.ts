// @isolated: defines a channel before the application is imported, which collects them at import
import '../../support/pager-channel.js';

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '../../../src/core/i18n.js';
import type { Channel } from '../../../src/modules/channels/connections/channels/channel.js';
import { channelDefinitions } from '../../../src/modules/channels/connections/channels/channel-definitions.js';
import { ChannelsService } from '../../../src/modules/channels/connections/channels/channels.service.js';
import { SessionReports } from '../../../src/modules/channels/connections/channels/session-reports.js';
import type { ConnectionStatus } from '../../../src/modules/channels/connections/connection.entity.js';
import { startApp, type TestApp } from '../../support/app.js';
import { type Answer, bodyOf, type Refusal } from '../../support/client.js';
import type { ConnectionRow } from '../../support/cloud-company.js';
import { PagerChannel, paged } from '../../support/pager-channel.js';
import { routeTable } from '../../support/routes.js';
import { type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

interface FormField {
  readonly name: string;
  readonly widget: string;
  readonly when?: object;
  readonly options?: readonly object[];
}

interface PagerRow extends ConnectionRow {
  readonly pagerKeySet: boolean;
  readonly pagerRegion: string | null;
}

let app: TestApp;
let w: World;
let connection: PagerRow;

const input = { name: 'Pagers', channel: 'pager', pagerKey: 'k-1', pagerRegion: 'sul' };
const row = async (): Promise<PagerRow> => bodyOf(await w.admin.get<PagerRow>(`/whatsapp/${connection.id}`));
const webhook = (key: string, ...events: object[]): Promise<Answer<Refusal>> =>
  app.visitor().post(`/webhooks/pager/${connection.id}`, events, { 'x-pager-key': key });
const page = (id: string, body: string): object => ({
  kind: 'message',
  eventId: id,
  providerId: id,
  from: '5511977770001',
  name: 'Otto',
  group: null,
  timestamp: Date.now(),
  fromMe: false,
  type: 'chat',
  body,
  media: null,
  quotedProviderId: null,
  data: null,
  forwarded: false,
});

beforeAll(async () => {
  app = await startApp();
  w = await world(app);
  connection = bodyOf(await w.admin.post<PagerRow>('/whatsapp', { ...input, queueIds: [w.sales.id] }), 201);
  await app.settled();
});
afterAll(() => app.close());

describe('a channel declared in one file', () => {
  test('is in the form with its fields', async () => {
    const { resources } = bodyOf(
      await w.admin.get<{ resources: { name: string; form: { create: FormField[] } }[] }>('/resources'),
    );
    const fields = resources.find(({ name }) => name === 'whatsapp')?.form.create ?? [];
    expect(fields.find(({ name }) => name === 'channel')?.options).toContainEqual({ value: 'pager', label: 'Pager' });
    expect(fields.filter(({ name }) => name.startsWith('pager'))).toMatchObject([
      { name: 'pagerKey', widget: 'secret', when: { field: 'channel', is: ['pager'], required: true } },
      { name: 'pagerRegion', widget: 'text' },
    ]);
  });

  test('validates its credentials, keeps them encrypted and checks them', async () => {
    const refused = await w.admin.post<Refusal>('/whatsapp', { ...input, pagerKey: '', pagerRegion: '12' });
    expect(refused).toMatchObject({ status: 400, body: { fields: { pagerRegion: 'Formato inválido' } } });
    const incomplete = await w.admin.post<Refusal>('/whatsapp', { ...input, name: 'Outros', pagerKey: '' });
    expect(incomplete).toMatchObject({ status: 400, body: { fields: { pagerKey: 'Obrigatório' } } });
    expect(connection).toMatchObject({ status: 'OPENING', pagerKeySet: true, pagerRegion: 'sul' });
    expect(await row()).toMatchObject({
      status: 'CONNECTED',
      number: '777',
      verifiedName: 'Pager SA',
      webhookUrl: `http://localhost/webhooks/pager/${connection.id}`,
      capabilities: { media: [], react: false },
    });
    const stored = await app.database.query('select credentials::text as text from connections where id = $1', [
      connection.id,
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/k-1|sul/);
    expect(bodyOf(await w.admin.get<object>(`/whatsapp/${w.connection.id}`))).toMatchObject({
      pagerKeySet: false,
      pagerRegion: null,
    });
  });

  test('receives, sends within its rate, and maps its own errors', async () => {
    expect(await webhook('wrong', page('in-1', 'oi'))).toMatchObject({ status: 403 });
    expect(await webhook('k-1', page('in-1', 'oi'))).toMatchObject({ status: 200 });
    await app.settled();
    const { tickets } = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&status=pending'));
    expect(tickets).toMatchObject([{ lastMessage: 'oi', channel: 'pager', contact: { name: 'Otto' } }]);
    const id = tickets[0]?.id;
    bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open' }));
    const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${id}`, { body: 'olá' }), 201);
    await app.settled();
    const message = expect.objectContaining({ messageId: sent.id, to: '5511977770001', body: 'olá' });
    expect(paged).toEqual([{ credentials: { key: 'k-1', region: 'sul' }, message }]);
    const slots = await app.database.query('select recipient from send_slots where connection_id = $1', [
      connection.id,
    ]);
    expect(slots).toHaveLength(2);
    const current = async (): Promise<MessageRow | undefined> =>
      bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages.at(-1);
    expect(await current()).toMatchObject({ id: sent.id, status: 'sent' });
    const report = { kind: 'status', eventId: 's-1', providerId: `page-${sent.id}`, messageId: sent.id };
    const failed = { ...report, recipient: '5511977770001', status: 'failed', timestamp: Date.now() };
    bodyOf(await webhook('k-1', { ...failed, error: { code: '7', text: 'off' } }));
    await app.settled();
    expect(await current()).toMatchObject({ status: 'failed', errorCode: '7', errorText: 'O pager está desligado' });
    expect(
      await w.attendant.post(`/messages/${id}`, {
        interactive: { type: 'button', body: 'a', buttons: [{ title: 'b' }] },
      }),
    ).toMatchObject({ status: 422, body: { code: 'ERR_CHANNEL_CANNOT' } });
    await app.database.query("update tickets set window_until = now() - interval '1 second' where id = $1", [id]);
    expect(await w.attendant.post(`/messages/${id}`, { body: 'tarde' })).toMatchObject({
      body: { code: 'ERR_WINDOW_CLOSED' },
    });
  });

  test('is disconnected by credentials that its check refuses', async () => {
    bodyOf(await w.admin.put(`/whatsapp/${connection.id}`, { pagerKey: 'revoked', pagerRegion: null }));
    await app.settled();
    expect(await row()).toMatchObject({ status: 'DISCONNECTED', pagerRegion: null, lastError: { code: '7' } });
  });
});

describe('a channel that pairs a phone', () => {
  const path = (): string => `/whatsappsession/${connection.id}`;
  const reports = (status: ConnectionStatus, qrcode = ''): Promise<void> =>
    app.nest.get(SessionReports).report(w.companyId, connection.id, { status, qrcode });

  test('shows managers its QR code, and nobody else', async () => {
    const [manager, attendant] = [await w.admin.socket(), await w.attendant.socket()];
    expect(bodyOf(await w.admin.put<PagerRow>(path()))).toMatchObject({
      status: 'qrcode',
      qrcode: `pair:${connection.id}`,
      pairs: true,
    });
    const session = { id: connection.id, status: 'qrcode', updatedAt: expect.any(String) };
    const told = { action: 'update', session: { ...session, qrcode: `pair:${connection.id}` } };
    expect(await manager.next('whatsappSession')).toEqual(told);
    expect(await attendant.next('whatsappSession')).toEqual({ action: 'update', session: { ...session, qrcode: '' } });
    expect(JSON.stringify(bodyOf(await w.attendant.get(`/whatsapp/${connection.id}`)))).not.toContain('pair:');
    await reports('PAIRING');
    expect(await manager.next('whatsappSession')).toMatchObject({ session: { status: 'PAIRING', qrcode: '' } });
    await reports('CONNECTED');
    expect(await manager.next('whatsappSession')).toMatchObject({ session: { status: 'CONNECTED', qrcode: '' } });
    manager.close();
    attendant.close();
  });

  test('is disconnected and connected again by managers', async () => {
    expect(bodyOf(await w.admin.delete<PagerRow>(path()))).toMatchObject({ status: 'DISCONNECTED', lastError: null });
    expect(bodyOf(await w.admin.post<PagerRow>(path()))).toMatchObject({ status: 'CONNECTED' });
    for (const method of ['post', 'put', 'delete'] as const)
      expect((await w.supervisor[method](path())).status).toBe(403);
    const { entries } = bodyOf(await w.admin.get<{ entries: { text: string }[] }>('/audit'));
    expect(entries[0]?.text).toBe('Desconectou a conexão');
  });

  test('a channel without a phone has no QR code, yet stops and starts', async () => {
    const sandbox = `/whatsappsession/${w.connection.id}`;
    expect(await w.admin.put<Refusal>(sandbox)).toMatchObject({
      status: 422,
      body: { code: 'ERR_CHANNEL_CANNOT', message: 'O canal desta conexão não permite esta ação.' },
    });
    const ticket = await w.customer().says('oi');
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    expect(bodyOf(await w.admin.delete<PagerRow>(sandbox))).toMatchObject({ status: 'DISCONNECTED', pairs: false });
    const send = () => w.attendant.post<MessageRow & Refusal>(`/messages/${ticket.id}`, { body: 'olá' });
    expect(await send()).toMatchObject({ status: 400, body: { code: 'ERR_WAPP_NOT_INITIALIZED' } });
    expect(bodyOf(await w.admin.post<PagerRow>(sandbox))).toMatchObject({ status: 'CONNECTED' });
    bodyOf(await send(), 201);
  });
});

test('every channel folder is discovered', () => {
  expect(app.nest.get(ChannelsService).get('pager')).toBeInstanceOf(PagerChannel);
  const folders = readdirSync(join(import.meta.dirname, '../../../src/modules/channels/connections/channels'), {
    withFileTypes: true,
  }).filter(({ name, parentPath }) => existsSync(join(parentPath, name, `${name}.channel.ts`)));
  expect(channelDefinitions.map(({ name }) => name).sort()).toEqual(
    [...folders.map(({ name }) => name), 'pager'].sort(),
  );
});

describe.each(channelDefinitions.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    const channel = (): Channel => app.nest.get(ChannelsService).get(name);
    const withoutCredentials = { id: 0, companyId: 0, channel: name, number: null, credentials: {} };

    test('declares its name, and only fields that it has', () => {
      const { label, fields = {}, encrypted = {}, checkedFields = [], generatedField } = definition;
      expect(name).toMatch(/^[a-z]{1,20}$/);
      expect(locales.filter((locale) => !label[locale])).toEqual([]);
      for (const field of [...Object.keys(encrypted), ...checkedFields, ...(generatedField ? [generatedField] : [])])
        expect(Object.keys(fields)).toContain(field);
    });

    test('implements its declared capabilities', () => {
      const { capabilities, react, edit, delete: remove, listTemplates } = channel();
      expect({
        react: react !== undefined,
        edit: edit !== undefined,
        delete: remove !== undefined,
        templates: listTemplates !== undefined,
      }).toEqual({
        react: capabilities.react,
        edit: capabilities.edit,
        delete: capabilities.delete,
        templates: capabilities.templates,
      });
    });

    test('handles a check without credentials and an unknown failure', async () => {
      const check = await channel().check(withoutCredentials);
      if (!check.ok) expect(locales.filter((locale) => !check.text[locale])).toEqual([]);
      const failure = channel().failureOf?.({ code: 'unheard-of', text: 'x' });
      if (failure) expect(locales.filter((locale) => !failure.text[locale])).toEqual([]);
    });

    test('serves the webhook that it declares', () => {
      const { webhookRoute } = definition;
      if (webhookRoute) expect(routeTable(app)).toContainEqual({ method: 'POST', path: `/${webhookRoute}` });
    });
  },
);

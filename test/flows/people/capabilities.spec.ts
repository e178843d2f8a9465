import type { Channel, ChannelCapabilities } from '../../../src/modules/channels/connections/channels/channel.js';
import { ChannelsService } from '../../../src/modules/channels/connections/channels/channels.service.js';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Refusal } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { type MessageRow, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
let ticket: TicketRow;
let messages: MessageRow[];
let restore = (): void => undefined;

const shown = async (): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?peek=true`)).messages;

beforeAll(async () => {
  const { id } = await w.customer().says('oi');
  ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  await app.settled();
  messages = await shown();
});
afterEach(() => restore());

/** The channel of the test phone with fewer capabilities. */
function without(less: Partial<ChannelCapabilities>): void {
  const channel: { capabilities: Channel['capabilities'] } = app.nest.get(ChannelsService).get('sandbox');
  const { capabilities } = channel;
  channel.capabilities = { ...capabilities, ...less };
  restore = () => {
    channel.capabilities = capabilities;
  };
}

const say = (content: object) => (): Promise<Answer<Refusal>> => w.attendant.post(`/messages/${ticket.id}`, content);
const buttons = { type: 'button', body: 'Sim?', buttons: [{ title: 'Sim' }] };
const allowed: ChannelCapabilities['media'] = ['audio', 'video', 'sticker'];

test.each<[string, Partial<ChannelCapabilities>, () => Promise<Answer<Refusal>>]>([
  ['a picture', { media: allowed }, say(form({ body: 'foto' }, [files.png]))],
  ['a document', { media: allowed }, say(form({}, [files.pdf]))],
  ['a document after an audio file', { media: allowed }, say(form({}, [files.mp3, files.pdf]))],
  ['a recording', { media: ['image'] }, say(form({ voice: 'true' }, [files.mp3]))],
  ['buttons', { buttons: false }, say({ interactive: buttons })],
  ['a template', { templates: false }, say({ template: { name: 'x', language: 'pt_BR' } })],
  ['a reaction', { react: false }, () => w.attendant.post(`/messages/${messages[0]?.id}/react`, { emoji: '👍' })],
  ['typing', { typing: false }, () => w.attendant.post(`/tickets/${ticket.id}/typing`)],
  ['the list of templates', { templates: false }, () => w.attendant.get(`/whatsapp/${w.connection.id}/templates`)],
])('%s is refused by a channel that cannot carry it, and nothing is stored', async (_name, less, ask) => {
  without(less);
  expect(await ask()).toMatchObject({ status: 422, body: { code: 'ERR_CHANNEL_CANNOT' } });
  expect(await shown()).toEqual(messages);
  const sending = "select name from outbox_jobs where ordering_key like 'send:%' and company_id = $1";
  expect(await app.database.query(sending, [w.companyId])).toEqual([]);
});

test('screens get the capabilities of a channel', async () => {
  without({ react: false, media: ['image'] });
  const { capabilities } = bodyOf(
    await w.attendant.get<{ capabilities: ChannelCapabilities }>(`/whatsapp/${w.connection.id}`),
  );
  expect(capabilities).toMatchObject({ react: false, buttons: true, media: ['image'] });
});

test('supported messages are sent', async () => {
  without({ react: false, buttons: false, media: ['image'] });
  bodyOf(await w.attendant.post(`/messages/${ticket.id}`, form({ body: 'foto' }, [files.png])), 201);
  bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'oi' }), 201);
  await app.settled();
  expect((await shown()).slice(-2).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

import type { WAMessageContent } from 'baileys';
import type { InboundEvent } from '../../src/modules/channels/connections/channels/channel.js';
import { parseWebhook } from '../../src/modules/channels/connections/channels/cloudapi/parse.js';
import { parsePageWebhook } from '../../src/modules/channels/connections/channels/graph/pages/parse.js';
import { parseMessage } from '../../src/modules/channels/connections/channels/whatsapp/parse.js';
import { InboxService } from '../../src/modules/channels/connections/inbox/inbox.service.js';
import { sharedApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { type MessageRow, type TicketRow, type World, world } from '../support/world.js';

const app = await sharedApp();
let w: World;

beforeAll(async () => {
  w = await world(app);
});

let numbers = 5_511_930_000_000;
const newNumber = (): string => {
  numbers += 1;
  return String(numbers);
};

/** What each of the providers reports of a message with this content. */
const providers = {
  cloudapi: async (from: string, content: object): Promise<InboundEvent[]> => {
    const message = { from, id: `wamid.${from}`, timestamp: '1760000100', ...content };
    const value = { metadata: { phone_number_id: '1' }, contacts: [{ wa_id: from }], messages: [message] };
    const entry = { id: '1', changes: [{ field: 'messages', value }] };
    return parseWebhook({ object: 'whatsapp_business_account', entry: [entry] }).entries.flatMap(
      ({ events }) => events,
    );
  },
  instagram: async (from: string, content: object): Promise<InboundEvent[]> =>
    page('instagram', 'instagram', from, content),
  facebook: async (from: string, content: object): Promise<InboundEvent[]> => page('facebook', 'page', from, content),
  whatsapp: async (from: string, content: object): Promise<InboundEvent[]> => {
    const received = {
      key: { remoteJid: `${from}@s.whatsapp.net`, id: `QR${from}`, fromMe: false },
      message: content as WAMessageContent,
      messageTimestamp: 1_760_000_100,
    };
    const context = { phoneOf: async () => null, seal: () => 'sealed', salt: 's', groupName: async () => null };
    const event = await parseMessage(received, context);
    return event ? [event] : [];
  },
};

function page(channel: 'facebook' | 'instagram', object: 'page' | 'instagram', from: string, content: object) {
  const event = { sender: { id: from }, recipient: { id: '9' }, timestamp: 1_760_000_100_000, ...content };
  const { entries } = parsePageWebhook({ object, entry: [{ id: '9', messaging: [event] }] }, { channel, object });
  return entries.flatMap(({ events }) => events);
}

const receive = async (events: readonly InboundEvent[]): Promise<void> => {
  await app.nest.get(InboxService, { strict: false }).storeBatched(w.companyId, w.connection.id, events);
  await app.settled();
};

const ticketsOf = async (number: string): Promise<TicketRow[]> =>
  bodyOf(await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${number}`)).tickets;

const messagesOf = async ({ id }: TicketRow): Promise<MessageRow[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;

const media = { id: '1003383421387256', mime_type: 'image/jpeg', sha256: 'x' };
const errors = [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }];
const unsupported = (type: string): object => ({ type: 'unsupported', unsupported: { type }, errors });
const file = { mediaKey: Buffer.alloc(32), directPath: '/v/t62.7118-24/f', mimetype: 'image/jpeg' };
const attachment = (type: string, payload: object, mid = 'm'): object => ({
  message: { mid: `${mid}_${type}_${newNumber()}`, attachments: [{ type, payload }] },
});
const url = 'https://lookaside.example/file';

/** Kind, content as the provider sends it, and what people read: its preview, which is its text where it shows no file. */
const kinds: readonly [keyof typeof providers, string, object, string | RegExp][] = [
  ['cloudapi', 'text', { type: 'text', text: { body: 'oi' } }, 'oi'],
  ['cloudapi', 'empty text', { type: 'text', text: {} }, 'Mensagem não suportada: texto vazio'],
  ['cloudapi', 'image', { type: 'image', image: media }, 'Foto'],
  ['cloudapi', 'video', { type: 'video', video: media }, 'Vídeo'],
  ['cloudapi', 'voice', { type: 'audio', audio: { ...media, voice: true } }, 'Mensagem de voz'],
  ['cloudapi', 'document', { type: 'document', document: { ...media, filename: 'a.pdf' } }, 'a.pdf'],
  ['cloudapi', 'sticker', { type: 'sticker', sticker: media }, 'Figurinha'],
  ['cloudapi', 'location', { type: 'location', location: { latitude: -22.9, longitude: -47.06 } }, 'Localização'],
  ['cloudapi', 'contacts', { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' } }] }, /FN:Ana/],
  ['cloudapi', 'empty contact', { type: 'contacts', contacts: [{}] }, 'Mensagem não suportada: contato vazio'],
  ['cloudapi', 'button', { type: 'button', button: { payload: 'p', text: 'Sim' } }, 'Sim'],
  [
    'cloudapi',
    'list reply',
    { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Vendas' } } },
    'Vendas',
  ],
  [
    'cloudapi',
    'order',
    {
      type: 'order',
      order: {
        catalog_id: '1',
        text: 'Para viagem',
        product_items: [
          { product_retailer_id: 'cafe-500g', quantity: 2, item_price: 34.9, currency: 'BRL' },
          { product_retailer_id: 'filtro', quantity: 1, item_price: '12.5', currency: 'BRL' },
        ],
      },
    },
    'Pedido: 2 × cafe-500g (R$ 34,90), 1 × filtro (R$ 12,50)\nTotal: R$ 82,30\nPara viagem',
  ],
  [
    'cloudapi',
    'product enquiry',
    { type: 'text', text: { body: 'Tem M?' }, context: { referred_product: { product_retailer_id: 'camisa' } } },
    'Tem M?',
  ],
  [
    'cloudapi',
    'form',
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: 'Sent',
          response_json:
            '{"flow_token":"t","nome":"Ana","screen_0_Qual_bolo_1":"0_Cenoura","extras":["vela","vela_2"]}',
        },
      },
    },
    'Formulário respondido\nnome: Ana\nQual bolo: Cenoura\nextras: vela, vela 2',
  ],
  [
    'cloudapi',
    'permission to call',
    {
      type: 'interactive',
      interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    },
    'Permissão para ligar: concedida',
  ],
  [
    'cloudapi',
    'unknown reply',
    { type: 'interactive', interactive: { type: 'call_permission_reply' } },
    'Mensagem não suportada: mensagem interativa',
  ],
  ['cloudapi', 'poll', unsupported('poll_creation'), 'Mensagem não suportada: enquete'],
  ['cloudapi', 'vote', unsupported('poll_update'), 'Mensagem não suportada: voto em enquete'],
  ['cloudapi', 'group invitation', unsupported('group_invite'), 'Mensagem não suportada: convite para grupo'],
  ['cloudapi', 'video note', unsupported('video_note'), 'Mensagem não suportada: vídeo instantâneo'],
  ['cloudapi', 'pin', unsupported('pin'), 'Mensagem não suportada: mensagem fixada'],
  ['cloudapi', 'product', unsupported('product'), 'Mensagem não suportada: produto'],
  [
    'cloudapi',
    'event',
    { type: 'event_invite', event_invite: { name: 'Festa' } },
    'Mensagem não suportada: convite para evento',
  ],
  ['cloudapi', 'kind without its part', { type: 'image' }, 'Mensagem não suportada: foto'],
  ['cloudapi', 'no kind', {}, 'Mensagem não suportada: tipo desconhecido'],
  [
    'cloudapi',
    'edit that cannot be read',
    { type: 'edit', edit: { message: { type: 'text' } } },
    'Mensagem não suportada: edição',
  ],
  ['cloudapi', "poll of one's own name", unsupported('poll'), 'Mensagem não suportada: enquete'],
  ['cloudapi', 'a kind of tomorrow', { type: 'hologram', hologram: {} }, 'Mensagem não suportada: tipo desconhecido'],
  [
    'cloudapi',
    'unavailable, from an advertisement',
    {
      type: 'unsupported',
      errors: [{ code: 131060, title: 'This message is currently unavailable.' }],
      referral: { source_type: 'ad', headline: 'Frete grátis' },
    },
    'Mensagem não suportada: indisponível no momento, peça para enviar de novo\nAnúncio: Frete grátis',
  ],
  ['facebook', 'text', { message: { mid: 'f1', text: 'oi' } }, 'oi'],
  ['facebook', 'location', attachment('location', { coordinates: { lat: -22.9, long: -47 } }), 'Localização'],
  [
    'facebook',
    'link',
    { message: { mid: 'f2', attachments: [{ type: 'fallback', title: 'Catálogo', url }] } },
    /^Catálogo/,
  ],
  ['facebook', 'picture', attachment('image', { url }), 'Foto'],
  [
    'facebook',
    'product',
    attachment('template', { product: { elements: [{ title: 'Bolo', subtitle: 'R$ 40' }] } }),
    'Bolo – R$ 40',
  ],
  ['facebook', 'template', attachment('template', {}), 'Mensagem não suportada: mensagem com botões'],
  ['facebook', 'appointment', attachment('appointment_booking', {}), 'Mensagem não suportada: agendamento'],
  ['facebook', 'postback', { postback: { mid: 'f3', title: 'Começar', payload: 'START' } }, 'Começar'],
  ['facebook', 'nothing that can be read', { message: { mid: 'f4' } }, 'Mensagem não suportada: tipo desconhecido'],
  ['instagram', 'a kind of tomorrow', attachment('hologram', {}), 'Mensagem não suportada: tipo desconhecido'],
  ['instagram', 'story mention', attachment('story_mention', { url }), 'Foto'],
  ['instagram', 'reel', attachment('ig_reel', { url, title: 'Promoção' }), 'Promoção'],
  ['instagram', 'share', attachment('share', { url }), 'Foto'],
  [
    'instagram',
    'unsupported',
    { message: { mid: 'i1', is_unsupported: true } },
    'Mensagem não suportada: tipo desconhecido',
  ],
  ['whatsapp', 'text', { conversation: 'oi' }, 'oi'],
  ['whatsapp', 'picture', { imageMessage: file }, 'Foto'],
  ['whatsapp', 'video note', { ptvMessage: file }, 'Vídeo'],
  ['whatsapp', 'live location', { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 } }, 'Localização'],
  [
    'whatsapp',
    'poll',
    { pollCreationMessageV3: { name: 'Quando?', options: [{ optionName: 'hoje' }] } },
    'Quando?\n- hoje',
  ],
  ['whatsapp', 'contact without a number', { contactMessage: { displayName: 'Beto', vcard: '' } }, /FN:Beto/],
  ['whatsapp', 'empty contact', { contactMessage: {} }, 'Mensagem não suportada: contato vazio'],
  [
    'whatsapp',
    'order',
    {
      orderMessage: {
        orderTitle: 'Loja',
        itemCount: 2,
        totalAmount1000: 82_300,
        totalCurrencyCode: 'BRL',
        message: 'oi',
      },
    },
    'Pedido: Loja\n2 itens\nTotal: R$ 82,30\noi',
  ],
  [
    'whatsapp',
    'product',
    { productMessage: { product: { title: 'Café', priceAmount1000: 34_900, currencyCode: 'BRL' } } },
    'Produto: Café\nR$ 34,90',
  ],
  ['whatsapp', 'group invitation', { groupInviteMessage: { groupName: 'Família' } }, 'Convite para grupo: Família'],
  [
    'whatsapp',
    'event',
    { eventMessage: { name: 'Festa', startTime: 1_760_000_100 } },
    'Evento: Festa\n09/10/2025, 05:55',
  ],
  ['whatsapp', 'call', { callLogMesssage: { isVideo: true } }, 'Ligação de vídeo'],
  [
    'whatsapp',
    'form',
    {
      interactiveResponseMessage: {
        body: { text: 'Respondido' },
        nativeFlowResponseMessage: { paramsJson: '{"nome":"Ana"}' },
      },
    },
    'Respondido\nnome: Ana',
  ],
  [
    'whatsapp',
    'vote',
    { pollUpdateMessage: { pollCreationMessageKey: { id: 'P1' }, vote: {} } },
    'Votou na enquete (a opção aparece só no celular)',
  ],
  [
    'whatsapp',
    'answer to an event',
    { encEventResponseMessage: { eventCreationMessageKey: { id: 'E1' } } },
    /^Respondeu ao convite do evento/,
  ],
  [
    'whatsapp',
    'text, from an advertisement',
    {
      extendedTextMessage: {
        text: 'Quero saber mais',
        contextInfo: { externalAdReply: { sourceType: 'ad', sourceId: '7', title: 'Promoção' } },
      },
    },
    'Quero saber mais',
  ],
  ['whatsapp', 'a kind of tomorrow', { hologramMessage: {} }, 'Mensagem não suportada: tipo desconhecido'],
  ['whatsapp', 'payment', { sendPaymentMessage: {} }, 'Mensagem não suportada: pagamento'],
  ['whatsapp', 'view once elsewhere', { placeholderMessage: {} }, /^Mensagem não suportada: visualização única/],
  ['whatsapp', 'file without its key', { documentMessage: {} }, 'Mensagem não suportada: documento'],
];

test.each(kinds)(
  '%s, %s: a bubble, a preview and a line of the export say what it is',
  async (channel, _kind, content, said) => {
    const number = newNumber();
    const events = await providers[channel](number, content);
    expect(events).toHaveLength(1);
    await receive(events);
    const [ticket] = await ticketsOf(number);
    if (!ticket) throw new Error('No conversation');
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1 });
    const shown = typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said);
    expect(ticket.lastMessage).toEqual(shown);
    const [message] = await messagesOf(ticket);
    const hasFile = message?.mediaMime != null;
    if (!hasFile && message?.mediaType !== 'locationMessage') expect(message?.body).toEqual(shown);
    if (!hasFile) expect(message?.body.trim()).not.toBe('');
  },
);

test('a call, and rows of other systems without a text, are words too, also where they are quoted', async () => {
  const number = newNumber();
  await receive([{ kind: 'call', eventId: 'c1', callId: 'c1', from: number, name: null, timestamp: Date.now() }]);
  const [ticket] = await ticketsOf(number);
  if (!ticket) throw new Error('No conversation');
  expect((await messagesOf(ticket))[0]).toMatchObject({ mediaType: 'call_log', body: 'Chamada perdida' });
  await app.database.query(
    `with old as (insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, media_type, status, sent_at)
       values ($1, $2, $3, $4, '', false, 'unsupported', 'received', now()) returning id)
     insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, media_type, status, sent_at, quoted_msg_id)
       select $1, $2, $3, $4, ' ', false, 'chat', 'received', now(), id from old`,
    [w.companyId, ticket.id, ticket.contactId, w.connection.id],
  );
  await app.database.query(
    "update tickets set last_message = ' ', last_message_type = 'chat', last_arrival_at = now() where id = $1",
    [ticket.id],
  );
  const [unknown, blank] = (await messagesOf(ticket)).slice(-2);
  expect(unknown?.body).toBe('Mensagem não suportada: tipo desconhecido');
  expect(blank).toMatchObject({
    body: 'Mensagem sem texto',
    quotedMsg: { body: 'Mensagem não suportada: tipo desconhecido' },
  });
  expect((await ticketsOf(number))[0]?.lastMessage).toBe('Mensagem sem texto');
  const table = bodyOf(await w.admin.get<string>('/tickets/export?status=pending&showAll=true'));
  expect(table).toContain('Mensagem sem texto');
});

test('what a pin and an advertisement without a message say is read, and opens no conversation', async () => {
  const number = newNumber();
  const pins = { pinInChatMessage: { key: { id: 'x' }, type: 1 } };
  await receive(await providers.whatsapp(number, pins));
  expect(await ticketsOf(number)).toEqual([]);
  const visitor = newNumber();
  const ad = { source: 'ADS', type: 'OPEN_THREAD', ad_id: '9', ads_context_data: { ad_title: 'Bolos' } };
  await receive(await providers.facebook(visitor, { message: { mid: `m-${visitor}`, text: 'oi' } }));
  await receive(await providers.facebook(visitor, { referral: ad }));
  await receive(await providers.facebook(visitor, { referral: { source: 'SHORTLINK', ref: 'x' } }));
  const [ticket] = await ticketsOf(visitor);
  if (!ticket) throw new Error('No conversation');
  expect(ticket.unreadMessages).toBe(1);
  expect((await messagesOf(ticket)).slice(1)).toMatchObject([
    { body: 'Veio de um anúncio: Bolos', read: true, data: { ad: { id: '9', headline: 'Bolos' } } },
  ]);
});

const changedNumber = newNumber();
test.each([
  ['request_welcome', { type: 'request_welcome' }],
  ['ephemeral', { type: 'ephemeral', errors }],
  [
    'a changed number',
    { type: 'system', system: { type: 'user_changed_number', wa_id: changedNumber, body: 'User …' } },
  ],
])('%s opens no conversation; in one it is read', async (_kind, content) => {
  const number = newNumber();
  await receive(await providers.cloudapi(number, content));
  expect(await ticketsOf(number)).toEqual([]);
  const [text] = await providers.cloudapi(number, { id: `wamid.first-${number}`, type: 'text', text: { body: 'oi' } });
  if (!text) throw new Error('No message');
  await receive([text]);
  const later = await providers.cloudapi(number, { id: `wamid.later-${number}`, ...content });
  await receive(later);
  // the conversation follows the customer to the new number
  const [ticket] = [...(await ticketsOf(number)), ...(await ticketsOf(changedNumber))];
  if (!ticket) throw new Error('No conversation');
  expect(ticket.unreadMessages).toBe(1);
  expect((await messagesOf(ticket)).slice(1).every(({ body, read }) => body.trim() !== '' && read)).toBe(true);
});

describe('a change over the Cloud API', () => {
  const changes = (by: 'customer' | 'owner', number: string, content: object): InboundEvent[] => {
    const message = {
      id: `wamid.change-${newNumber()}`,
      timestamp: '1760000200',
      from: number,
      to: number,
      ...content,
    };
    const parts = by === 'owner' ? { message_echoes: [message] } : { messages: [message] };
    const value = { metadata: { phone_number_id: '1' }, ...parts };
    const field = by === 'owner' ? 'smb_message_echoes' : 'messages';
    const entry = { id: '1', changes: [{ field, value }] };
    return parseWebhook({ object: 'whatsapp_business_account', entry: [entry] }).entries.flatMap(
      ({ events }) => events,
    );
  };
  const edit = (id: string, message: object) => ({ type: 'edit', edit: { original_message_id: id, message } });

  test.each(['customer', 'owner'] as const)('of the %s edits and deletes', async (by) => {
    const number = newNumber();
    await receive(
      await providers.cloudapi(number, { id: `wamid.start-${number}`, type: 'text', text: { body: 'oi' } }),
    );
    await receive(changes(by, number, { id: `wamid.1-${number}`, type: 'text', text: { body: 'Quero 2 caixas' } }));
    await receive(
      changes(by, number, { id: `wamid.2-${number}`, type: 'image', image: { ...media, caption: 'esta' } }),
    );
    const [ticket] = await ticketsOf(number);
    if (!ticket) throw new Error('No conversation');
    await receive(
      changes(by, number, edit(`wamid.1-${number}`, { type: 'text', text: { body: 'Quero 3 caixas' } })).concat(
        changes(by, number, edit(`wamid.2-${number}`, { type: 'image', image: { caption: 'aquela' } })),
      ),
    );
    expect((await messagesOf(ticket)).slice(1)).toMatchObject([
      { body: 'Quero 3 caixas', isEdited: true, isDeleted: false, fromMe: by === 'owner' },
      { body: 'aquela', isEdited: true },
    ]);
    // what an attendant may still see of it is nothing
    await receive(changes(by, number, { type: 'revoke', revoke: { original_message_id: `wamid.1-${number}` } }));
    expect((await messagesOf(ticket))[1]).toMatchObject({ body: '', isDeleted: true, data: null });
    expect(await messagesOf(ticket)).toHaveLength(3);
  });
});

import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { type MessageRow, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

test('a whole conversation, on both sides', async () => {
  const screen = await w.attendant.socket();
  await screen.join('Tickets', 'pending');
  const phone = await w.admin.socket();
  const ana = w.customer('Ana Souza');

  const waiting = await ana.says('Bom dia, vocês entregam hoje?');
  expect(waiting).toMatchObject({
    status: 'pending',
    userId: null,
    queueId: w.sales.id,
    unreadMessages: 1,
    lastMessage: 'Bom dia, vocês entregam hoje?',
  });
  expect(waiting.contact).toMatchObject({ name: 'Ana Souza', number: ana.number });
  const event = await screen.next<{ message: MessageRow; ticket: TicketRow }>('appMessage');
  expect(event).toMatchObject({
    action: 'create',
    message: { body: 'Bom dia, vocês entregam hoje?', fromMe: false },
    ticket: { id: waiting.id },
  });

  bodyOf(await w.attendant.put<TicketRow>(`/tickets/${waiting.id}`, { status: 'open' }));
  expect(await screen.join('ChatBox', waiting.uuid)).toBe('joined');
  bodyOf(await w.attendant.post(`/tickets/${waiting.id}/read`));
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${waiting.id}`, { body: 'Entregamos sim!' }), 201);
  expect(sent).toMatchObject({
    body: 'Entregamos sim!',
    fromMe: true,
    ack: 0,
    status: 'queued',
    user: { id: w.attendant.id },
  });
  await w.settled();
  await screen.next(
    'appMessage',
    ({ message }) => (message as MessageRow).id === sent.id && (message as MessageRow).ack === 2,
  );
  await phone.next('sandbox', ({ action, number }) => action === 'message' && number === ana.number);

  expect(await ana.sees()).toEqual([
    expect.objectContaining({ fromCustomer: true, body: 'Bom dia, vocês entregam hoje?', ack: 3 }),
    expect.objectContaining({ fromCustomer: false, body: 'Entregamos sim!', ack: 2 }),
  ]);
  await ana.reads();
  const read = await screen.next<{ message: MessageRow }>(
    'appMessage',
    ({ message }) => (message as MessageRow).ack === 3,
  );
  expect(read.message).toMatchObject({ id: sent.id, status: 'read' });

  const closed = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${waiting.id}`, { status: 'closed' }));
  expect(closed).toMatchObject({ status: 'closed', userId: w.attendant.id });
});

test('files and quotes are sent both ways', async () => {
  const rui = w.customer('Rui Lima');
  const ticket = await rui.says('', { file: files.png });
  const [picture] = bodyOf(
    await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}?peek=true`),
  ).messages;
  expect(picture).toMatchObject({
    mediaType: 'image',
    mediaMime: 'image/png',
    mediaName: 'foto.png',
    mediaSize: files.png.bytes.length,
    fromMe: false,
  });
  const download = await w.attendant.download(picture?.mediaUrl ?? '');
  expect(download.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await download.arrayBuffer()).equals(files.png.bytes)).toBe(true);

  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  const answer = form({ body: 'Segue o contrato', quotedMsg: String(picture?.id) }, [files.pdf]);
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, answer), 201);
  expect(sent).toMatchObject({
    mediaType: 'application',
    mediaName: 'contrato.pdf',
    quotedMsg: { id: picture?.id, mediaType: 'image' },
  });
  await w.settled();
  const [, onPhone] = await rui.sees();
  const [shown] = await rui.sees();
  expect(onPhone).toMatchObject({ body: 'Segue o contrato', mediaType: 'application', quotedId: shown?.id });

  await rui.says('Esse mesmo', { quotedId: onPhone?.id ?? '' });
  const { messages } = bodyOf(await w.attendant.get<{ messages: MessageRow[] }>(`/messages/${ticket.id}`));
  expect(messages.at(-1)).toMatchObject({ body: 'Esse mesmo', quotedMsg: { id: sent.id, fromMe: true } });
});

test('concurrent customers become one contact and one conversation each', async () => {
  const customers = Array.from({ length: 12 }, (_, index) => w.customer(`Cliente ${index}`));
  await Promise.all(
    customers.flatMap((customer) => [
      customer.writes('oi'),
      customer.writes('tudo bem?'),
      customer.writes('alguém aí?'),
    ]),
  );
  await w.settled();
  for (const customer of customers) {
    const { tickets } = bodyOf(
      await w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${customer.number}`),
    );
    expect(tickets).toEqual([expect.objectContaining({ status: 'pending', unreadMessages: 3 })]);
  }
});

test('only managers use the phone, and only of a sandbox connection', async () => {
  const path = `/sandbox/${w.connection.id}/messages`;
  const input = { from: '5511999998888', name: 'Ana', body: 'oi' };
  expect((await w.attendant.post(path, input)).status).toBe(403);
  expect(await w.admin.post('/sandbox/999999/messages', input)).toMatchObject({
    status: 404,
    body: { code: 'ERR_NO_WAPP_FOUND' },
  });
  expect(await w.admin.post(path, { ...input, body: ' ' })).toMatchObject({
    status: 400,
    body: { fields: { body: 'Escreva uma mensagem' } },
  });
});

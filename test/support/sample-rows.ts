import type { TestApp } from './app.js';
import { campaignsOf } from './campaigns.js';
import { bodyOf } from './client.js';
import { gatewayForm } from './other-company.js';
import type { Operation } from './routes.js';
import { type MessageRow, type World, world } from './world.js';

/** Ids of one row of each kind, by the first part of its path or the name of the parameter. */
export type SampleRows = Readonly<Record<string, number | string>>;

/** Rows for calls that may change or remove them: none that the world itself needs. */
export async function createSampleRows(app: TestApp, w: World): Promise<SampleRows> {
  const ticket = await w.customer().says('oi');
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  const sent = bodyOf(await w.attendant.post<MessageRow>(`/messages/${ticket.id}`, { body: 'olá' }), 201);
  await app.settled();
  const spare = await world(app);
  const queue = bodyOf(await w.admin.post<{ id: number }>('/queue', { name: 'Sobra', color: '#010101' }), 201);
  const phone = bodyOf(await w.admin.post<{ id: number }>('/whatsapp', { name: 'Sobra', channel: 'sandbox' }), 201);
  const chat = { title: 'Plantão', users: [w.attendant.id] };
  const chats = bodyOf(await w.admin.post<{ id: number }>('/chats', chat), 201).id;
  const said = bodyOf(await w.admin.post<{ id: number }>(`/chats/${chats}/messages`, { message: 'oi' }), 201);
  return {
    chats,
    messageId: said.id,
    tickets: (await w.customer().says('oi')).id,
    ticketId: ticket.id,
    uuid: ticket.uuid,
    messages: sent.id,
    queue: queue.id,
    queueId: queue.id,
    'queue-options': bodyOf(
      await w.admin.post<{ id: number }>('/queue-options', { queueId: w.sales.id, title: 'Planos' }),
      201,
    ).id,
    holidays: bodyOf(await w.admin.post<{ id: number }>('/holidays', { name: 'Natal', date: '2026-12-25' }), 201).id,
    users: (await w.member()).id,
    tags: w.tag.id,
    contacts: w.contact.id,
    'quick-messages': bodyOf(await w.admin.post<{ id: number }>('/quick-messages', { shortcode: 'ola' }), 201).id,
    schedules: bodyOf(
      await w.admin.post<{ id: number }>('/schedules', {
        contactId: w.contact.id,
        body: 'Bom dia!',
        sendAt: '2099-01-01T09:00',
      }),
      201,
    ).id,
    files: bodyOf(await w.admin.post<{ id: number }>('/files', { name: 'Lista', message: 'olá' }), 201).id,
    'sms-gateways': bodyOf(await w.admin.post<{ id: number }>('/sms-gateways', gatewayForm), 201).id,
    // a prompt would be called by other routes
    ...(await campaignsOf(w, null)),
    companyId: w.companyId,
    whatsapp: phone.id,
    connectionId: w.connection.id,
    companies: spare.companyId,
    plans: spare.planId,
    key: 'userRating',
    path: 'x',
  };
}

/** The path of an operation with the ids of these rows. */
export function pathOf(
  { method, path: template }: Pick<Operation, 'method' | 'path'>,
  ids: SampleRows,
  encode: (value: string) => string = String,
): string {
  const [, service] = /^\/(campaign-service\/\w+)/.exec(template) ?? [];
  const [, segment = ''] = service ? ['', service] : template.split('/');
  // the conversation where messages are read and written, else the message
  const ofTicket = /^\/messages\/:id(\/hits)?$/.test(template) && method !== 'DELETE';
  const first = ofTicket ? 'tickets' : segment;
  return template.replace(/:(\w+)/g, (_whole, name: string) =>
    encode(String(ids[name === 'id' ? first : name] ?? ids[first] ?? 1)),
  );
}

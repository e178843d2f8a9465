import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { ContactsService } from '../../../src/modules/contacts/contacts/crud/contacts.service.js';
import type { ChannelContact } from '../../../src/modules/contacts/contacts/identity/channel-contacts.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { files } from '../../support/files.js';
import { violationsIn } from '../../support/invariants.js';
import { until } from '../../support/until.js';
import { type MessageRow, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

interface ContactRecord {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly { readonly id: number; readonly name: string; readonly value: string }[];
  readonly optedOut: boolean;
}

const merge = (id: number, contactId: number) => w.admin.post<ContactRecord>(`/contacts/${id}/merge`, { contactId });
const ticketOf = async (id: number): Promise<TicketRow> => bodyOf(await w.admin.get<TicketRow>(`/tickets/${id}`));
const textsOf = async (id: number): Promise<string[]> =>
  bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages.map(({ body }) => body);
const audited = (action: string) =>
  app.database.query<{ user_id: number; subject_id: number; data: object }>(
    'select user_id, subject_id, data from audit_entries where company_id = $1 and action = $2',
    [w.companyId, action],
  );

const count = async (rows: string): Promise<number> =>
  Number(
    (await app.database.query<{ count: number }>(`select count(*) from ${rows} company_id = $1`, [w.companyId]))[0]
      ?.count,
  );

test('all rows of the younger contact move to the older, whichever is named first', async () => {
  const older = w.customer('Ana');
  const younger = w.customer('Ana de novo');
  const first = await older.says('bom dia');
  bodyOf(await w.attendant.put(`/tickets/${first.id}`, { status: 'open' }));
  bodyOf(await w.attendant.put(`/tickets/${first.id}`, { status: 'closed' }));
  const second = await younger.says('sou eu, de outro número', { file: files.png });
  bodyOf(
    await w.attendant.put(`/contacts/${second.contactId}`, {
      email: 'ana@cliente.test',
      extraInfo: [{ name: 'Cidade', value: 'Curitiba' }],
      optedOut: true,
    }),
  );
  await app.as(w.companyId, (db) =>
    db.run(
      sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (${w.companyId}, ${second.id}, ${w.tag.id})`,
    ),
  );
  const screen = await w.attendant.socket();
  await screen.join('Tickets', 'pending');

  const kept = bodyOf(await merge(second.contactId, first.contactId));
  expect(kept).toMatchObject({
    id: first.contactId,
    name: 'Ana',
    number: older.number,
    email: 'ana@cliente.test',
    optedOut: true,
    extraInfo: [
      { id: 1, name: 'Cidade', value: 'Curitiba' },
      { id: 2, name: 'Número', value: younger.number },
    ],
  });
  expect((await w.admin.get(`/contacts/${second.contactId}`)).status).toBe(404);
  expect(await ticketOf(second.id)).toMatchObject({
    contactId: first.contactId,
    contact: { name: 'Ana' },
    status: 'pending',
    unreadMessages: 1,
    tags: [{ id: w.tag.id }],
  });
  // one history
  expect(await textsOf(second.id)).toEqual(['bom dia', 'sou eu, de outro número']);
  await screen.next('contact', ({ action, contactId }) => action === 'delete' && contactId === second.contactId);
  await screen.next('ticket', ({ ticket }) => (ticket as TicketRow | undefined)?.contact.name === 'Ana');
  expect(await audited('contact.merged')).toEqual([
    {
      user_id: w.admin.id,
      subject_id: first.contactId,
      data: { mergedId: second.contactId },
    },
  ]);
  expect(await violationsIn(app)).toEqual([]);
  // the older number still finds its contact, and its open conversation
  expect((await older.says('estou aqui')).id).toBe(second.id);
});

test('the number that goes is kept as extra info once, in whatever spelling', async () => {
  const kept = w.customer('Ana');
  const [first, again] = [w.customer('Ana 2'), w.customer('Ana 3')];
  const { contactId } = await kept.says('oi');
  const known = [
    { name: 'Número', value: first.number },
    { name: 'Recado', value: `+${again.number}` },
  ];
  bodyOf(await w.admin.put(`/contacts/${contactId}`, { extraInfo: known }));
  for (const other of [first, again]) bodyOf(await merge(contactId, (await other.says('sou eu')).contactId));
  const { extraInfo } = bodyOf(await w.admin.get<ContactRecord>(`/contacts/${contactId}`));
  expect(extraInfo).toEqual(known.map((info, index) => ({ ...info, id: index + 1 })));
});

test('of two open conversations on one connection the older stays open, the younger closes without texts', async () => {
  bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { complationMessage: 'Até logo!' }));
  const older = await w.customer('Bia').says('primeira');
  const younger = w.customer('Bia 2');
  const other = await younger.says('segunda');
  await younger.writes('terceira');
  await app.settled();
  bodyOf(await w.attendant.put(`/tickets/${other.id}`, { status: 'open' }));
  bodyOf(await w.attendant.post(`/messages/${other.id}`, { body: 'já vejo' }), 201);
  await app.settled();
  const screen = await w.attendant.socket();
  await screen.join('ChatBox', other.id);

  bodyOf(await merge(older.contactId, other.contactId));
  await app.settled();
  expect(await ticketOf(older.id)).toMatchObject({
    status: 'open',
    userId: w.attendant.id,
    queueId: other.queueId,
    lastMessage: 'já vejo',
    lastMessageFromMe: true,
    unreadMessages: 3,
  });
  expect(await textsOf(older.id)).toEqual(['primeira', 'segunda', 'terceira', 'já vejo']);
  expect(await ticketOf(other.id)).toMatchObject({
    status: 'closed',
    unreadMessages: 0,
    lastMessage: '',
    contactId: older.contactId,
  });
  expect(await younger.sees()).toEqual([]);
  await screen.nextNamed('resync');
  expect(await violationsIn(app)).toEqual([]);
});

test('a merge concurrent with inbound messages loses no message', async () => {
  const customers = [w.customer('Caio'), w.customer('Caio 2')] as const;
  const [one, two] = [await customers[0].says('um'), await customers[1].says('dois')];
  const writing = [0, 1, 2, 3, 4, 5].map((n) => customers[n % 2 === 0 ? 0 : 1].writes(`mais ${n}`));
  const answer = merge(one.contactId, two.contactId);
  await Promise.all(writing);
  bodyOf(await answer);
  // a message whose contact was merged meanwhile is handled again a moment later
  for (let round = 0; round < 20 && (await count('inbox_events where processed_at is null and')) > 0; round += 1) {
    await wait(250);
    await app.settled();
  }
  expect(await count('messages where not from_me and')).toBe(8);
  expect(await violationsIn(app)).toEqual([]);
});

const waitingForLock = `select 1 from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.locktype = 'advisory' and not l.granted`;

test('a message into an open conversation waits for its lock', async () => {
  const customer = w.customer();
  const { id, contactId } = await customer.says('antes');
  const stored = (): Promise<number> => count(`messages where ticket_id = ${id} and`);
  await app.as(w.companyId, async (db) => {
    await db.lock('conversation', w.companyId, contactId, w.connection.id);
    await customer.writes('durante');
    await until('the message waits', async () => (await app.database.query(waitingForLock)).length > 0);
    expect(await stored()).toBe(1);
  });
  await app.settled();
  expect(await stored()).toBe(2);
});

test('an invalid merge is refused and changes nothing', async () => {
  const one = await w.customer().says('oi');
  expect(await merge(one.contactId, one.contactId)).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { contactId: 'Escolha outro contato' } },
  });
  expect((await merge(one.contactId, 999_999_999)).body).toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' });
  const group = bodyOf(
    await w.admin.post<ContactRecord>('/contacts', { name: 'Grupo da rua', number: '120363041234567890' }),
    201,
  );
  expect((await merge(group.id, one.contactId)).body).toMatchObject({ code: 'ERR_VALIDATION' });
  const stranger = await world(app);
  expect((await merge(one.contactId, stranger.contact.id)).status).toBe(404);
  expect((await w.supervisor.post(`/contacts/${one.contactId}/merge`, { contactId: w.contact.id })).status).toBe(403);
  expect(await audited('contact.merged')).toEqual([]);
});

describe('a LID, the provider’s id of a customer with a hidden number', () => {
  const upsert = (contact: Omit<ChannelContact, 'isGroup'>): Promise<{ id: number; created: boolean }> =>
    app.nest
      .get(Context)
      .run({}, () =>
        app.nest
          .get(Db)
          .runAs(w.companyId, () => app.nest.get(ContactsService).upsertFromChannel({ isGroup: false, ...contact })),
      );
  const get = async (id: number): Promise<ContactRecord> => bodyOf(await w.admin.get<ContactRecord>(`/contacts/${id}`));
  const lid = '123456789012345';

  test('is added to a known contact', async () => {
    const { id } = await upsert({ number: '5541988887777', name: 'Davi' });
    expect(await upsert({ number: '554188887777', name: 'Davi', lid })).toEqual({ id, created: false });
    expect(await upsert({ number: `${lid}@lid`, name: null, lid })).toEqual({ id, created: false });
  });

  test('gets its number when the provider sends it', async () => {
    const { id } = await upsert({ number: `${lid}@lid`, name: null, lid });
    expect(await upsert({ number: '5541988887777', name: 'Davi', lid })).toEqual({ id, created: false });
    expect(await get(id)).toMatchObject({ name: 'Davi', number: '5541988887777' });
  });

  test('and a number of two contacts merge them, with their history', async () => {
    const hidden = await upsert({ number: `${lid}@lid`, name: 'Davi', lid });
    const customer = w.customer('Davi Souza');
    const ticket = await customer.says('meu número');
    expect(await upsert({ number: customer.number, name: 'Davi Souza', lid })).toEqual({
      id: hidden.id,
      created: false,
    });
    expect(await get(hidden.id)).toMatchObject({ name: 'Davi', number: customer.number, extraInfo: [] });
    expect((await ticketOf(ticket.id)).contactId).toBe(hidden.id);
    expect((await customer.says('de novo')).id).toBe(ticket.id);
    expect(await violationsIn(app)).toEqual([]);
  });

  test('of a contact with another number merges nothing', async () => {
    const first = await upsert({ number: '5541988887777', name: 'Davi', lid });
    const second = await upsert({ number: '5541977776666', name: 'Davi', lid });
    expect(second.id).not.toBe(first.id);
    expect(await get(first.id)).toMatchObject({ number: '5541988887777' });
  });
});

import { createHmac } from 'node:crypto';
import { bodyOf } from '../../support/client.js';
import { CloudCompany, cloudInput } from '../../support/cloud-company.js';
import { defaultNumber } from '../../support/graph-simulator/graph-simulator.js';

/*
 * Meta's payloads of users with a username:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */

const company = await CloudCompany.start();
const { app, w } = company;
afterAll(() => company.stop());

interface Row {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly username: string | null;
  readonly optedOut: boolean;
}

let written = 0;
const seconds = (): string => String(Math.floor(Date.now() / 1000));
const wamid = (): string => `wamid.identity.${++written}`;

/** Sends a webhook with this value. */
async function reports(value: object, field = 'messages'): Promise<void> {
  const { phoneNumberId, displayPhoneNumber, wabaId } = defaultNumber;
  const metadata = { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId };
  const change = { field, value: { messaging_product: 'whatsapp', metadata, ...value } };
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [change] }] });
  const signature = createHmac('sha256', cloudInput.appSecret).update(body).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${signature}`, 'content-type': 'application/json' };
  const answer = await fetch(company.webhook, { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  await company.settled();
}

interface Ids {
  readonly number?: string;
  readonly userId?: string;
  readonly username?: string;
  readonly name?: string;
}

/** A person as Meta writes it: as a contact, as the sender of a message, and as the recipient of a status. */
const contactOf = ({ number, userId, username, name = 'Lia' }: Ids): object => ({
  profile: { name, ...(username ? { username } : {}) },
  ...(number ? { wa_id: number } : {}),
  ...(userId ? { user_id: userId } : {}),
});
const senderOf = ({ number, userId }: Ids): object => ({
  ...(number ? { from: number } : {}),
  ...(userId ? { from_user_id: userId } : {}),
});

const writes = (ids: Ids, message: object = { type: 'text', text: { body: `oi ${written}` } }): Promise<void> =>
  reports({
    contacts: [contactOf(ids)],
    messages: [{ ...senderOf(ids), id: wamid(), timestamp: seconds(), ...message }],
  });

const contactsNamed = async (searchParam: string): Promise<Row[]> =>
  bodyOf(await w.admin.get<{ contacts: Row[] }>(`/contacts?searchParam=${encodeURIComponent(searchParam)}`)).contacts;

const ticketsOf = (contactId: number): Promise<{ id: number; status: string; unread: number }[]> =>
  app.database.query('select id, status, unread_messages as unread from tickets where contact_id = $1 order by id', [
    contactId,
  ]);

/** Sends a reply of an attendant. @returns to whom, as the Graph API got it */
async function replies(ticketId: number, body: string): Promise<object> {
  bodyOf(await w.admin.put(`/tickets/${ticketId}`, { status: 'open' }));
  bodyOf(await w.admin.post(`/messages/${ticketId}`, { body }), 201);
  await company.settled();
  const sent = company.graph.log.accepted.at(-1)?.body ?? {};
  return { to: sent['to'], recipient: sent['recipient'] };
}

/** Numbers and ids that no other test has. */
function person(name: string): Required<Ids> {
  const unique = String(++written).padStart(5, '0');
  return { name, number: `5511988${unique}1`, userId: `BR.1349${unique}`, username: `${name.toLowerCase()}${unique}` };
}

describe('a customer whom Meta reports by number and user id, or by one of them', () => {
  test('is one contact with one conversation, whichever comes first', async () => {
    for (const order of [
      ['both', 'id'],
      ['id', 'both'],
      ['id', 'both', 'id', 'number'],
      ['number', 'both', 'id'],
    ]) {
      const lia = person(`Lia${order.join('')}`);
      const reported: Record<string, Ids> = {
        both: lia,
        id: { userId: lia.userId, username: lia.username, name: lia.name },
        number: { number: lia.number, name: lia.name },
      };
      for (const each of order) await writes(reported[each] ?? {});
      const [contact, ...others] = await contactsNamed(lia.name);
      expect(others).toEqual([]);
      expect(contact).toMatchObject({ number: lia.number, name: lia.name, username: lia.username });
      expect(await ticketsOf(contact?.id ?? 0)).toEqual([expect.objectContaining({ unread: order.length })]);
    }
  });

  test('is one contact when several messages arrive in one webhook', async () => {
    const ana = person('Anabel');
    const { userId, username, name } = ana;
    await reports({
      contacts: [contactOf({ userId, username, name })],
      messages: [senderOf({ userId }), senderOf(ana), senderOf({ userId })].map((from, index) => ({
        ...from,
        id: wamid(),
        timestamp: seconds(),
        type: 'text',
        text: { body: `parte ${index}` },
      })),
    });
    const [contact, ...others] = await contactsNamed(name);
    expect([others, contact?.number]).toEqual([[], ana.number]);
    expect(await ticketsOf(contact?.id ?? 0)).toEqual([expect.objectContaining({ unread: 3 })]);
  });

  test('two contacts that turn out to be one are merged: conversation, opt-out and ids', async () => {
    const { number, userId, username, name } = person('Marina');
    await writes({ number, name });
    await writes({ userId, username, name });
    const [first, second] = (await contactsNamed(name)).toSorted((a, b) => a.id - b.id);
    bodyOf(await w.admin.put(`/contacts/${second?.id}`, { ...second, optedOut: true }));
    await writes({ number, userId, username, name });
    const [kept, ...others] = await contactsNamed(name);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ id: first?.id, number, username, optedOut: true });
    expect((await ticketsOf(kept?.id ?? 0)).filter(({ status }) => status !== 'closed')).toHaveLength(1);
  });

  test('gets replies at the number, or at the id while the number is hidden', async () => {
    const { number, userId, username, name } = person('Nina');
    await writes({ userId, username, name });
    const [hidden] = await contactsNamed(name);
    const [ticket] = await ticketsOf(hidden?.id ?? 0);
    expect(await replies(ticket?.id ?? 0, 'pelo id')).toEqual({ to: undefined, recipient: userId });
    await writes({ number, userId, username, name });
    expect(await replies(ticket?.id ?? 0, 'pelo número')).toEqual({ to: number, recipient: undefined });
    await writes({ userId, username, name });
    expect(await replies(ticket?.id ?? 0, 'ainda pelo número')).toEqual({ to: number, recipient: undefined });
  });

  test('a status with both links them, and unites two contacts', async () => {
    const { number, userId, username, name } = person('Olga');
    await writes({ number, name });
    const [contact] = await contactsNamed(name);
    await writes({ userId, username, name });
    expect(await contactsNamed(name)).toHaveLength(2);
    await reports({
      contacts: [contactOf({ number, userId, username, name })],
      statuses: [
        { id: wamid(), status: 'delivered', timestamp: seconds(), recipient_id: number, recipient_user_id: userId },
      ],
    });
    expect(await contactsNamed(name)).toEqual([expect.objectContaining({ id: contact?.id, number, username })]);
    await writes({ userId, name });
    expect(await contactsNamed(name)).toHaveLength(1);
  });

  test('a status, or a failure that means a refusal, makes nobody a contact', async () => {
    const [known, stranger] = [person('Petra'), person('Quirino')];
    await writes(known);
    const failed = { status: 'failed', errors: [{ code: 131050, title: 'User stopped marketing messages' }] };
    for (const each of [
      { recipient_id: stranger.number, recipient_user_id: stranger.userId, ...failed },
      { recipient_id: stranger.number, recipient_user_id: stranger.userId, status: 'delivered' },
      // a late one, with a number that the customer no longer has
      { recipient_id: stranger.number, recipient_user_id: known.userId, status: 'read' },
    ])
      await reports({ statuses: [{ id: wamid(), timestamp: seconds(), ...each }] });
    expect(await contactsNamed(stranger.number)).toEqual([]);
    expect(await contactsNamed(known.name)).toEqual([
      expect.objectContaining({ number: known.number, optedOut: false }),
    ]);
  });

  test('a status with a new id links it through its message', async () => {
    const { number, userId, name } = person('Renata');
    await writes({ number, name });
    const [contact] = await contactsNamed(name);
    const [ticket] = await ticketsOf(contact?.id ?? 0);
    await replies(ticket?.id ?? 0, 'já com nome de usuário');
    const [sent] = await app.database.query<{ id: string }>(
      'select provider_id as id from messages where ticket_id = $1 and from_me order by id desc limit 1',
      [ticket?.id],
    );
    await reports({
      statuses: [{ id: sent?.id, status: 'read', timestamp: seconds(), recipient_user_id: userId }],
    });
    await writes({ userId, name });
    expect(await contactsNamed(name)).toEqual([expect.objectContaining({ id: contact?.id, number })]);
  });

  test('shares the number when asked for it', async () => {
    const { number, userId, name } = person('Paula');
    await writes({ userId, name });
    const card = { origin: 'contact_request', phones: [{ phone: `+${number}`, wa_id: number }], name: {} };
    await writes({ userId, name }, { type: 'contacts', contacts: [card] });
    expect(await contactsNamed(name)).toEqual([expect.objectContaining({ number })]);
    // the card of another person says nothing about the sender
    const rita = person('Rita');
    await writes(
      { userId: rita.userId, name: rita.name },
      { type: 'contacts', contacts: [{ ...card, origin: 'other' }] },
    );
    expect(await contactsNamed(rita.name)).toEqual([expect.objectContaining({ number: rita.userId })]);
  });

  test('a username is searchable and moves to who uses it now', async () => {
    const [one, other] = [person('Sara'), person('Telma')];
    await writes(one);
    await writes({ ...other, username: `@${one.username.toUpperCase()}` });
    expect(await contactsNamed(one.username)).toEqual([
      expect.objectContaining({ number: other.number, username: one.username }),
    ]);
    expect(await contactsNamed(`@${one.username}`)).toHaveLength(1);
    for (const marks of ['@', '@@', '@@@', '@@@@@']) expect(await contactsNamed(marks)).toEqual([]);
    const found = bodyOf(
      await w.admin.get<{ tickets: { contact: { number: string } }[] }>(
        `/tickets?searchParam=${one.username}&showAll=true`,
      ),
    );
    expect(found.tickets.map(({ contact }) => contact.number)).toEqual([other.number]);
  });
});

describe('a customer with a new number or a new user id', () => {
  const systemMessage = (from: object, system: object): Promise<void> =>
    reports({ messages: [{ ...from, id: wamid(), timestamp: seconds(), type: 'system', system }] });

  test('keeps contact and conversation: nothing reopens, counts as unread or goes to the old number', async () => {
    const [old, next] = [person('Uma'), person('Uma')];
    await writes(old);
    const [contact] = await contactsNamed(old.name);
    const [ticket] = await ticketsOf(contact?.id ?? 0);
    bodyOf(await w.admin.put(`/tickets/${ticket?.id}`, { status: 'closed' }));
    await company.settled();
    const [before] = await ticketsOf(contact?.id ?? 0);
    const sent = company.graph.log.accepted.length;
    const body = `User Uma changed from ${old.number} to ${next.number}`;
    const system = { body, wa_id: next.number, user_id: next.userId, type: 'user_changed_number' };
    await systemMessage(senderOf({ number: old.number }), system);
    expect(await contactsNamed(old.name)).toEqual([expect.objectContaining({ id: contact?.id, number: next.number })]);
    expect(await ticketsOf(contact?.id ?? 0)).toEqual([before]);
    expect(company.graph.log.accepted).toHaveLength(sent);
    const messages = await app.database.query(
      'select body from messages where ticket_id = $1 order by id desc limit 1',
      [ticket?.id],
    );
    expect(messages).toEqual([{ body: `O cliente mudou de número: agora é +${next.number}` }]);
    // messages and late statuses with the former user id are still this customer's
    await writes({ userId: old.userId, name: old.name });
    await writes({ userId: next.userId, name: old.name });
    expect(await contactsNamed(old.name)).toHaveLength(1);
    const open = (await ticketsOf(contact?.id ?? 0)).find(({ status }) => status !== 'closed');
    expect(await replies(open?.id ?? 0, 'no novo')).toEqual({ to: next.number, recipient: undefined });
  });

  test('is merged with the contact of the new number; a stranger makes no contact', async () => {
    const [old, next] = [person('Vera'), person('Vera')];
    await writes({ number: old.number, name: old.name });
    await writes({ number: next.number, name: old.name });
    const [contact] = (await contactsNamed(old.name)).toSorted((a, b) => a.id - b.id);
    const system = { wa_id: next.number, type: 'user_changed_number' };
    await systemMessage(senderOf({ number: old.number }), system);
    expect(await contactsNamed(old.name)).toEqual([expect.objectContaining({ id: contact?.id, number: next.number })]);
    const stranger = person('Wanda');
    await systemMessage(senderOf({ number: stranger.number }), { ...system, wa_id: person('Wanda').number });
    expect(await contactsNamed(stranger.number)).toEqual([]);
  });

  test('is found by the new user id, by whichever notice it comes', async () => {
    const [old, next, last] = [person('Xica'), person('Xica'), person('Xica')];
    await writes({ userId: old.userId, name: old.name });
    await systemMessage(senderOf({ userId: old.userId }), {
      body: `User Xica changed from ${old.userId} to ${next.userId}`,
      user_id: next.userId,
      type: 'user_changed_user_id',
    });
    const update = { timestamp: seconds(), user_id: { previous: next.userId, current: last.userId } };
    await reports({ user_id_update: [update] }, 'user_id_update');
    await writes({ userId: last.userId, name: old.name });
    expect(await contactsNamed(old.name)).toHaveLength(1);
  });

  test('keeps the line of the change when the new number is reported first', async () => {
    const [old, next] = [person('Zilda'), person('Zilda')];
    await writes(old);
    const [contact] = await contactsNamed(old.name);
    const [ticket] = await ticketsOf(contact?.id ?? 0);
    const update = {
      ...{ timestamp: seconds(), wa_id: next.number },
      user_id: { previous: old.userId, current: next.userId },
    };
    await reports({ user_id_update: [update] }, 'user_id_update');
    expect(await contactsNamed(old.name)).toEqual([expect.objectContaining({ number: next.number })]);
    await systemMessage(senderOf({ number: old.number }), { wa_id: next.number, type: 'user_changed_number' });
    expect(await contactsNamed(old.name)).toEqual([expect.objectContaining({ id: contact?.id, number: next.number })]);
    const messages = await app.database.query(
      'select body from messages where ticket_id = $1 order by id desc limit 1',
      [ticket?.id],
    );
    expect(messages).toEqual([{ body: `O cliente mudou de número: agora é +${next.number}` }]);
    // a new owner of the former number is another person
    await writes({ number: old.number, name: 'Dona nova' });
    expect(await contactsNamed('Dona nova')).toEqual([expect.objectContaining({ number: old.number })]);
  });

  test('a list and a queued campaign follow, once per person', async () => {
    const [old, next] = [person('Yara'), person('Yara')];
    await writes({ number: old.number, name: old.name });
    const list = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: 'Lista da Yara' }), 201);
    for (const { number } of [old, next])
      bodyOf(
        await w.admin.post('/contact-list-items', { contactListId: list.id, name: 'Yara', number, email: '' }),
        201,
      );
    await systemMessage(senderOf({ number: old.number }), { wa_id: next.number, type: 'user_changed_number' });
    expect(
      await app.database.query('select number from contact_list_items where contact_list_id = $1', [list.id]),
    ).toEqual([{ number: next.number }]);
  });
});

test.each([
  ['Mexico', '5215512345678', '525512345678', '525512345678'],
  ['Argentina', '5491123456789', '541123456789', '5491123456789'],
  ['Brazil', '551187654321', '5511987654321', '5511987654321'],
])('a customer in %s is one contact in both spellings', async (country, one, other, stored) => {
  await writes({ number: one, name: `Zé ${country}` });
  await writes({ number: other, name: `Zé ${country}` });
  await writes({ number: one, name: `Zé ${country}` });
  const [contact, ...others] = await contactsNamed(`Zé ${country}`);
  expect([contact?.number, others]).toEqual([stored, []]);
  const again = await w.admin.post('/contacts', { name: 'Outro', number: `+${other}`, email: '' });
  expect(again.status).toBe(409);
  const list = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: `Lista ${country}` }), 201);
  const added = [one, other].map((number) =>
    w.admin.post('/contact-list-items', { contactListId: list.id, name: 'Zé', number: `+${number}`, email: '' }),
  );
  expect((await Promise.all(added)).map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

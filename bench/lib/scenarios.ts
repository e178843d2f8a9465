import { createHmac, randomUUID } from 'node:crypto';
import { PasswordHasher } from '../../src/core/crypto/password-hasher.js';
import { demoPassword } from '../../src/demo/logins.js';
import type { Call, Client } from './open-loop.js';
import { bearer, signInAs } from './people.js';
import type { Watch } from './statements.js';

export interface Scenario {
  readonly name: string;
  /** Requests a second. */
  readonly rate: number;
  readonly call: (index: number) => Call;
  /** What of a call only one may have, so that its statements can be repeated with another. */
  readonly unique?: (call: Call) => string[];
  /** Leaves jobs behind. */
  readonly writes?: boolean;
  /** The part of it that is neither database nor HTTP. */
  readonly alone?: () => Promise<unknown>;
}

export interface Company {
  readonly id: number;
  readonly host: string;
  readonly managerToken: string;
  readonly webhook: Webhook;
}

export interface Webhook {
  readonly connectionId: number;
  /** Somebody writes; without a number, one of three hundred. */
  call(index: number, body: string, from?: string): Call;
}

/** The largest loaded company, with a Cloud API number made for this run. */
export async function enter(client: Client, watch: Watch): Promise<Company> {
  const { id, name } = await watch.one<{ id: number; name: string }>(
    "select c.id, c.name from companies c where c.name ~ '^Carga \\d+$' order by (select count(*) from tickets t where t.company_id = c.id) desc limit 1",
  );
  const host = `${name.toLowerCase().replaceAll(' ', '')}.local`;
  const { token } = await signInAs(client, `gestor1@${host}`);
  return { id: Number(id), host, managerToken: token, webhook: await openWebhook(client, token) };
}

/** A Cloud API number of the manager's company, made now. */
export async function openWebhook(client: Client, token: string): Promise<Webhook> {
  const phone = String(100_000_000_000 + Math.floor(Math.random() * 899_999_999_999));
  const secret = randomUUID();
  const input = {
    name: `Bench ${phone}`,
    channel: 'cloudapi',
    facebookUserId: phone,
    facebookUserToken: 'no-token',
    appSecret: secret,
    metaToken: 'bench',
    queueIds: [],
  };
  const { id } = await client.json<{ id: number }>({
    method: 'POST',
    path: '/whatsapp',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(input),
  });
  return {
    connectionId: Number(id),
    call: (index, text, from = `551193${String(index % 300).padStart(7, '0')}`) => {
      const message = {
        from,
        id: `wamid.${randomUUID()}`,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'text',
        text: { body: text },
      };
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '551140028922', phone_number_id: phone },
        contacts: [{ profile: { name: 'Ana Beatriz Lima' }, wa_id: from }],
        messages: [message],
      };
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '102290129340398', changes: [{ value, field: 'messages' }] }],
      });
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
      return { method: 'POST', path: `/webhooks/cloudapi/${id}`, headers, body };
    },
  };
}

/** What people and providers do all day, each at a rate of its own. */
export async function scenarios(client: Client, watch: Watch, company: Company): Promise<Scenario[]> {
  const { id, host, managerToken, webhook } = company;
  const attendant = await watch.one<{ email: string }>(
    `select u.email from users u where u.company_id = $1 and u.profile = 'user'
     order by (select count(*) from tickets t where t.company_id = $1 and t.user_id = u.id and t.status = 'open') desc limit 1`,
    [id],
  );
  const { token: attendantToken } = await signInAs(client, attendant.email);
  const deep = await cursors(watch, id);
  const rare = await rareWords(watch, id);
  const [long, open] = [await longTickets(watch, id), await openTickets(watch, id)];
  const get = (name: string, path: (index: number) => string, { rate = 150, token = managerToken } = {}): Scenario => ({
    name,
    rate,
    call: (index) => ({ method: 'GET', path: path(index), headers: bearer(token) }),
  });
  const post = (index: number): Call => ({
    method: 'POST',
    path: `/messages/${pick(open, index)}`,
    headers: { 'content-type': 'application/json', ...bearer(managerToken) },
    body: JSON.stringify({ body: `Mensagem ${index} da carga, combinado?`, clientMessageId: randomUUID() }),
  });
  // others than the two above: a new sign-in ends the account's other sessions
  const people = Array.from({ length: 30 }, (_, index) => `atendente${7 + index}@${host}`).filter(
    (email) => email !== attendant.email,
  );
  const login = (index: number): Call => ({
    method: 'POST',
    path: '/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: pick(people, index), password: demoPassword }),
  });
  const search = (name: string, words: readonly string[]): Scenario =>
    get(
      `search, ${name}`,
      (index) => `/tickets?showAll=true&pageNumber=1&searchParam=${encodeURIComponent(pick(words, index))}`,
      { rate: 20 },
    );
  const names = ['Paula Oliv', 'Hugo', 'Rafael S', 'Lima', '11900'];
  const intake = (name: string, rate: number): Scenario => ({
    name,
    rate,
    call: (index) => webhook.call(index, `Carga ${index}`),
    unique: uuidsOf,
    writes: true,
  });
  const passwords = new PasswordHasher();
  const hash = await passwords.hash(demoPassword);
  return [
    get('open list, manager, all', () => '/tickets?status=open&showAll=true'),
    get('open list, attendant', () => '/tickets?status=open', { token: attendantToken }),
    get(
      `closed list, ${deep.depth} deep`,
      (index) => `/tickets?status=closed&showAll=true&cursor=${pick(deep.all, index)}`,
    ),
    get('messages page', (index) => `/messages/${pick(long, index)}?peek=true`),
    get('contacts', () => '/contacts?pageNumber=1'),
    get('contacts, search', (index) => `/contacts?pageNumber=1&searchParam=${encodeURIComponent(pick(names, index))}`, {
      rate: 50,
    }),
    search('frequent word', ['obrigado', 'orçamento', 'pedido', 'entrega']),
    search('rare word', rare),
    search('prefix', ['orcam', 'transport', 'imobili', 'agend']),
    { name: 'POST message', rate: 40, call: post, unique: uuidsOf, writes: true },
    intake('webhook', 60),
    intake('webhook, rush', 240),
    { name: 'login', rate: 10, call: login, writes: true, alone: () => passwords.verify(hash, demoPassword) },
  ];
}

const uuidsOf = ({ body = '' }: Call): string[] => body.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The database is not loaded: npm run bench:seed');
  return found;
}

/** Places deep in the closed list, as the server writes them. */
async function cursors(watch: Watch, companyId: number): Promise<{ depth: number; all: string[] }> {
  const { closed } = await watch.one<{ closed: string }>(
    "select count(*) as closed from tickets where company_id = $1 and status = 'closed'",
    [companyId],
  );
  const depth = Math.min(80_000, Math.floor(Number(closed) / 2));
  const found = await watch.rows<{ at: string; id: string }>(
    `select to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id from tickets
     where company_id = $1 and status = 'closed' order by updated_at desc, id desc offset $2 limit 200`,
    [companyId, depth],
  );
  return { depth, all: found.map(({ at, id }) => Buffer.from(`${at}|${id}`).toString('base64url')) };
}

/** Models that the loaded messages name, hardly any of them often. */
async function rareWords(watch: Watch, companyId: number): Promise<string[]> {
  const found = await watch.rows<{ word: string }>(
    `select distinct word from (
       select substring(body from ' modelo (\\S+)$') as word from messages where company_id = $1 order by id limit 20000
     ) x where word is not null order by word limit 200`,
    [companyId],
  );
  return found.map(({ word }) => word);
}

async function longTickets(watch: Watch, companyId: number): Promise<string[]> {
  const found = await watch.rows<{ id: string }>(
    `select t.id from tickets t where t.company_id = $1 and t.status = 'open'
       and (select count(*) from messages m where m.company_id = t.company_id and m.contact_id = t.contact_id) >= 20 limit 200`,
    [companyId],
  );
  return found.map(({ id }) => id);
}

async function openTickets(watch: Watch, companyId: number): Promise<string[]> {
  const found = await watch.rows<{ id: string }>(
    "select id from tickets where company_id = $1 and status = 'open' and channel = 'sandbox' limit 200",
    [companyId],
  );
  return found.map(({ id }) => id);
}

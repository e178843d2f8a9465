import { randomInt } from 'node:crypto';
import type { MessageRow } from '../../src/modules/conversations/messages/queries/messages.queries.js';
import type { TicketRow } from '../../src/modules/conversations/tickets/queries/tickets.queries.js';
import type { TestApp } from './app.js';
import { bodyOf, type Client } from './client.js';
import type { TestFile } from './files.js';

export type { MessageRow, TicketRow };

export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface Member {
  readonly profile?: 'user' | 'supervisor' | 'admin';
  readonly queueIds?: readonly number[];
  readonly allTicket?: 'enabled' | 'desabled';
  readonly name?: string;
}

/** A customer with a phone of the sandbox. */
export interface Customer {
  readonly number: string;
  readonly name: string;
  /** Writes and waits until it was handled. @returns its conversation */
  says(body: string, more?: { file?: TestFile; quotedId?: string }): Promise<TicketRow>;
  /** Writes without waiting. @returns the phone's id of the message */
  writes(body: string, more?: { file?: TestFile; quotedId?: string }): Promise<string>;
  /** Opens the chat: ticks turn blue. */
  reads(): Promise<void>;
  /** The messages that the phone shows. */
  sees(): Promise<SandboxView[]>;
}

export interface SandboxView {
  readonly id: string;
  readonly fromCustomer: boolean;
  readonly body: string;
  readonly mediaUrl: string | null;
  readonly mediaType: string;
  readonly quotedId: string | null;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  readonly isForwarded: boolean;
  readonly ack: number;
}

/** A separate company with signed-in users. */
export interface World<App extends WorldHost = TestApp> {
  readonly app: App;
  readonly companyId: number;
  readonly planId: number;
  readonly admin: Client;
  /** Of {@link sales} and {@link support}. */
  readonly supervisor: Client;
  /** Of {@link sales} only. */
  readonly attendant: Client;
  readonly sales: Named;
  readonly support: Named;
  readonly tag: Named;
  readonly contact: Named & { readonly number: string };
  /** A sandbox connection that assigns its conversations to {@link sales}. */
  readonly connection: Named;
  /** Another signed-in user. */
  member(member?: Member): Promise<Client>;
  customer(name?: string): Customer;
  settled(): Promise<void>;
}

/** Flags and limits of a plan that allows everything. */
export const generousPlan = {
  value: 0,
  users: 200,
  connections: 20,
  queues: 50,
  leadsLimit: 1000,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useIntegrations: true,
  useAiActive: true,
  useSms: true,
  useLeads: true,
};

export interface WorldOptions {
  readonly plan?: Partial<typeof generousPlan>;
  /** In every name and text of the company, to tell its rows from others. */
  readonly mark?: string;
}

export const password = 'senha-de-teste';
/** Letters that tests do not search for, so that a mark is never found by chance. */
const rareLetters = 'jkqvwxyz';
const unique = (length = 10): string =>
  Array.from({ length }, () => rareLetters[randomInt(rareLetters.length)]).join('');
/** No two users may have the same one. */
const uniqueEmail = (who: string): string => `${who.slice(0, 4)}-${unique(12)}@empresa.test`;
const newNumber = (): string => `5511${randomInt(900_000_000, 999_999_999)}`;

/** What a world needs of its application. */
export type WorldHost = Pick<TestApp, 'platform' | 'visitor' | 'settled' | 'companies'>;

/** Creates a company by the API: a super-administrator its account, its manager everything else. */
export async function world<App extends WorldHost = TestApp>(
  app: App,
  { plan = {}, mark = unique() }: WorldOptions = {},
): Promise<World<App>> {
  const made = async <T = Named>(client: Client, path: string, body: object): Promise<T> =>
    bodyOf(await client.post<T>(path, body), 201);
  const signedIn = async (email: string): Promise<Client> => {
    const client = app.visitor();
    bodyOf(await client.signIn(email, password));
    return client;
  };
  const { id: planId } = await made(app.platform, '/plans', {
    name: `Plano ${mark} ${unique()}`.slice(0, 50),
    ...generousPlan,
    ...plan,
  });
  const email = uniqueEmail('gestor');
  const company = await made(app.platform, '/companies', {
    name: `Empresa ${mark} ${unique()}`,
    email,
    planId,
    userName: `Gestora ${mark}`,
    password,
  });
  app.companies?.push(company.id);
  const admin = await signedIn(email);
  const sales = await made(admin, '/queue', {
    name: `Vendas ${mark}`,
    color: '#1f6feb',
    greetingMessage: `Olá da ${mark}`,
    orderQueue: 1,
  });
  const support = await made(admin, '/queue', { name: `Suporte ${mark}`, color: '#2da44e', orderQueue: 2 });
  const member = async ({
    profile = 'user',
    queueIds = [sales.id],
    allTicket = 'desabled',
    name = `Pessoa ${mark}`,
  }: Member = {}): Promise<Client> => {
    const address = uniqueEmail(profile);
    await made(admin, '/users', { name, email: address, password, profile, queueIds, allTicket });
    return signedIn(address);
  };
  const connection = await made(admin, '/whatsapp', {
    name: `Telefone ${mark}`.slice(0, 50),
    channel: 'sandbox',
    queueIds: [sales.id],
  });
  const supervisor = await member({
    profile: 'supervisor',
    queueIds: [sales.id, support.id],
    name: `Supervisora ${mark}`,
  });
  const attendant = await member({ name: `Atendente ${mark}` });

  const customer = (name = `Cliente ${mark}`): Customer => {
    const number = newNumber();
    const base = `/sandbox/${connection.id}`;
    const writes: Customer['writes'] = async (body, { file, quotedId } = {}) => {
      const media = file ? { mime: file.mime, name: file.name, data: file.bytes.toString('base64') } : null;
      const answer = await admin.post<{ id: string }>(`${base}/messages`, {
        from: number,
        name,
        body,
        media,
        quotedId: quotedId ?? null,
      });
      return bodyOf(answer, 202).id;
    };
    const ticket = async (): Promise<TicketRow> => {
      const { tickets } = bodyOf(
        await admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${number}`),
      );
      const [newest] = tickets.toSorted((a, b) => b.id - a.id);
      if (!newest) throw new Error(`${name} has no conversation`);
      return newest;
    };
    return {
      number,
      name,
      writes,
      says: async (body, more) => {
        await writes(body, more);
        await app.settled();
        return ticket();
      },
      reads: async () => {
        bodyOf(await admin.post<object>(`${base}/read`, { number }));
        await app.settled();
      },
      sees: async () =>
        bodyOf(await admin.get<{ messages: SandboxView[] }>(`${base}/messages?number=${number}`)).messages,
    };
  };

  return {
    app,
    companyId: company.id,
    planId,
    admin,
    supervisor,
    attendant,
    sales,
    support,
    connection,
    member,
    customer,
    tag: await made(admin, '/tags', { name: `Tag ${mark}`, color: '#8250df' }),
    contact: await made<Named & { number: string }>(admin, '/contacts', {
      name: `Contato ${mark}`,
      number: newNumber(),
      email: `${unique()}@cliente.test`,
    }),
    settled: () => app.settled(),
  };
}

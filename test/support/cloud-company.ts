import { randomUUID } from 'node:crypto';
import { sharedApp, startApp, type TestApp } from './app.js';
import { bodyOf } from './client.js';
import { defaultNumber, GraphSimulator, sends } from './graph-simulator/graph-simulator.js';
import type { SimulatorLog } from './graph-simulator/log.js';
import { reachablePorts } from './reachable-ports.js';
import { type MessageRow, type Named, type TicketRow, type World, world } from './world.js';

export interface ConnectionRow extends Named {
  readonly status: string;
  readonly number: string | null;
  readonly lastError: { readonly code: string; readonly text: string } | null;
  readonly verifiedName: string | null;
  readonly quality: string | null;
  readonly messagesPerSecond: number | null;
  readonly pausedUntil: string | null;
  readonly pauseReason: { readonly code: string; readonly text: string } | null;
  readonly warning: { readonly code: string; readonly text: string } | null;
  readonly webhookUrl: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export interface Conversation {
  readonly number: string;
  readonly ticket: TicketRow;
  /** Meta's id of the customer's first message. */
  readonly wamid: string;
}

export interface CloudSetup {
  /** Environment variables: the company then has an application of its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the connection has beside {@link cloudInput}. */
  readonly connection?: object;
}

const hourMs = 3_600_000;

export const cloudInput = {
  name: 'WhatsApp da empresa',
  channel: 'cloudapi',
  facebookUserId: defaultNumber.phoneNumberId,
  facebookPageUserId: defaultNumber.wabaId,
  facebookUserToken: defaultNumber.token,
  appSecret: 'simulated-app-secret',
};

/** A company with a connection to the simulated Graph API, and what tests do with both. */
export class CloudCompany {
  private numbers = 5_511_950_000_000;

  private constructor(
    readonly graph: GraphSimulator,
    readonly app: TestApp,
    readonly w: World,
    readonly connection: ConnectionRow,
    /** Milliseconds by which Meta's clock is ahead of ours. */
    private readonly clock: { ahead: number },
  ) {}

  /** Call it at the top level of a spec file. */
  static async start({ env, connection = {} }: CloudSetup = {}): Promise<CloudCompany> {
    const clock = { ahead: 0 };
    const graph = new GraphSimulator({
      statuses: { delayMs: [0, 0] },
      // one POST at a time: the platform guarantees no order between concurrent ones
      webhooks: { parallel: 1 },
      window: true,
      now: () => Date.now() + clock.ahead,
    });
    await graph.start(env ? 0 : (await reachablePorts()).graph);
    const app = await (env ? startApp({ GRAPH_API_URL: graph.url, ...env }) : sharedApp());
    const w = await world(app);
    const input = { ...cloudInput, ...connection, queueIds: [w.sales.id] };
    const made = bodyOf(await w.admin.post<ConnectionRow>('/whatsapp', input), 201);
    const company = new CloudCompany(graph, app, w, made, clock);
    graph.setCallbackUrl(company.webhook);
    await company.settled();
    return company;
  }

  /** The webhook address of the connection. */
  get webhook(): string {
    return `${this.app.url}/webhooks/cloudapi/${this.connection.id}`;
  }

  async stop(): Promise<void> {
    await this.graph.stop();
    if (this.app.companies) await this.leave();
    else await this.app.close();
  }

  /** The next spec file's company has the same number at a simulator of its own. */
  private async leave(): Promise<void> {
    await this.app.database.query('delete from outbox_jobs where company_id = $1', [this.w.companyId]);
    await this.app.database.query('update connections set deleted_at = now() where company_id = $1', [
      this.w.companyId,
    ]);
  }

  /** Ends all faults and pauses, here and in the simulator. */
  async clearFaults(): Promise<void> {
    this.graph.clearFaults();
    this.graph.restoreToken(defaultNumber.token);
    await this.app.database.query(
      "update connections set troubles = 0, status = 'CONNECTED', last_error = null where id = $1",
      [this.connection.id],
    );
    await this.advancePastLimits();
  }

  /** Until no job is due and no webhook waits. */
  async settled(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await this.graph.settled();
      await this.app.settled();
    }
  }

  /** As after ten minutes: pauses are over and rate limits are free, in the simulator too. */
  async advancePastLimits(): Promise<void> {
    this.clock.ahead += 600_000;
    await this.app.database.query('update connections set paused_until = null where company_id = $1', [
      this.w.companyId,
    ]);
    await this.app.database.query('delete from send_slots where company_id = $1', [this.w.companyId]);
    await this.runDueJobs();
  }

  /** Makes all waiting jobs of the company due. */
  async runDueJobs(): Promise<void> {
    // a job that ends meanwhile, and its followers, would be locked in another order
    await this.settled();
    await this.app.database.query(
      'update outbox_jobs set run_at = now() - make_interval(secs => 1), leased_until = null where failed_at is null and company_id = $1',
      [this.w.companyId],
    );
    await this.settled();
  }

  async pauseConnection(): Promise<void> {
    await this.app.database.query("update connections set paused_until = now() + interval '1 hour' where id = $1", [
      this.connection.id,
    ]);
  }

  /** The connection as a manager reads it. */
  async connectionRow(): Promise<ConnectionRow> {
    return bodyOf(await this.w.admin.get<ConnectionRow>(`/whatsapp/${this.connection.id}`));
  }

  /** A number that never wrote. */
  newNumber(): string {
    this.numbers += 1;
    return String(this.numbers);
  }

  /** Conversations that customers began, so many hours ago, and the attendant accepted; at most a page of them. */
  async conversations(count: number, hoursAgo = 0): Promise<Conversation[]> {
    const at = this.graph.options.now() - hoursAgo * hourMs;
    const began = Array.from({ length: count }, () => {
      const number = this.newNumber();
      return { number, wamid: this.graph.customerSends({ from: number, name: 'Marina Costa', at }, sends.text('Olá')) };
    });
    await this.settled();
    const { tickets } = bodyOf(
      await this.w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&status=pending'),
    );
    return Promise.all(
      began.map(async ({ number, wamid }) => {
        const id = tickets.find(({ contact }) => contact.number === number)?.id;
        const ticket = bodyOf(await this.w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
        return { number, wamid, ticket };
      }),
    );
  }

  async conversation(hoursAgo = 0): Promise<Conversation> {
    const [made] = await this.conversations(1, hoursAgo);
    if (!made) throw new Error('No conversation');
    return made;
  }

  async twoConversations(): Promise<[Conversation, Conversation]> {
    const [first, second] = await this.conversations(2);
    if (!first || !second) throw new Error('No two conversations');
    return [first, second];
  }

  /** The owner writes on the phone that has the same number. @param content `type` and what belongs to it */
  async ownerSends(to: string, content: { readonly type: string } & Record<string, unknown>): Promise<string> {
    const { displayPhoneNumber: from, phoneNumberId, wabaId } = defaultNumber;
    const id = `wamid.echo-${randomUUID()}`;
    const timestamp = String(Math.floor(this.graph.options.now() / 1000));
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: from, phone_number_id: phoneNumberId },
      message_echoes: [{ from, to, id, timestamp, ...content }],
    };
    this.graph.postWebhook({
      object: 'whatsapp_business_account',
      entry: [{ id: wabaId, changes: [{ field: 'smb_message_echoes', value }] }],
    });
    await this.settled();
    return id;
  }

  /** The newest conversation of a customer. */
  async ticketOf(number: string): Promise<TicketRow> {
    const { tickets } = bodyOf(
      await this.w.admin.get<{ tickets: TicketRow[] }>(`/tickets?showAll=true&searchParam=${number}`),
    );
    const [ticket] = tickets.toSorted((a, b) => b.id - a.id);
    if (!ticket) throw new Error(`No conversation of ${number}`);
    return ticket;
  }

  async messagesOf({ id }: TicketRow): Promise<MessageRow[]> {
    return bodyOf(await this.w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`)).messages;
  }

  /** A message of the conversation as the API returns it now. */
  async current(ticket: TicketRow, id: number): Promise<MessageRow | undefined> {
    return (await this.messagesOf(ticket)).find((message) => message.id === id);
  }

  /** The attendant sends a text, or any other request body. */
  async post({ id }: TicketRow, content: string | object): Promise<MessageRow> {
    const body = typeof content === 'string' ? { body: content } : content;
    return bodyOf(await this.w.attendant.post<MessageRow>(`/messages/${id}`, body), 201);
  }

  /** Posts and waits for the outcome. */
  async send(ticket: TicketRow, content: string | object): Promise<MessageRow> {
    const sent = await this.post(ticket, content);
    await this.settled();
    return sent;
  }

  /** Status and error code of each message. */
  async statusesOf(...messages: readonly MessageRow[]): Promise<string[]> {
    const rows = await this.app.database.query<{ status: string; code: string | null }>(
      'select status, error_code as code from messages where id = any($1) order by id',
      [messages.map(({ id }) => id)],
    );
    return rows.map(({ status, code }) => (code ? `${status} ${code}` : status));
  }

  /** What the simulator accepted for this message. */
  accepted(id: number): SimulatorLog['accepted'] {
    return this.graph.log.accepted.filter(({ callbackData }) => callbackData === String(id));
  }

  /** Number of send requests, refused or not. */
  get sendRequests(): number {
    return this.graph.log.requests.filter(({ path }) => path.endsWith('/messages')).length;
  }

  /** Number of refusals with a code. */
  refusals(code: number): number {
    return this.graph.log.requests.filter((request) => request.code === code).length;
  }
}

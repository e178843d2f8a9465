import { startApp, type TestApp } from './app.js';
import { bodyOf } from './client.js';
import { defaultNumber, GraphSimulator, sends } from './graph-simulator/graph-simulator.js';
import { type MessageRow, type Named, type TicketRow, type World, world } from './world.js';

export interface ConnectionRow extends Named {
  readonly status: string;
  readonly number: string | null;
  readonly lastError: string | null;
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
}

export const cloudInput = {
  name: 'WhatsApp da empresa',
  channel: 'cloudapi',
  facebookUserId: defaultNumber.phoneNumberId,
  facebookPageUserId: defaultNumber.wabaId,
  facebookUserToken: defaultNumber.token,
  appSecret: 'simulated-app-secret',
};

/** A company that talks through the simulated Graph API, and what a test does with the two. */
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

  /** `overrides` are environment variables. */
  static async start(overrides: Readonly<Record<string, string>> = {}): Promise<CloudCompany> {
    const clock = { ahead: 0 };
    const graph = new GraphSimulator({
      statuses: { delayMs: [0, 0] },
      webhooks: { parallel: 1 },
      now: () => Date.now() + clock.ahead,
    });
    await graph.start();
    const app = await startApp({ GRAPH_API_URL: graph.url, OUTBOUND_ALLOW: graph.host, ...overrides });
    const w = await world(app);
    const made = await w.admin.post<ConnectionRow>('/whatsapp', { ...cloudInput, queueIds: [w.sales.id] });
    const company = new CloudCompany(graph, app, w, bodyOf(made, 201), clock);
    graph.callTo(`${app.url}/webhooks/cloudapi/${company.connection.id}`);
    await company.settled();
    return company;
  }

  async stop(): Promise<void> {
    await this.graph.stop();
    await this.app.close();
  }

  /** Nothing goes wrong any more, here or there. */
  async heal(): Promise<void> {
    this.graph.heal();
    this.graph.reviveToken(defaultNumber.token);
    await this.app.database.query("update connections set troubles = 0, status = 'CONNECTED' where id = $1", [
      this.connection.id,
    ]);
    await this.later();
  }

  /** Until neither side has anything left to do or to say. */
  async settled(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await this.graph.settled();
      await this.app.settled();
    }
  }

  /** Ten minutes pass: pauses are over and rates have room again, at Meta too. */
  async later(): Promise<void> {
    this.clock.ahead += 600_000;
    await this.app.database.query('update connections set paused_until = null');
    await this.app.database.query('delete from send_slots');
    await this.due();
  }

  /** Jobs look again now, whatever they waited for. */
  async due(): Promise<void> {
    await this.app.database.query(
      'update outbox_jobs set run_at = now() - make_interval(secs => 1), leased_until = null where failed_at is null',
    );
    await this.settled();
  }

  async pause(): Promise<void> {
    await this.app.database.query("update connections set paused_until = now() + interval '1 hour' where id = $1", [
      this.connection.id,
    ]);
  }

  /** The connection as managers see it. */
  async shown(): Promise<ConnectionRow> {
    return bodyOf(await this.w.admin.get<ConnectionRow>(`/whatsapp/${this.connection.id}`));
  }

  /** Conversations that customers began and the attendant accepted; at most a page of them. */
  async conversations(count: number): Promise<Conversation[]> {
    const made = Array.from({ length: count }, () => {
      this.numbers += 1;
      return String(this.numbers);
    });
    for (const from of made) this.graph.customerSends({ from }, sends.text('Olá'));
    await this.settled();
    const { tickets } = bodyOf(
      await this.w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&status=pending'),
    );
    return Promise.all(
      made.map(async (number) => {
        const id = tickets.find(({ contact }) => contact.number === number)?.id;
        return { number, ticket: bodyOf(await this.w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' })) };
      }),
    );
  }

  async conversation(): Promise<Conversation> {
    const [made] = await this.conversations(1);
    if (!made) throw new Error('No conversation');
    return made;
  }

  async twoConversations(): Promise<[Conversation, Conversation]> {
    const [first, second] = await this.conversations(2);
    if (!first || !second) throw new Error('No two conversations');
    return [first, second];
  }

  async post({ id }: TicketRow, body: string): Promise<MessageRow> {
    return bodyOf(await this.w.attendant.post<MessageRow>(`/messages/${id}`, { body }), 201);
  }

  /** Status of each message, and the code of what went wrong. */
  async stateOf(...messages: readonly MessageRow[]): Promise<string[]> {
    const rows = await this.app.database.query<{ status: string; code: string | null }>(
      'select status, error_code as code from messages where id = any($1) order by id',
      [messages.map(({ id }) => id)],
    );
    return rows.map(({ status, code }) => (code ? `${status} ${code}` : status));
  }

  /** How often Meta was asked to send something, refused or not. */
  get asked(): number {
    return this.graph.log.requests.filter(({ path }) => path.endsWith('/messages')).length;
  }

  /** How often Meta refused something with a code. */
  refusals(code: number): number {
    return this.graph.log.requests.filter((request) => request.code === code).length;
  }
}

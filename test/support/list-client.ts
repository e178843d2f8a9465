import type { TicketStatus } from '../../src/modules/conversations/tickets/ticket.entity.js';
import { bodyOf, type Client } from './client.js';
import type { MessageEvent, TicketEvent } from './event-driven-client.js';
import type { LiveSocket } from './live-socket.js';
import type { TicketRow } from './world.js';

const statuses = ['open', 'pending', 'closed'] as const satisfies readonly TicketStatus[];

export interface ListOptions {
  /** The selected departments. */
  readonly queueIds: readonly number[];
  readonly showAll?: boolean;
}

/**
 * An existing client of the product family: one list for each status, updated by the live list rules of spec 000 §4 and never
 * requested again. `update` adds a row to a list or replaces it there; only `delete` removes one.
 */
export class ListClient {
  private readonly lists = new Map<TicketStatus, Map<number, TicketRow>>(statuses.map((status) => [status, new Map()]));
  private read = 0;

  private constructor(
    readonly client: Client,
    private readonly socket: LiveSocket,
    private readonly options: ListOptions,
  ) {}

  static async open(client: Client, options: ListOptions): Promise<ListClient> {
    const socket = await client.socket();
    for (const status of statuses) await socket.join('Tickets', status);
    return new ListClient(client, socket, options);
  }

  /** Rows of its lists by id and status. */
  async shownRows(): Promise<string[]> {
    await this.socket.flush();
    const fresh = this.socket.received.slice(this.read);
    this.read = this.socket.received.length;
    for (const { name, payload } of fresh) {
      if (name.endsWith('-ticket')) this.ticketChanged(payload as unknown as TicketEvent);
      if (name.endsWith('-appMessage') && payload['action'] === 'create')
        this.put((payload as unknown as MessageEvent).ticket);
    }
    return statuses.flatMap((status) => [...(this.lists.get(status)?.values() ?? [])].map(line(status))).toSorted();
  }

  /** The same, as the server answers now. */
  async fetchedRows(): Promise<string[]> {
    const { queueIds, showAll = false } = this.options;
    const answers = await Promise.all(
      statuses.map(async (status) => {
        const query = `status=${status}&showAll=${showAll}&queueIds=[${queueIds.join(',')}]`;
        return bodyOf(await this.client.get<{ tickets: TicketRow[] }>(`/tickets?${query}`)).tickets.map(line(status));
      }),
    );
    return answers.flat().toSorted();
  }

  /** Badges of the tabs: the lengths of the lists. */
  badgeCounts(): { open: number; pending: number } {
    return { open: this.lists.get('open')?.size ?? 0, pending: this.lists.get('pending')?.size ?? 0 };
  }

  private ticketChanged({ action, ticket, ticketId = 0 }: TicketEvent): void {
    if (action === 'delete') this.drop(ticketId);
    if (action !== 'update' || !ticket) return;
    this.put(ticket);
    if (!this.chosen(ticket)) this.drop(ticket.id);
  }

  private put(ticket: TicketRow): void {
    const { userId } = ticket;
    const own = userId === null || userId === this.client.id || this.options.showAll === true;
    if (own && this.chosen(ticket)) this.lists.get(ticket.status)?.set(ticket.id, ticket);
  }

  private drop(ticketId: number): void {
    for (const list of this.lists.values()) list.delete(ticketId);
  }

  private chosen({ queueId }: TicketRow): boolean {
    return queueId === null || this.options.queueIds.includes(queueId);
  }
}

const line =
  (status: TicketStatus) =>
  ({ id, userId, queueId }: TicketRow): string =>
    JSON.stringify({ id, status, userId, queueId });

import { bodyOf, type Client } from './client.js';
import type { LiveSocket } from './live-socket.js';
import type { MessageRow, TicketRow } from './world.js';

/** A socket event of a conversation. */
export interface TicketEvent {
  readonly action: 'update' | 'delete' | 'updateUnread';
  readonly ticket?: TicketRow;
  readonly ticketId?: number;
}

/** A socket event of a message. */
export interface MessageEvent {
  readonly message: MessageRow;
  readonly ticket: TicketRow;
}

interface Page {
  readonly cursor: string | null;
  readonly tickets?: TicketRow[];
  readonly messages?: MessageRow[];
}

async function pages(client: Client, path: string): Promise<Page[]> {
  const all: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = bodyOf(await client.get<Page>(`${path}=true&cursor=${cursor}`));
    all.push(page);
    cursor = page.cursor;
  }
  return all;
}

/** All pages of the conversations that a user sees. */
export async function allTickets(client: Client): Promise<TicketRow[]> {
  return (await pages(client, '/tickets?showAll')).flatMap(({ tickets = [] }) => tickets);
}

/** Every page of the messages of a conversation. */
export async function allMessages(client: Client, ticketId: number): Promise<MessageRow[]> {
  return (await pages(client, `/messages/${ticketId}?peek`)).flatMap(({ messages = [] }) => messages);
}

/** The state of a screen that is updated by events only (spec 000 §4, live list rules). */
export class EventDrivenClient {
  readonly tickets = new Map<number, TicketRow>();
  readonly messages = new Map<number, MessageRow>();
  private applied = 0;

  private constructor(
    readonly client: Client,
    private readonly socket: LiveSocket,
  ) {}

  static async open(client: Client): Promise<EventDrivenClient> {
    const socket = await client.socket();
    await socket.join('Notification');
    return new EventDrivenClient(client, socket);
  }

  /** Applies the events received since. */
  async applyEvents(): Promise<void> {
    await this.socket.flush();
    const fresh = this.socket.received.slice(this.applied);
    this.applied = this.socket.received.length;
    for (const { name, payload } of fresh) {
      if (name.endsWith('-ticket')) this.ticketChanged(payload as unknown as TicketEvent);
      if (name.endsWith('-appMessage')) this.messageChanged(payload as unknown as MessageEvent);
    }
  }

  /** The state of a screen that is opened now. */
  async fetchAll(): Promise<{ tickets: TicketRow[]; messages: MessageRow[] }> {
    const tickets = await allTickets(this.client);
    const messages: MessageRow[] = [];
    for (const { id } of tickets)
      messages.push(...(await allMessages(this.client, id)).filter(({ ticketId }) => ticketId === id));
    return { tickets, messages };
  }

  private ticketChanged({ action, ticket, ticketId = 0 }: TicketEvent): void {
    if (action === 'update' && ticket) this.tickets.set(ticket.id, ticket);
    if (action === 'delete') {
      this.tickets.delete(ticketId);
      // if it comes back it is loaded again: no event of it was received meanwhile
      for (const { id, ticketId: of } of this.messages.values()) if (of === ticketId) this.messages.delete(id);
    }
    if (action !== 'updateUnread') return;
    const known = this.tickets.get(ticketId);
    if (known) this.tickets.set(ticketId, { ...known, unreadMessages: 0 });
    // a receipt covers everything before it
    for (const message of this.messages.values())
      if (message.ticketId === ticketId && !message.fromMe) this.messages.set(message.id, { ...message, read: true });
  }

  private messageChanged({ message, ticket }: MessageEvent): void {
    this.messages.set(message.id, message);
    this.tickets.set(ticket.id, ticket);
  }
}

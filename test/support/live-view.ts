import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Client } from './client.js';
import { allMessages, allTickets, type MessageEvent, type TicketEvent } from './event-driven-client.js';
import type { MessageRow, TicketRow } from './world.js';

/** The admin spreads the resyncs that the server asks for. */
const spreadMs = 1_500;
const retryMs = 500;
/** The admin tries again after two to five seconds where the server refused it. */
const refusedMs = 2_000;

interface Content {
  readonly tickets: Map<number, TicketRow>;
  /** Of the open conversation. */
  readonly messages: Map<number, MessageRow>;
}

type Change = (content: Content) => void;

/** The workspace of one user as the admin keeps it: events update the content, a gap in them resyncs it. */
export class LiveView {
  reconnects = 0;
  /** Times the server asked for a resync. */
  resyncsAsked = 0;
  private content: Content = { tickets: new Map(), messages: new Map() };
  private readonly socket: Socket;
  /** Events that arrived during a resync, applied to its result. */
  private pending: Change[] = [];
  private syncing: Promise<void> | undefined;
  private again = false;
  private wasReady = false;
  private closed = false;

  private constructor(
    private readonly client: Client,
    private readonly ticketId: number,
  ) {
    this.socket = io(client.url, {
      auth: { token: client.token, client: 'atende' },
      transports: ['websocket'],
      reconnectionDelay: 500,
      reconnectionDelayMax: 5_000,
      forceNew: true,
    });
    this.socket.on('ready', () => this.ready());
    this.socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.socket.connect();
    });
    this.socket.on('connect_error', () => {
      if (!this.socket.active && !this.closed)
        setTimeout(() => {
          if (!this.closed) this.socket.connect();
        }, refusedMs);
    });
    this.socket.on('resync', () => {
      this.resyncsAsked += 1;
      setTimeout(() => void this.resync(), Math.random() * spreadMs);
    });
    const company = `company-${client.me.companyId}`;
    this.socket.on(`${company}-ticket`, (event: TicketEvent) => this.apply(ticketChange(event)));
    this.socket.on(`${company}-appMessage`, ({ message, ticket }: MessageEvent) =>
      this.apply(({ tickets, messages }) => {
        tickets.set(ticket.id, ticket);
        if (message.ticketId === this.ticketId) messages.set(message.id, message);
      }),
    );
  }

  static async open(client: Client, ticketId: number): Promise<LiveView> {
    const view = new LiveView(client, ticketId);
    while (!view.wasReady) await delay(10);
    await view.resync();
    return view;
  }

  /** Loads everything again, and once more if asked for meanwhile. */
  resync(): Promise<void> {
    this.again = true;
    this.syncing ??= this.sync().finally(() => {
      this.syncing = undefined;
    });
    return this.syncing;
  }

  /** Where the content differs from what a reload shows. */
  async differences(): Promise<string[]> {
    await this.syncing;
    const { tickets, messages } = await this.load();
    return [
      ...differing('conversation', this.content.tickets, tickets, ticketFields),
      ...differing('message', this.content.messages, messages, messageFields),
    ].map((difference) => `${this.client.me.email}: ${difference}`);
  }

  close(): void {
    this.closed = true;
    this.socket.close();
  }

  private ready(): void {
    this.socket.emit('joinNotification');
    this.socket.emit('joinChatBox', this.ticketId);
    if (this.wasReady) {
      this.reconnects += 1;
      void this.resync();
    }
    this.wasReady = true;
  }

  private apply(change: Change): void {
    change(this.content);
    if (this.syncing) this.pending.push(change);
  }

  private async sync(): Promise<void> {
    while (this.again) {
      this.again = false;
      this.pending = [];
      const loaded = await this.load().catch(() => undefined);
      if (loaded) {
        for (const change of this.pending) change(loaded);
        this.content = loaded;
      } else {
        await delay(retryMs);
        this.again = true;
      }
    }
  }

  private async load(): Promise<Content> {
    const tickets = await allTickets(this.client);
    const messages = await allMessages(this.client, this.ticketId);
    const byId = <T extends { readonly id: number }>(rows: readonly T[]): Map<number, T> =>
      new Map(rows.map((row) => [row.id, row]));
    return { tickets: byId(tickets), messages: byId(messages) };
  }
}

const ticketChange =
  ({ action, ticket, ticketId = 0 }: TicketEvent): Change =>
  ({ tickets }) => {
    if (action === 'update' && ticket) tickets.set(ticket.id, ticket);
    if (action === 'delete') tickets.delete(ticketId);
    const known = tickets.get(ticketId);
    if (action === 'updateUnread' && known) tickets.set(ticketId, { ...known, unreadMessages: 0 });
  };

const ticketFields = ({ status, userId, unreadMessages, lastMessage, lastMessageAck }: TicketRow): object => ({
  status,
  userId,
  unreadMessages,
  lastMessage,
  lastMessageAck,
});
const messageFields = ({ body, status, ack, errorCode }: MessageRow): object => ({ body, status, ack, errorCode });

function differing<T>(
  what: string,
  shown: ReadonlyMap<number, T>,
  loaded: ReadonlyMap<number, T>,
  fields: (row: T) => object,
): string[] {
  const text = (row: T | undefined): string => (row === undefined ? 'missing' : JSON.stringify(fields(row)));
  return [...new Set([...shown.keys(), ...loaded.keys()])].flatMap((id) => {
    const [has, is] = [text(shown.get(id)), text(loaded.get(id))];
    return has === is ? [] : [`${what} ${id} shows ${has}, is ${is}`];
  });
}

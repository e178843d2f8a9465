import { io, type Socket } from 'socket.io-client';
import { bodyOf, type Client } from '../../test/support/client.js';
import type { MessageEvent, TicketEvent } from '../../test/support/event-driven-client.js';
import type { MessageRow, TicketRow } from '../../test/support/world.js';
import { pause } from './figures.js';

/** As our page spreads them. */
const spreadMs = 1_500;

type Change = (shown: Shown) => void;

/** What a workspace shows: the conversations somebody may see, and the messages of the one that is open. */
class Shown {
  readonly tickets = new Map<number, TicketRow>();
  readonly messages = new Map<number, MessageRow>();
}

/**
 * The workspace of one person as our admin keeps it: events change what is shown, and after a gap in them everything is
 * asked for again.
 */
export class LiveView {
  reconnects = 0;
  /** How often the server said that events may be missing. */
  doubts = 0;
  private shown = new Shown();
  private readonly socket: Socket;
  private changes: Change[] = [];
  private syncing: Promise<void> | undefined;
  private again = false;
  private wasReady = false;

  private constructor(
    readonly name: string,
    private readonly client: Client,
    private readonly openTicket: number,
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
    this.socket.on('resync', () => {
      this.doubts += 1;
      setTimeout(() => void this.resync(), Math.random() * spreadMs);
    });
    const company = `company-${client.me.companyId}`;
    this.socket.on(`${company}-ticket`, (event: TicketEvent) => this.heard((shown) => ticketChanged(shown, event)));
    this.socket.on(`${company}-appMessage`, ({ message, ticket }: MessageEvent) =>
      this.heard((shown) => {
        shown.tickets.set(ticket.id, ticket);
        if (message.ticketId === this.openTicket) shown.messages.set(message.id, message);
      }),
    );
  }

  static async open(name: string, client: Client, openTicket: number): Promise<LiveView> {
    const view = new LiveView(name, client, openTicket);
    while (!view.wasReady) await pause(10);
    await view.resync();
    return view;
  }

  get connected(): boolean {
    return this.socket.connected;
  }

  /** Asks for everything anew; what is heard meanwhile counts on top. */
  resync(): Promise<void> {
    this.again = true;
    this.syncing ??= this.sync().finally(() => {
      this.syncing = undefined;
    });
    return this.syncing;
  }

  /** Where what is shown differs from what a fresh look shows. */
  async differences(): Promise<string[]> {
    await this.syncing;
    const fresh = await this.fetched();
    return [
      ...differing(`${this.name}, conversation`, this.shown.tickets, fresh.tickets, ticketFacts),
      ...differing(`${this.name}, message`, this.shown.messages, fresh.messages, messageFacts),
    ];
  }

  close(): void {
    this.socket.close();
  }

  private ready(): void {
    this.socket.emit('joinNotification');
    this.socket.emit('joinChatBox', this.openTicket);
    if (this.wasReady) {
      this.reconnects += 1;
      // away for good: the view is only compared, and its reader asks again
      void this.resync();
    }
    this.wasReady = true;
  }

  private heard(change: Change): void {
    change(this.shown);
    if (this.syncing) this.changes.push(change);
  }

  private async sync(): Promise<void> {
    while (this.again) {
      this.again = false;
      this.changes = [];
      const fresh = await this.fetched().catch(() => undefined);
      if (fresh) {
        for (const change of this.changes) change(fresh);
        this.shown = fresh;
      } else {
        await pause(500);
        this.again = true;
      }
    }
  }

  private async fetched(): Promise<Shown> {
    const shown = new Shown();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { tickets: TicketRow[]; cursor: string | null } = bodyOf(
        await this.client.get<{ tickets: TicketRow[]; cursor: string | null }>(
          `/tickets?showAll=true&cursor=${cursor}`,
        ),
      );
      for (const ticket of page.tickets) shown.tickets.set(ticket.id, ticket);
      cursor = page.cursor;
    }
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { messages: MessageRow[]; cursor: string | null } = bodyOf(
        await this.client.get<{ messages: MessageRow[]; cursor: string | null }>(
          `/messages/${this.openTicket}?peek=true&cursor=${cursor}`,
        ),
      );
      for (const message of page.messages) shown.messages.set(message.id, message);
      cursor = page.cursor;
    }
    return shown;
  }
}

function ticketChanged(shown: Shown, { action, ticket, ticketId = 0 }: TicketEvent): void {
  if (action === 'update' && ticket) shown.tickets.set(ticket.id, ticket);
  if (action === 'delete') shown.tickets.delete(ticketId);
  const known = shown.tickets.get(ticketId);
  if (action === 'updateUnread' && known) shown.tickets.set(ticketId, { ...known, unreadMessages: 0 });
}

const ticketFacts = ({ status, userId, unreadMessages, lastMessage, lastMessageAck }: TicketRow): string =>
  JSON.stringify({ status, userId, unreadMessages, lastMessage, lastMessageAck });
const messageFacts = ({ body, status, ack, errorCode }: MessageRow): string =>
  JSON.stringify({ body, status, ack, errorCode });

function differing<T>(
  what: string,
  shown: ReadonlyMap<number, T>,
  fresh: ReadonlyMap<number, T>,
  facts: (row: T) => string,
): string[] {
  const text = (row: T | undefined): string => (row === undefined ? 'missing' : facts(row));
  return [...new Set([...shown.keys(), ...fresh.keys()])].flatMap((id) => {
    const [has, is] = [text(shown.get(id)), text(fresh.get(id))];
    return has === is ? [] : [`${what} ${id} shows ${has}, is ${is}`];
  });
}

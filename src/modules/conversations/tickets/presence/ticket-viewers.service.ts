import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Emission } from '../../../../core/events/event.js';
import { Gateway } from '../../../../core/realtime/gateway.js';
import { RoomPresence } from '../../../../core/realtime/room-presence.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { audience, conversationRoom, ticketIdOfRoom } from '../tickets.policy.js';
import { assignmentsOf, visibleTickets } from './ticket-viewers.queries.js';

export interface TicketViewer {
  readonly id: number;
  readonly name: string;
  /** The user opened the preview (eye icon of the list) and cannot write. */
  readonly peeking: boolean;
  readonly typing: boolean;
}

/** The users who have a ticket open now. */
export interface ViewedTicket {
  readonly ticketId: number;
  readonly viewers: readonly TicketViewer[];
}

/** Updates of lists are batched, as users open and close tickets in bursts. */
const listUpdateDelayMs = 150;
const maxTickets = 500;

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    viewers: ViewedTicket;
  }
}

/** Publishes who has a ticket open and who is typing: at once in the ticket, with a delay in lists. */
@Injectable()
export class TicketViewersService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Viewers');
  private readonly pending = new Map<number, Set<number>>();
  private timer: NodeJS.Timeout | undefined;
  private publishing: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly gateway: Gateway,
    private readonly viewers: RoomPresence,
  ) {}

  onApplicationBootstrap(): void {
    this.viewers.onChange((companyId, room, change) => {
      const ticketId = ticketIdOfRoom(companyId, room);
      if (ticketId === undefined || this.stopping || !this.gateway.hasListeners(companyId)) return;
      this.gateway.publish(this.emission(companyId, ticketId, [room]));
      if (change === 'people') this.scheduleListUpdate(companyId, ticketId);
    });
  }

  /** Sockets close with the process, which needs no updates. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    this.pending.clear();
    await this.publishing;
  }

  /** Lists all tickets that the caller may see and a user has open. */
  async list(): Promise<ViewedTicket[]> {
    const { companyId, actor } = this.context;
    const ids = this.viewers
      .roomsOf(companyId)
      .flatMap((room) => ticketIdOfRoom(companyId, room) ?? [])
      .slice(0, maxTickets);
    if (ids.length === 0) return [];
    const rows = await this.db.rows(visibleTickets(companyId, actor, ids));
    return rows.map(({ id }) => this.viewersOf(companyId, id)).filter(({ viewers }) => viewers.length > 0);
  }

  /** Emissions for rooms that start to see the ticket. */
  emissionsTo(companyId: number, ticketId: number, rooms: readonly string[]): Emission[] {
    if (rooms.length === 0 || this.viewersOf(companyId, ticketId).viewers.length === 0) return [];
    return [this.emission(companyId, ticketId, rooms)];
  }

  private emission(companyId: number, ticketId: number, rooms: readonly string[]): Emission {
    return { rooms, ...companyEvent(companyId, 'viewers', this.viewersOf(companyId, ticketId)) };
  }

  private viewersOf(companyId: number, ticketId: number): ViewedTicket {
    const viewers = this.viewers
      .viewersIn(companyId, conversationRoom(companyId, ticketId))
      .map(({ userId, ...viewer }) => ({ id: userId, ...viewer }));
    return { ticketId, viewers };
  }

  private scheduleListUpdate(companyId: number, ticketId: number): void {
    this.pending.set(companyId, (this.pending.get(companyId) ?? new Set()).add(ticketId));
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.publishing = this.publishing.then(() => this.publishPending());
    }, listUpdateDelayMs);
  }

  private async publishPending(): Promise<void> {
    const due = [...this.pending];
    this.pending.clear();
    for (const [companyId, ids] of due) {
      try {
        await this.context.run({}, () => this.db.runAs(companyId, () => this.publishToLists([...ids])));
      } catch (error) {
        // not repeated, as the next request returns the viewers
        this.logger.warn({ msg: 'viewers not shown in lists', companyId, reason: String(error) });
      }
    }
  }

  /** Publishes to the users who see the tickets now. */
  private async publishToLists(ids: readonly number[]): Promise<void> {
    const { companyId } = this.context;
    const tickets = await this.db.rows(assignmentsOf(companyId, ids));
    for (const { id, ...assignment } of tickets)
      this.gateway.publish({
        ...this.emission(companyId, id, audience(companyId, assignment)),
        except: [conversationRoom(companyId, id)],
      });
  }
}

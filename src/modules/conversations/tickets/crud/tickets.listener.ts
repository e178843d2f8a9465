import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, BroadcastBatch, type BroadcastResult, type Emission } from '../../../../core/events/event.js';
import { Gateway } from '../../../../core/realtime/gateway.js';
import { RoomJoin } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { TicketViewersService } from '../presence/ticket-viewers.service.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import { Ticket, ticketStatuses } from '../ticket.entity.js';
import { ticketErrors, ticketNotAllowed } from '../tickets.errors.js';
import {
  type TicketAction,
  type TicketAssignment,
  TicketChanged,
  TicketRead,
  TicketRemoved,
  TicketsRewritten,
} from '../tickets.events.js';
import { audience, conversationRoom, roomsOfActor, sees, statusListRooms } from '../tickets.policy.js';
import { TicketRowsService } from './ticket-rows.service.js';

export type TicketEvent =
  /** `assignedBy`: the user who has just assigned the ticket to another one. */
  | { action: 'update'; ticket: TicketRow; act?: TicketAction; assignedBy?: number }
  | { action: 'delete'; ticketId: number; act?: TicketAction }
  | { action: 'updateUnread'; ticketId: number };

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    ticket: TicketEvent;
  }
}

/** Emits changes of tickets, and decides who may join their rooms. */
@Injectable()
export class TicketsListener {
  constructor(
    private readonly db: Db,
    private readonly rows: TicketRowsService,
    private readonly gateway: Gateway,
    private readonly viewers: TicketViewersService,
  ) {}

  @BroadcastBatch(TicketChanged)
  async changed(events: readonly TicketChanged[]): Promise<BroadcastResult[]> {
    const tickets = await this.rows.byIds(events.map(({ ticketId }) => ticketId));
    return events.map((event) =>
      this.changeOf(
        event,
        tickets.find(({ id }) => id === event.ticketId),
      ),
    );
  }

  /**
   * Emits `delete` to the lists that the ticket leaves and to users who no longer see it, then `update`: existing
   * clients remove a row from a list only after `delete`.
   */
  private changeOf(
    { companyId, ticketId, before, action: act }: TicketChanged,
    ticket: TicketRow | undefined,
  ): BroadcastResult {
    const roomsBefore = before ? audience(companyId, before) : [];
    const actionPayload = act ? { act } : {};
    const leave = companyEvent(companyId, 'ticket', { action: 'delete', ticketId, ...actionPayload });
    // the ticket was removed since: users who saw it last get the broadcast of the removal
    if (!ticket) return [{ rooms: roomsBefore, ...leave }];
    const rooms = audience(companyId, ticket);
    const lostRooms = roomsBefore.filter((room) => !rooms.includes(room));
    const gainedRooms = before ? rooms.filter((room) => !roomsBefore.includes(room)) : [];
    const lists = before && assignmentChanged(before, ticket) ? statusListRooms(roomsBefore, before.status) : [];
    // the new user is notified when another user has assigned the ticket (behaviour.md §4)
    const { userId } = ticket;
    const assignedByOther = act && userId !== null && userId !== act.by.id && userId !== before?.userId;
    const payload: TicketEvent = {
      action: 'update',
      ticket,
      ...actionPayload,
      ...(assignedByOther ? { assignedBy: act.by.id } : {}),
    };
    const emissions = (): Emission[] => [
      { rooms: lists, ...leave },
      { rooms: lostRooms, except: [...rooms, ...lists], ...leave },
      { rooms: [...rooms, conversationRoom(companyId, ticketId)], ...companyEvent(companyId, 'ticket', payload) },
      ...this.viewers.emissionsTo(companyId, ticketId, gainedRooms),
    ];
    if (lostRooms.length === 0) return emissions();
    return async () => {
      // users who no longer see the ticket leave its room first, so that the list of viewers is correct
      await this.gateway.recheckRoom(conversationRoom(companyId, ticketId));
      return emissions();
    };
  }

  @Broadcast(TicketRemoved)
  async removed({ companyId, ticketId, before, action: act }: TicketRemoved): Promise<Emission<TicketEvent>[]> {
    const rooms = [...audience(companyId, before), conversationRoom(companyId, ticketId)];
    const payload: TicketEvent = { action: 'delete', ticketId, ...(act ? { act } : {}) };
    return [{ rooms, ...companyEvent(companyId, 'ticket', payload) }];
  }

  @Broadcast(TicketRead)
  async read({ companyId, ticketId }: TicketRead): Promise<Emission<TicketEvent>[]> {
    const ticket = await this.rows.byId(ticketId);
    if (!ticket) return [];
    const rooms = this.rows.roomsOf(ticket);
    const read = { rooms, ...companyEvent(companyId, 'ticket', { action: 'updateUnread', ticketId }) };
    // sent because another process may have stored a message since
    return ticket.unreadMessages === 0
      ? [read]
      : [read, { rooms, ...companyEvent(companyId, 'ticket', { action: 'update', ticket }) }];
  }

  @Broadcast(TicketsRewritten)
  async rewritten({ ticketIds }: TicketsRewritten): Promise<Emission[]> {
    return [{ rooms: ticketIds.map((id) => this.rows.roomOf(id)), name: 'resync', payload: {} }];
  }

  /** @param status of the list that the client shows; absent for a search. */
  @RoomJoin('Tickets')
  async joinTickets(actor: Actor, status: unknown): Promise<string[]> {
    const rooms = roomsOfActor(actor);
    const list = ticketStatuses.find((each) => each === status);
    return list ? [...rooms, ...statusListRooms(rooms, list)] : rooms;
  }

  @RoomJoin('Notification')
  async joinNotification(actor: Actor): Promise<string[]> {
    return roomsOfActor(actor);
  }

  /** Other viewers see that this user only previews the ticket. @param ticket as in {@link joinChatBox} */
  @RoomJoin('ChatPeek', { shows: 'peeking' })
  joinChatPeek(actor: Actor, ticket: unknown): Promise<string[]> {
    return this.joinChatBox(actor, ticket);
  }

  /** @param ticket id or uuid of a ticket that the actor may see */
  @RoomJoin('ChatBox', { shows: 'viewing' })
  async joinChatBox(actor: Actor, ticket: unknown): Promise<string[]> {
    const key = String(ticket);
    const column = /^\d{1,15}$/.test(key)
      ? 'id'
      : /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)
        ? 'uuid'
        : undefined;
    const found = column && (await this.db.em.findOne(Ticket, { [column]: column === 'id' ? Number(key) : key }));
    if (!found) throw ticketErrors.ERR_NO_TICKET_FOUND();
    if (!sees(actor, found)) throw ticketNotAllowed();
    return [conversationRoom(actor.companyId, found.id)];
  }
}

const assignmentChanged = (before: TicketAssignment, { status, userId, queueId }: TicketAssignment): boolean =>
  before.status !== status || before.userId !== userId || before.queueId !== queueId;

import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { Broadcast, type BroadcastResult, type Emission } from '../../core/events/event.js';
import { Gateway } from '../../core/realtime/gateway.js';
import { RoomJoin } from '../../core/realtime/rooms.js';
import { TicketViewers } from './presence/ticket-viewers.service.js';
import { Ticket, ticketStatuses } from './ticket.entity.js';
import { ticketErrors, ticketNotAllowed } from './tickets.errors.js';
import { type TicketAssignment, TicketChanged, TicketRead, TicketRemoved, TicketsRewritten } from './tickets.events.js';
import { audience, conversationRoom, roomsOfActor, sees, statusListRooms } from './tickets.policy.js';
import { TicketQueries } from './tickets.queries.js';

/** Shows conversations on sockets and decides who may listen. */
@Injectable()
export class TicketsListener {
  constructor(
    private readonly db: Db,
    private readonly rows: TicketQueries,
    private readonly gateway: Gateway,
    private readonly viewers: TicketViewers,
  ) {}

  /**
   * `delete` first, to the lists it leaves and to everybody who no longer sees it, then `update`: existing clients take a
   * row out of a list only by `delete`.
   */
  @Broadcast(TicketChanged)
  async changed({ companyId, ticketId, before, action: act }: TicketChanged): Promise<BroadcastResult> {
    const ticket = await this.rows.byId(ticketId);
    const name = `company-${companyId}-ticket`;
    const was = before ? audience(companyId, before) : [];
    // removed since: its removal is told to those who saw it last, not to those it had left before
    const acted = act ? { act } : {};
    const left = { name, payload: { action: 'delete', ticketId, ...acted } };
    if (!ticket) return [{ rooms: was, ...left }];
    const now = audience(companyId, ticket);
    const gone = was.filter((room) => !now.includes(room));
    const lists = before && moved(before, ticket) ? statusListRooms(was, before.status) : [];
    // whoever was given it by somebody else is notified (behaviour.md §4)
    const { userId } = ticket;
    const given = act && userId !== null && userId !== act.by.id && userId !== before?.userId;
    const payload = { action: 'update', ticket, ...acted, ...(given ? { assignedBy: act.by.id } : {}) };
    const shown = [
      { rooms: lists, ...left },
      { rooms: gone, except: [...now, ...lists], ...left },
      { rooms: [...now, conversationRoom(companyId, ticketId)], name, payload },
    ];
    const came = before ? now.filter((room) => !was.includes(room)) : [];
    if (gone.length === 0) return [...shown, ...this.viewers.emissionsTo(companyId, ticketId, came)];
    return async () => {
      await this.gateway.recheckRoom(conversationRoom(companyId, ticketId));
      // who just had to leave is no longer among the viewers
      return [...shown, ...this.viewers.emissionsTo(companyId, ticketId, came)];
    };
  }

  @Broadcast(TicketRemoved)
  async removed({ companyId, ticketId, before, action: act }: TicketRemoved): Promise<Emission[]> {
    const rooms = [...audience(companyId, before), conversationRoom(companyId, ticketId)];
    const payload = { action: 'delete', ticketId, ...(act ? { act } : {}) };
    return [{ rooms, name: `company-${companyId}-ticket`, payload }];
  }

  @Broadcast(TicketRead)
  async read({ companyId, ticketId }: TicketRead): Promise<Emission[]> {
    const ticket = await this.rows.byId(ticketId);
    if (!ticket) return [];
    const to = { rooms: this.rows.roomsOf(ticket), name: `company-${companyId}-ticket` };
    const read = { ...to, payload: { action: 'updateUnread', ticketId } };
    // a message that came after it, through another process, may be on the screens already
    return ticket.unreadMessages === 0 ? [read] : [read, { ...to, payload: { action: 'update', ticket } }];
  }

  @Broadcast(TicketsRewritten)
  async rewritten({ ticketIds }: TicketsRewritten): Promise<Emission[]> {
    return [{ rooms: ticketIds.map((id) => this.rows.roomOf(id)), name: 'resync', payload: {} }];
  }

  /** @param status of the list that the client keeps; without one it keeps none, as in a search. */
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

  /** Only looks at a conversation, and is shown to the others so. @param ticket as {@link joinChatBox} */
  @RoomJoin('ChatPeek', { shows: 'peeking' })
  joinChatPeek(actor: Actor, ticket: unknown): Promise<string[]> {
    return this.joinChatBox(actor, ticket);
  }

  /** @param ticket id or uuid of a conversation that the actor may see. */
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

const moved = (before: TicketAssignment, { status, userId, queueId }: TicketAssignment): boolean =>
  before.status !== status || before.userId !== userId || before.queueId !== queueId;

import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { Broadcast, type Emission, type Shown } from '../../core/events/event.js';
import { Gateway } from '../../core/realtime/gateway.js';
import { RoomJoin } from '../../core/realtime/rooms.js';
import { Ticket } from './ticket.entity.js';
import { TicketRows } from './ticket-rows.service.js';
import { ticketErrors, ticketNotAllowed } from './tickets.errors.js';
import { TicketChanged, TicketRead, TicketRemoved } from './tickets.events.js';
import { audience, chatRoom, sees, ticketRooms } from './tickets.policy.js';

/** Shows conversations on sockets and decides who may listen. */
@Injectable()
export class TicketsListener {
  constructor(
    private readonly db: Db,
    private readonly rows: TicketRows,
    private readonly gateway: Gateway,
  ) {}

  /** Those who no longer see it hear `delete` first; then everybody who does sees it as it is now. */
  @Broadcast(TicketChanged)
  async changed({ companyId, ticketId, before }: TicketChanged): Promise<Shown> {
    const ticket = await this.rows.byId(ticketId);
    const name = `company-${companyId}-ticket`;
    const was = before ? audience(companyId, before) : [];
    // removed since: its removal is told to those who saw it last, not to those it had left before
    if (!ticket) return [{ rooms: was, name, payload: { action: 'delete', ticketId } }];
    const now = audience(companyId, ticket);
    const gone = was.filter((room) => !now.includes(room));
    const update = { rooms: [...now, chatRoom(companyId, ticketId)], name, payload: { action: 'update', ticket } };
    if (gone.length === 0) return [update];
    return async () => {
      await this.gateway.recheck(chatRoom(companyId, ticketId));
      return [{ rooms: gone, except: now, name, payload: { action: 'delete', ticketId } }, update];
    };
  }

  @Broadcast(TicketRemoved)
  async removed({ companyId, ticketId, before }: TicketRemoved): Promise<Emission[]> {
    const rooms = [...audience(companyId, before), chatRoom(companyId, ticketId)];
    return [{ rooms, name: `company-${companyId}-ticket`, payload: { action: 'delete', ticketId } }];
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

  @RoomJoin('Tickets')
  async joinTickets(actor: Actor): Promise<string[]> {
    return ticketRooms(actor);
  }

  @RoomJoin('Notification')
  async joinNotification(actor: Actor): Promise<string[]> {
    return ticketRooms(actor);
  }

  /** @param ticket id or uuid of a conversation that the actor may see. */
  @RoomJoin('ChatBox')
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
    return [chatRoom(actor.companyId, found.id)];
  }
}

import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Statement } from '../../../../core/database/statements.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { NameCacheService } from '../names/name-cache.service.js';
import { previewText } from '../preview.policy.js';
import {
  type FoundBySearch,
  foundTicketRows,
  type StoredTicket,
  type TicketOrder,
  type TicketRow,
  ticketRows,
  ticketsWithIds,
  ticketWithUuid,
} from '../queries/tickets.queries.js';
import { ticketErrors } from '../tickets.errors.js';
import { audience, conversationRoom } from '../tickets.policy.js';

const minuteMs = 60_000;

/** Reads tickets for responses, with one statement for any number of rows unless a name is missing in the cache. */
@Injectable()
export class TicketRowsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly media: MediaUrls,
    private readonly names: NameCacheService,
  ) {}

  /** `page` selects from `tickets t` in this order and must have a limit; the rows have the same order. */
  page(page: RawBuilder<unknown>, order: TicketOrder = 'updatedAt'): Promise<TicketRow[]> {
    return this.read((targetQueueIds) => ticketRows(page, order, targetQueueIds));
  }

  /** Like {@link page} for a search, whose `page` also selects `hit_id`, `hit_body`, `matching` and `counted`. */
  found(page: RawBuilder<unknown>, order: TicketOrder): Promise<(TicketRow & FoundBySearch)[]> {
    return this.read((targetQueueIds) => foundTicketRows(page, order, targetQueueIds));
  }

  private async read<T extends StoredTicket>(
    statement: (targetQueueIds: readonly number[]) => Statement<T>,
  ): Promise<(Omit<T, 'tags'> & TicketRow)[]> {
    const known = await this.names.get();
    const read = await this.db.rows(statement([...known.responseTargets.keys()]));
    const { locale } = this.context;
    const names = await this.names.covering(read, known);
    // the statement depends on the response targets, so it is repeated when the names were read again
    const rows = names === known ? read : await this.db.rows(statement([...names.responseTargets.keys()]));
    return rows.map((row) => {
      const { queueId, whatsappId, channel, contact, firstResponseDue, createdAt, lastArrivalAt } = row;
      // a ticket without messages has the same preview as one whose last text is empty
      const isEmpty = row.lastMessageType === 'chat' && lastArrivalAt <= createdAt;
      const minutes = names.responseTargets.get(queueId ?? 0) ?? 0;
      return Object.assign(row, {
        ...names.of(row),
        lastMessage: previewText(row, isEmpty, locale),
        whatsapp: names.connections.get(whatsappId) ?? { id: whatsappId, name: '', channel },
        contact: { ...contact, profilePicUrl: this.media.resolve(contact.profilePicUrl) },
        firstResponseDue: firstResponseDue && new Date(Date.parse(firstResponseDue) + minutes * minuteMs).toISOString(),
      });
    });
  }

  async byId(id: number): Promise<TicketRow | undefined> {
    return (await this.byIds([id]))[0];
  }

  /** @throws 404 */
  async get(id: number): Promise<TicketRow> {
    const row = await this.byId(id);
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return row;
  }

  byIds(ids: readonly number[]): Promise<TicketRow[]> {
    return this.page(ticketsWithIds(this.db.companyId, ids));
  }

  async byUuid(uuid: string): Promise<TicketRow | undefined> {
    return (await this.page(ticketWithUuid(this.db.companyId, uuid)))[0];
  }

  /** Rooms of all users who see the ticket, and of those who have it open. */
  roomsOf(row: TicketRow): string[] {
    const { companyId } = this.db;
    return [...audience(companyId, row), conversationRoom(companyId, row.id)];
  }

  roomOf(ticketId: number): string {
    return conversationRoom(this.db.companyId, ticketId);
  }
}

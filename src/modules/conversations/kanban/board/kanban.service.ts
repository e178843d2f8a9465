import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { invalidQuery, pageParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import { type BoundedCount, boundedCount, countLimit } from '../../../../core/resource/page.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { NameCacheService, type Names } from '../../tickets/names/name-cache.service.js';
import { previewText } from '../../tickets/preview.policy.js';
import { TicketListService } from '../../tickets/search/ticket-list.service.js';
import { type CardRow, cardsOf, type KanbanTicket, lanesWithCards, tagsOf } from './kanban.queries.js';

export interface KanbanLane extends BoundedCount {
  /** null: the lane of conversations that are in no other lane. */
  readonly tagId: number | null;
  readonly name: string | null;
  readonly color: string | null;
  readonly hasMore: boolean;
  /** Where the lane's next page starts. */
  readonly cursor: string | null;
}

export interface KanbanBoard {
  /** The cards, grouped by lane, in the order of each lane. */
  readonly tickets: readonly KanbanTicket[];
  readonly lanes: readonly KanbanLane[];
}

const pageSize = 100;
/** Approximate number of cards in the response with all lanes, divided among the lanes. */
const maxCards = 2000;
const minPerLane = 20;
const maxOffset = 20_000;
const noLane = 0;

@Injectable()
export class KanbanService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly list: TicketListService,
    private readonly media: MediaUrls,
    private readonly names: NameCacheService,
  ) {}

  /** Reads the first cards of every lane, or a page of one lane. @throws 404 when the tag is no lane of the company */
  async board(query: Query): Promise<KanbanBoard> {
    const { companyId } = this.db;
    const laneId = laneParam(query);
    const after = cursorParam(query);
    const limit = limitParam(query);
    const offset = laneId === undefined || after ? 0 : Math.min((pageParam(query) - 1) * limit, maxOffset);
    const where = await this.list.where(query);
    const page = { laneId, after, offset, limit, countLimit };
    const rows = await this.db.rows(lanesWithCards(companyId, where, page));
    if (rows.length === 0) throw notFoundOf('tags');
    const lanes = rows.length - 1;
    const perLane = lanes > 0 ? Math.min(limit, Math.max(minPerLane, Math.floor(maxCards / lanes))) : limit;
    const shown = rows.flatMap(({ ids }) => ids.slice(0, perLane));
    const [found, tagged, known] = await Promise.all([
      this.db.rows(cardsOf(companyId, shown)),
      this.db.rows(tagsOf(companyId, shown)),
      this.names.get(),
    ]);
    const tags = new Map(tagged.map((row) => [row.ticketId, row.tags]));
    const stored = found.map((card) => ({ ...card, tags: tags.get(card.id) ?? [] }));
    const names = await this.names.covering(stored, known);
    const cards = new Map(stored.map((card) => [card.id, this.ticketOf(card, names)]));
    return {
      tickets: shown.flatMap((id) => cards.get(id) ?? []),
      lanes: rows.map(({ id, name, color, ids, count }) => {
        const last = ids.length > perLane ? cards.get(ids[perLane - 1] ?? 0) : undefined;
        return {
          tagId: id === noLane ? null : id,
          name,
          color,
          ...boundedCount(count),
          hasMore: ids.length > perLane,
          cursor: last ? writeCursor(last) : null,
        };
      }),
    };
  }

  private ticketOf(card: CardRow, names: Names): KanbanTicket {
    const { contact } = card;
    return {
      ...card,
      ...names.of(card),
      lastMessage: previewText(card, card.lastMessageType === 'chat', this.context.locale),
      contact: { ...contact, profilePicUrl: this.media.resolve(contact.profilePicUrl) },
    };
  }
}

const writeCursor = ({ kanbanPosition, id }: KanbanTicket): string =>
  Buffer.from(`${kanbanPosition}|${id}`).toString('base64url');

const maxCursor = 4_000;

function cursorParam(query: Query): { position: string; id: number } | undefined {
  const text = textParam(query, 'cursor', maxCursor);
  if (text === '') return undefined;
  const [, position = '', id = ''] =
    /^(-?\d{1,20}(?:\.\d{1,2500})?)\|(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (!position) invalidQuery('cursor');
  return { position, id: Number(id) };
}

function limitParam(query: Query): number {
  const text = textParam(query, 'limit');
  if (text === '') return pageSize;
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= pageSize ? Number(text) : invalidQuery('limit');
}

/** undefined: all lanes. */
function laneParam(query: Query): number | undefined {
  const text = textParam(query, 'tagId');
  if (text === '') return undefined;
  if (text === 'null') return noLane;
  return /^\d{1,15}$/.test(text) ? Number(text) : invalidQuery('tagId');
}

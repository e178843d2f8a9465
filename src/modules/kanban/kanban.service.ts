import { Injectable } from '@nestjs/common';
import { Db } from '../../core/database/db.js';
import { notFoundOf } from '../../core/resource/define-resource.js';
import { invalidQuery, pageParam, type Query, textParam } from '../../core/resource/list-query.js';
import { type BoundedCount, boundedCount, countLimit } from '../../core/resource/page.js';
import { MediaUrls } from '../../core/storage/media-urls.js';
import { TicketList } from '../tickets/search/ticket-list.service.js';
import {
  type CardRow,
  cardsOf,
  type KanbanTicket,
  lanesWithCards,
  type SharedRow,
  sharedBy,
} from './kanban.queries.js';

export interface KanbanLane extends BoundedCount {
  /** null: the conversations that are in no lane. */
  readonly tagId: number | null;
  readonly name: string | null;
  readonly color: string | null;
  readonly hasMore: boolean;
  /** Where the lane's next page starts. */
  readonly cursor: string | null;
}

export interface KanbanBoard {
  /** Lane by lane, each in the order of its cards. */
  readonly tickets: readonly KanbanTicket[];
  readonly lanes: readonly KanbanLane[];
}

const pageSize = 100;
/** Cards of the answer with all lanes, about; each lane has its first ones. */
const maxCards = 2000;
const minPerLane = 20;
const maxOffset = 20_000;
const noLane = 0;

@Injectable()
export class KanbanService {
  constructor(
    private readonly db: Db,
    private readonly list: TicketList,
    private readonly media: MediaUrls,
  ) {}

  /** The first cards of every lane, or a page of one. @throws 404 for a tag that is no lane of the company */
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
    const tags = rows.length - 1;
    const perLane = tags > 0 ? Math.min(limit, Math.max(minPerLane, Math.floor(maxCards / tags))) : limit;
    const shown = rows.flatMap(({ ids }) => ids.slice(0, perLane));
    const [found, shared] = await Promise.all([
      this.db.rows(cardsOf(companyId, shown)),
      this.db.row(sharedBy(companyId, shown)),
    ]);
    const cards = byId(found);
    const related = {
      tags: tagsByTicket(shared?.tags ?? []),
      users: byId(shared?.users ?? []),
      queues: byId(shared?.queues ?? []),
    };
    return {
      tickets: shown.flatMap((id) => cards.get(id) ?? []).map((card) => this.ticketOf(card, related)),
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

  private ticketOf(card: CardRow, { tags, users, queues }: Related): KanbanTicket {
    return {
      id: card.id,
      uuid: card.uuid,
      status: card.status,
      userId: card.userId,
      user: card.userId === null ? null : (users.get(card.userId) ?? null),
      queueId: card.queueId,
      queue: card.queueId === null ? null : (queues.get(card.queueId) ?? null),
      contactId: card.contactId,
      contact: {
        id: card.contactId,
        name: card.contactName,
        number: card.contactNumber,
        profilePicUrl: this.media.resolve(card.profilePicUrl),
      },
      unreadMessages: card.unreadMessages,
      lastMessage: card.lastMessage,
      lastMessageType: card.lastMessageType,
      lastMessageAt: card.lastMessageAt,
      waitingSince: card.waitingSince,
      tags: tags.get(card.id) ?? [],
      kanbanPosition: card.kanbanPosition,
      updatedAt: card.updatedAt,
    };
  }
}

type Tag = KanbanTicket['tags'][number];

interface Related {
  readonly tags: ReadonlyMap<number, KanbanTicket['tags']>;
  readonly users: ReadonlyMap<number, NonNullable<KanbanTicket['user']>>;
  readonly queues: ReadonlyMap<number, NonNullable<KanbanTicket['queue']>>;
}

const byId = <T extends { readonly id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** In the order of the tags. */
function tagsByTicket(rows: SharedRow['tags']): Map<number, Tag[]> {
  const tags = new Map<number, Tag[]>();
  for (const { ticketIds, ...tag } of rows)
    for (const id of ticketIds) {
      const own = tags.get(id);
      if (own) own.push(tag);
      else tags.set(id, [tag]);
    }
  return tags;
}

const writeCursor = ({ kanbanPosition, id }: CardRow): string =>
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

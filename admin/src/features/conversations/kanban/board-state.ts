import type { Schemas } from '../../../providers/api-types';
import { comparePositions, positionBetween } from './position';

export type Card = Schemas['KanbanTicket'];
export type LaneTag = Card['tags'][number];

/** A lane with the loaded part of its cards, the highest first. */
export interface Lane extends Omit<Schemas['KanbanLane'], 'tagId'> {
  /** {@link NO_LANE}: the cards of no lane. */
  id: number;
  cards: readonly Card[];
  /** Where the loaded part ends, whatever has left it since; null: nowhere. */
  edge: CardPlace | null;
}

type CardPlace = Pick<Card, 'id' | 'kanbanPosition'>;

export interface Board {
  lanes: readonly Lane[];
}

export const NO_LANE = 0;

const highestFirst = (a: CardPlace, b: CardPlace) =>
  comparePositions(b.kanbanPosition, a.kanbanPosition) || b.id - a.id;

/** The lane of a card: the first one among its tags. */
export function laneOf(card: Pick<Card, 'tags'>, lanes: readonly Pick<Lane, 'id'>[]): number {
  return lanes.find(({ id }) => card.tags.some((tag) => tag.id === id))?.id ?? NO_LANE;
}

export const findCard = (board: Board, id: number): Card | undefined =>
  board.lanes.flatMap(({ cards }) => cards).find((card) => card.id === id);

export function toBoard({ tickets, lanes }: Schemas['KanbanBoard']): Board {
  const known = lanes.map(({ tagId, ...lane }) => ({ ...lane, id: tagId ?? NO_LANE }));
  const byLane = Map.groupBy(tickets, (card) => laneOf(card, known));
  return {
    lanes: known.map((lane) => {
      const cards = byLane.get(lane.id) ?? [];
      return { ...lane, cards, edge: (lane.hasMore && cards.at(-1)) || null };
    }),
  };
}

/** Whether a card at this place is in the loaded part of the lane. */
const isLoaded = ({ edge }: Lane, card: Card): boolean => edge === null || highestFirst(card, edge) <= 0;

const changeCount = (lane: Lane, by: number): Lane =>
  lane.countIsMinimum ? lane : { ...lane, count: Math.max(0, lane.count + by) };

function withoutCard(board: Board, id: number): Board {
  return {
    lanes: board.lanes.map((lane) =>
      lane.cards.some((card) => card.id === id)
        ? changeCount({ ...lane, cards: lane.cards.filter((card) => card.id !== id) }, -1)
        : lane,
    ),
  };
}

/** A card is where it belongs now; null: not on this board. */
export function placeCard(board: Board, id: number, card: Card | null): Board {
  const rest = findCard(board, id) ? withoutCard(board, id) : board;
  if (!card) return rest;
  const known = rest !== board;
  const laneId = laneOf(card, board.lanes);
  return {
    lanes: rest.lanes.map((lane) => {
      if (lane.id !== laneId) return lane;
      const loaded = isLoaded(lane, card);
      // one that was not loaded may have been counted before
      const counted = known || loaded ? changeCount(lane, 1) : lane;
      return loaded ? { ...counted, cards: [...lane.cards, card].sort(highestFirst) } : counted;
    }),
  };
}

/** The cards of a contact after its change. */
export function withContact(board: Board, { id, name, number, profilePicUrl }: Card['contact']): Board {
  const contact = { id, name, number, profilePicUrl };
  const has = (card: Card) => card.contactId === id;
  return {
    lanes: board.lanes.map((lane) =>
      lane.cards.some(has)
        ? { ...lane, cards: lane.cards.map((card) => (has(card) ? { ...card, contact } : card)) }
        : lane,
    ),
  };
}

/** A card that is put at the end of the loaded part belongs to it. */
export function placeAtEnd(board: Board, card: Card): Board {
  const laneId = laneOf(card, board.lanes);
  const lanes = board.lanes.map((lane) =>
    lane.id === laneId && !isLoaded(lane, card) ? { ...lane, edge: card } : lane,
  );
  return placeCard({ lanes }, card.id, card);
}

/** Adds the page after the cursor to a lane, unless the lane was loaded again meanwhile. */
export function appendPage(board: Board, laneId: number, cursor: string, page: Board): Board {
  const next = page.lanes.find(({ id }) => id === laneId);
  if (!next) return board;
  const listed = new Set(board.lanes.flatMap(({ cards }) => cards).map(({ id }) => id));
  return {
    lanes: board.lanes.map((lane) =>
      lane.id === laneId && lane.cursor === cursor
        ? { ...next, cards: [...lane.cards, ...next.cards.filter(({ id }) => !listed.has(id))].sort(highestFirst) }
        : lane,
    ),
  };
}

/** A reloaded board; further pages of its lanes stay, as events have kept them up to date. */
export function reconcile(known: Board | undefined, fresh: Board): Board {
  const listed = new Set(fresh.lanes.flatMap(({ cards }) => cards).map(({ id }) => id));
  return {
    lanes: fresh.lanes.map((lane) => {
      const before = known?.lanes.find(({ id }) => id === lane.id);
      const { edge } = lane;
      if (!before || !edge) return lane;
      const further = before.cards.filter((card) => !listed.has(card.id) && highestFirst(card, edge) > 0);
      if (further.length === 0) return lane;
      return {
        ...lane,
        cards: [...lane.cards, ...further],
        hasMore: before.hasMore,
        cursor: before.cursor,
        edge: before.edge,
      };
    }),
  };
}

/** The place for a card in a lane, without the card itself. */
export interface Place {
  laneId: number;
  afterId: number | null;
  beforeId: number | null;
}

/** @param index among the other cards of the lane */
export function placeAt(board: Board, cardId: number, laneId: number, index: number): Place {
  const cards = board.lanes.find(({ id }) => id === laneId)?.cards.filter(({ id }) => id !== cardId) ?? [];
  return { laneId, afterId: cards[index - 1]?.id ?? null, beforeId: cards[index]?.id ?? null };
}

/** The card as it will be after a move. */
export function movedCard(board: Board, card: Card, { laneId, afterId, beforeId }: Place): Card {
  const lane = board.lanes.find(({ id }) => id === laneId);
  const position = (id: number | null) => lane?.cards.find((each) => each.id === id)?.kanbanPosition;
  const lanes = new Set(board.lanes.map(({ id }) => id));
  const others = card.tags.filter(({ id }) => !lanes.has(id));
  const tag = lane && lane.id !== NO_LANE ? [{ id: lane.id, name: lane.name ?? '', color: lane.color ?? '' }] : [];
  return { ...card, tags: [...others, ...tag], kanbanPosition: positionBetween(position(afterId), position(beforeId)) };
}

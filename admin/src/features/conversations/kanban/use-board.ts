import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useNotify } from 'react-admin';
import { get } from '../../../conversation/data/api';
import { toCurrentUser } from '../../../conversation/data/cache';
import { recentTicketEvents } from '../../../conversation/data/recent-events';
import { queueParams } from '../../../conversation/model/list-filters';
import { belongs, type TicketView } from '../../../conversation/model/ticket-rules';
import type { Ticket, TicketEvent } from '../../../conversation/model/types';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { onResync, useSocketEvent, useSocketStatus } from '../../../providers/realtime';
import { type SessionUser, useSessionUser } from '../../../providers/session-user';
import {
  appendPage,
  type Board,
  type Card,
  findCard,
  movedCard,
  NO_LANE,
  type Place,
  placeAtEnd,
  placeCard,
  reconcile,
  toBoard,
  withContact,
} from './board-state';

/** More than fit on a screen; further pages are larger. */
const FIRST_CARDS = '30';
const POLL_MS = 10_000;
/** A poll is skipped sooner after a load. */
const FRESH_MS = 30_000;
const RELOAD_DELAY_MS = 1000;
/** Between two reloads because of events. */
const RELOAD_PAUSE_MS = 10_000;

const boardKey = (view: TicketView) => ['kanban', view] as const;

function fetchBoard(view: TicketView, page: Record<string, string>, signal?: AbortSignal) {
  const { showAll, queueIds, search, tags = [], users = [] } = view;
  const ids = (list: readonly number[]) => (list.length > 0 ? JSON.stringify(list) : undefined);
  const params = {
    showAll: showAll ? 'true' : undefined,
    searchParam: search,
    tags: ids(tags),
    users: ids(users),
    ...(queueIds ? queueParams(queueIds) : {}),
    ...page,
  };
  return get<Schemas['KanbanBoard']>('/ticket/kanban', params, signal).then(toBoard);
}

/** The board after an event; conversations of a search are only updated, as only the server can match words. */
function applyEvent(board: Board, event: TicketEvent, view: TicketView, user: SessionUser): Board {
  if (event.action === 'delete') return placeCard(board, event.ticketId, null);
  if (event.action === 'updateUnread') {
    const card = findCard(board, event.ticketId);
    return card ? placeCard(board, card.id, { ...card, unreadMessages: 0 }) : board;
  }
  const { ticket } = event;
  const card = findCard(board, ticket.id);
  if (!card && view.search !== '') return board;
  if (card && Date.parse(ticket.updatedAt) < Date.parse(card.updatedAt)) return board;
  const shown = ticket.status !== 'closed' && belongs(ticket, view, toCurrentUser(user));
  return placeCard(board, ticket.id, shown ? ticket : null);
}

const placeLoaded = (board: Board, card: Card): Board => placeCard(board, card.id, card);

/** Runs `reload` soon, and not more often than a pause allows. */
function useReloadSoon(reload: () => void): () => void {
  const timer = useRef<number | undefined>(undefined);
  const last = useRef(0);
  const run = useEffectEvent(reload);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    if (timer.current !== undefined) return;
    const pause = last.current + RELOAD_PAUSE_MS - Date.now();
    timer.current = window.setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        run();
      },
      Math.max(RELOAD_DELAY_MS, pause),
    );
  };
}

/** The board of a view: live by events, polled as a safety net, and changed at once by one's own moves. */
export function useBoard(view: TicketView) {
  const client = useQueryClient();
  const notify = useNotify();
  const user = useSessionUser();
  const key = boardKey(view);
  const loadedAt = useRef(0);
  const loadingLanes = useRef(new Set<number>());
  /** Further pages may be wrong: the next load forgets them. */
  const missedEvents = useRef(false);
  const socketStatus = useSocketStatus();
  /** Cursors of pages that could not be loaded: only a reload of the board tries again. */
  const failedPages = useRef(new Set<string>());
  const [, render] = useReducer((count: number) => count + 1, 0);
  // observers of a query are told later: a card that is dropped would be back at its old place for a moment
  function edit(change: (board: Board) => Board) {
    client.setQueryData<Board>(key, (board) => board && change(board));
    render();
  }
  const { data, error, refetch, isPlaceholderData } = useQuery<Board>({
    queryKey: key,
    placeholderData: keepPreviousData,
    // nothing listens to events while another page is open
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const events = recentTicketEvents.capture();
      const forgets = missedEvents.current;
      missedEvents.current = false;
      const fresh = await fetchBoard(view, { limit: FIRST_CARDS }, signal).catch((failure: unknown) => {
        missedEvents.current ||= forgets;
        throw failure;
      });
      loadedAt.current = Date.now();
      failedPages.current.clear();
      const board = forgets ? fresh : reconcile(client.getQueryData<Board>(key), fresh);
      return events().reduce((merged, event) => applyEvent(merged, event, view, user), board);
    },
  });
  const reload = () => void refetch();
  const reloadSoon = useReloadSoon(reload);
  const reloadNow = useEffectEvent(reload);
  useEffect(
    () =>
      onResync(() => {
        missedEvents.current = true;
        reloadNow();
      }),
    [],
  );
  const poll = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || Date.now() - loadedAt.current < FRESH_MS) return;
    if (socketStatus !== 'ready') missedEvents.current = true;
    reload();
  });
  useEffect(() => {
    const timer = window.setInterval(() => poll(), POLL_MS);
    return () => window.clearInterval(timer);
  }, []);

  const receive = (event: TicketEvent) => edit((board) => applyEvent(board, event, view, user));
  useSocketEvent('ticket', receive);
  useSocketEvent('appMessage', ({ ticket }) => receive({ action: 'update', ticket }));
  useSocketEvent('contact', ({ contact }) => contact && edit((board) => withContact(board, contact)));
  // lanes and cards have names and colours; the cards of a lane that is none any more are elsewhere
  useSocketEvent('tag', () => {
    missedEvents.current = true;
    reloadSoon();
  });
  useSocketEvent('queue', reloadSoon);

  /** Shows the move at once; @returns whether the server did it */
  async function move({ id }: Pick<Card, 'id'>, place: Place): Promise<boolean> {
    // not as it was when a drag began
    const card = findCard(client.getQueryData<Board>(key) ?? { lanes: [] }, id);
    const put = place.beforeId === null && place.afterId !== null ? placeAtEnd : placeLoaded;
    if (card) edit((board) => put(board, movedCard(board, card, place)));
    const events = recentTicketEvents.capture();
    try {
      const { laneId, afterId, beforeId } = place;
      const body = { tagId: laneId === NO_LANE ? null : laneId, afterId, beforeId };
      const ticket = await api<Ticket>(`/ticket/kanban/${id}`, { method: 'PUT', body });
      // events are in the order of the moves, the response may be older than one of a colleague's move
      if (!events().some((event) => event.action === 'update' && event.ticket.id === ticket.id))
        receive({ action: 'update', ticket });
      // the card may be below others that are not loaded
      if (put === placeAtEnd) void loadMore(place.laneId);
      notify('kanban.moved', { type: 'success' });
      return true;
    } catch {
      edit((board) => {
        const now = findCard(board, id);
        return card && now
          ? placeLoaded(board, { ...now, tags: card.tags, kanbanPosition: card.kanbanPosition })
          : board;
      });
      notify('kanban.move_failed', { type: 'error' });
      reload();
      return false;
    }
  }

  async function loadMore(laneId: number): Promise<void> {
    const cursor = client.getQueryData<Board>(key)?.lanes.find(({ id }) => id === laneId)?.cursor;
    if (!cursor || loadingLanes.current.has(laneId) || failedPages.current.has(cursor)) return;
    loadingLanes.current.add(laneId);
    try {
      const events = recentTicketEvents.capture();
      const page = await fetchBoard(view, { tagId: String(laneId), cursor });
      edit((board) =>
        events().reduce(
          (merged, event) => applyEvent(merged, event, view, user),
          appendPage(board, laneId, cursor, page),
        ),
      );
    } catch {
      failedPages.current.add(cursor);
      notify('kanban.load_failed', { type: 'error' });
    } finally {
      loadingLanes.current.delete(laneId);
    }
  }

  /** The order is shown at once. */
  async function orderLanes(ids: readonly number[]): Promise<void> {
    const before = client.getQueryData<Board>(key);
    edit((board) => ({ lanes: [NO_LANE, ...ids].flatMap((id) => board.lanes.find((lane) => lane.id === id) ?? []) }));
    try {
      await api('/tags/kanban', { method: 'PUT', body: { tagIds: ids } });
    } catch {
      edit((board) => before ?? board);
      notify('kanban.order_failed', { type: 'error' });
    }
  }

  return {
    board: client.getQueryData<Board>(key) ?? data,
    error,
    stale: isPlaceholderData,
    retry: reload,
    move,
    loadMore,
    orderLanes,
  };
}

export type LiveBoard = ReturnType<typeof useBoard>;

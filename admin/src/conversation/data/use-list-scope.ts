import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { type SessionUser, useSessionUser } from '../../providers/session-user';
import { useResources } from '../../schema/resources';
import { type ListFilters, NO_QUEUE } from '../model/list-filters';
import type { Colored } from '../model/types';
import { queuesQuery } from './company-queries';
import type { useFilters } from './use-filters';

interface StoredScope {
  showAll: boolean | null;
  queueIds: number[] | null;
}

function readStoredScope(key: string): StoredScope {
  const nothing: StoredScope = { showAll: null, queueIds: null };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (stored === null || typeof stored !== 'object') return nothing;
    const { showAll, queueIds } = stored as Partial<StoredScope>;
    return {
      showAll: typeof showAll === 'boolean' ? showAll : null,
      queueIds: Array.isArray(queueIds) ? queueIds.filter((id) => typeof id === 'number') : null,
    };
  } catch {
    // the stored value is invalid, so the defaults apply
    return nothing;
  }
}

export interface ListScope {
  showAll: boolean;
  /** null means all of them. */
  queueIds: readonly number[] | null;
  /** The queues to choose from: all of the company for admins, otherwise the user's. */
  queues: readonly Colored[];
  /** Whether the user sees conversations without a queue. */
  withoutQueue: boolean;
  mayShowAll: boolean;
  setShowAll(value: boolean): void;
  setQueueIds(value: readonly number[]): void;
  /** Applies all filters at once and remembers their scope. */
  apply(filters: ListFilters): void;
}

const noQueues: readonly Colored[] = [];

function useOwnQueues(): readonly Colored[] {
  const user = useSessionUser();
  const admin = user.profile === 'admin';
  const { data } = useQuery({ ...queuesQuery, enabled: admin });
  return admin ? (data ?? noQueues) : user.queues;
}

const allIds = (queues: readonly Colored[], withoutQueue: boolean): number[] => [
  ...queues.map(({ id }) => id),
  ...(withoutQueue ? [NO_QUEUE] : []),
];

const seesWithoutQueue = ({ profile, allTicket }: SessionUser): boolean =>
  profile === 'admin' || allTicket === 'enabled';

/** All queue ids; an address with all of them overrides the remembered choice. null until loaded. */
export function useAllQueueIds(): readonly number[] | null {
  const queues = useOwnQueues();
  const user = useSessionUser();
  return queues === noQueues ? null : allIds(queues, seesWithoutQueue(user));
}

/** Remembered filters that the address lacks. After the back button only the address counts. */
function useRememberedFilters(
  filters: ListFilters,
  stored: StoredScope,
  defaultShowAll: boolean,
): Partial<ListFilters> {
  const { key } = useLocation();
  const [first] = useState(key);
  const back = useNavigationType() === 'POP' && key !== first;
  const { showAll, queueIds } = filters;
  return useMemo(() => {
    if (back) return {};
    return {
      ...(queueIds === null && stored.queueIds !== null ? { queueIds: stored.queueIds } : {}),
      ...(showAll === null && stored.showAll !== null && stored.showAll !== defaultShowAll
        ? { showAll: stored.showAll }
        : {}),
    };
  }, [back, showAll, queueIds, stored, defaultShowAll]);
}

/** The scope of the lists, stored in the address and remembered in this browser. */
export function useListScope({ filters, change }: ReturnType<typeof useFilters>): ListScope {
  const user = useSessionUser();
  const queues = useOwnQueues();
  const mayShowAll = useResources().can('tickets-manager:showall');
  const key = `workspaceScope:${user.id}`;
  const defaultShowAll = user.profile === 'admin';
  const withoutQueue = seesWithoutQueue(user);
  const [stored, setStored] = useState(() => readStoredScope(key));
  const missing = useRememberedFilters(filters, stored, defaultShowAll);
  useEffect(() => {
    if (Object.keys(missing).length > 0) change(missing);
  }, [missing, change]);
  const remember = useCallback(
    (patch: Partial<StoredScope>) =>
      setStored((current) => {
        const next = { ...current, ...patch };
        localStorage.setItem(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  return useMemo(() => {
    const own = allIds(queues, withoutQueue);
    const { showAll, queueIds } = { ...filters, ...missing };
    // until the queues are loaded the choice is kept; a choice of only foreign queues is ignored
    const chosen = queueIds?.filter((id) => queues.length === 0 || own.includes(id)) ?? own;
    const foreign = queueIds !== null && queueIds.length > 0 && chosen.length === 0;
    return {
      queues,
      withoutQueue,
      mayShowAll,
      showAll: mayShowAll && (showAll ?? defaultShowAll),
      queueIds: queueIds === null || foreign || chosen.length === own.length ? null : chosen,
      setShowAll: (value) => {
        remember({ showAll: value });
        change({ showAll: value === defaultShowAll ? null : value });
      },
      setQueueIds: (ids) => {
        // a choice of all queues is stored as null, so that it includes queues that are added later
        const choice = ids.length === own.length ? null : [...ids];
        remember({ queueIds: choice });
        change({ queueIds: choice });
      },
      apply: (next) => {
        remember({ showAll: next.showAll, queueIds: next.queueIds && [...next.queueIds] });
        change(next, true);
      },
    };
  }, [queues, withoutQueue, filters, missing, defaultShowAll, mayShowAll, remember, change]);
}

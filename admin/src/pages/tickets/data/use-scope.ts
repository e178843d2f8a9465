import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSessionUser } from '../../../providers/session-user';
import { useResources } from '../../../schema/resources';
import type { Coloured } from '../model/types';
import { fetchQueues } from './api';
import { keys } from './keys';

interface Stored {
  showAll: boolean | null;
  queueIds: number[] | null;
}

function read(key: string): Stored {
  const nothing: Stored = { showAll: null, queueIds: null };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (stored === null || typeof stored !== 'object') return nothing;
    const { showAll, queueIds } = stored as Partial<Stored>;
    return {
      showAll: typeof showAll === 'boolean' ? showAll : null,
      queueIds: Array.isArray(queueIds) ? queueIds.filter((id) => typeof id === 'number') : null,
    };
  } catch {
    // Written by another version or by hand: the defaults are as good.
    return nothing;
  }
}

export interface Scope {
  showAll: boolean;
  /** null: all of them. */
  queueIds: readonly number[] | null;
}

export interface ScopeChoice extends Scope {
  /** The departments to choose from: the own ones, for admins the company's. */
  queues: readonly Coloured[];
  mayShowAll: boolean;
  setShowAll(value: boolean): void;
  setQueueIds(value: readonly number[]): void;
}

const none: readonly Coloured[] = [];

function useOwnQueues(): readonly Coloured[] {
  const user = useSessionUser();
  const admin = user.profile === 'admin';
  const { data } = useQuery({ queryKey: keys.queues, queryFn: ({ signal }) => fetchQueues(signal), enabled: admin });
  return admin ? (data ?? none) : user.queues;
}

/** Which tickets the lists cover: the show-all switch and the chosen departments, remembered in this browser. */
export function useScope(): ScopeChoice {
  const user = useSessionUser();
  const queues = useOwnQueues();
  const mayShowAll = useResources().can('tickets-manager:showall');
  const key = `workspaceScope:${user.id}`;
  const [stored, setStored] = useState(() => read(key));
  const change = useCallback(
    (patch: Partial<Stored>) =>
      setStored((current) => {
        const next = { ...current, ...patch };
        localStorage.setItem(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  return useMemo(() => {
    const own = queues.map(({ id }) => id);
    // Until the departments are known, the stored choice is taken at its word.
    const chosen = stored.queueIds?.filter((id) => own.length === 0 || own.includes(id)) ?? own;
    return {
      queues,
      mayShowAll,
      showAll: mayShowAll && (stored.showAll ?? user.profile === 'admin'),
      queueIds: stored.queueIds === null || chosen.length === own.length ? null : chosen,
      setShowAll: (showAll) => change({ showAll }),
      // All of them is no choice: departments that come later are then seen too.
      setQueueIds: (queueIds) => change({ queueIds: queueIds.length === own.length ? null : [...queueIds] }),
    };
  }, [user.profile, queues, stored, mayShowAll, change]);
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onResync, useSocketEvent } from '../providers/realtime';
import { isObject } from './registry';
import type { ResourceView } from './types';

const DEBOUNCE_MS = 250;

function rewrite(value: unknown, edit: (record: Record<string, unknown>) => Record<string, unknown> | null): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const next = isObject(item) ? edit(item) : item;
      return next === null ? [] : [next];
    });
  }
  if (!isObject(value)) return value;
  if (Array.isArray(value.pages)) return { ...value, pages: value.pages.map((page: unknown) => rewrite(page, edit)) };
  return Array.isArray(value.data) ? { ...value, data: rewrite(value.data, edit) } : value;
}

/** Applies an event to every cached list with the record; the refetch updates order and counts. */
export function mergeEvent(client: QueryClient, view: Pick<ResourceView, 'path'>, event: object) {
  const { action, ...payload } = event as Record<string, unknown>;
  const entries = Object.entries(payload);
  const record = entries.find(([, value]) => isObject(value))?.[1];
  const removed = action === 'delete' ? entries.find(([key]) => /^id$|Id$/.test(key))?.[1] : undefined;
  const id = removed ?? (isObject(record) ? record.id : undefined);
  if (id === undefined || (removed === undefined && !isObject(record))) return;
  client.setQueriesData({ queryKey: [view.path] }, (cached: unknown) =>
    rewrite(cached, (row) => {
      if (String(row.id) !== String(id)) return row;
      return removed === undefined && isObject(record) ? { ...row, ...record } : null;
    }),
  );
}

/** Also restarts a first read that is running, which an invalidation alone would not repeat. */
async function refetch(client: QueryClient, path: string): Promise<void> {
  const queryKey = [path];
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Refetches after an event; a bulk change causes many events but only one refetch, after the last. */
export function useRefetch({ path }: Pick<ResourceView, 'path'>): () => void {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void refetch(client, path), DEBOUNCE_MS);
  };
}

/** Updates all cached data of a resource by its events, and refetches it when events may have been missed. */
export function useLive(view: ResourceView): void {
  const client = useQueryClient();
  const refetchLater = useRefetch(view);
  useEffect(() => onResync(() => void refetch(client, view.path)), [client, view.path]);
  useSocketEvent(view.live, (event) => {
    mergeEvent(client, view, event);
    refetchLater();
  });
}

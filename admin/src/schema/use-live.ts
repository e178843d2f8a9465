import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onResync, useSocketEvent } from '../providers/realtime';
import { isObject } from './registry';
import type { ResourceView } from './types';

const SETTLE_MS = 250;

type LiveEvent = Record<string, unknown> & { action?: string };

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

/** Puts what an event tells into every list that holds the record, before the refetch brings order and counts. */
export function mergeEvent(client: QueryClient, view: Pick<ResourceView, 'path'>, event: LiveEvent) {
  const record = Object.entries(event).find(([key, value]) => key !== 'action' && isObject(value))?.[1];
  const removed =
    event.action === 'delete' ? Object.entries(event).find(([key]) => /^id$|Id$/.test(key))?.[1] : undefined;
  const id = removed ?? (isObject(record) ? record.id : undefined);
  if (id === undefined || (removed === undefined && !isObject(record))) return;
  client.setQueriesData({ queryKey: [view.path] }, (cached: unknown) =>
    rewrite(cached, (row) => {
      if (String(row.id) !== String(id)) return row;
      return removed === undefined && isObject(record) ? { ...row, ...record } : null;
    }),
  );
}

/** Keeps everything that is cached of a resource in step with its events, and asks anew after a gap in them. */
export function useLive(view: ResourceView): void {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [view.path] })), [client, view.path]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useSocketEvent<LiveEvent>(view.live, (event) => {
    mergeEvent(client, view, event);
    // A bulk change arrives as many events; one refetch after the last of them is enough.
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey: [view.path] }), SETTLE_MS);
  });
}

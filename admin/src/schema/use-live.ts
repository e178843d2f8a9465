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

/** Applies an event to every cached list that has the record; order and counts follow with the refetch. */
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

/** Updates everything cached of a resource by its events, and refetches it when events may have been missed. */
export function useLive(view: ResourceView): void {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [view.path] })), [client, view.path]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useSocketEvent(view.live, (event) => {
    mergeEvent(client, view, event);
    // a bulk change is many events: one refetch after the last
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey: [view.path] }), DEBOUNCE_MS);
  });
}

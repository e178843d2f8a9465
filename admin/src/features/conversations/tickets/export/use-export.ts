import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { queueParams } from '../../../../conversation/model/list-filters';
import type { Named, TicketStatus } from '../../../../conversation/model/types';
import { api, saveFile } from '../../../../providers/http';
import { errorText } from '../../../../shared/error-text';

export interface ExportChoice {
  dateStart: string;
  dateEnd: string;
  /** '': any. */
  status: TicketStatus | '';
  queues: readonly Named[];
  tags: readonly Named[];
  users: readonly Named[];
  search: string;
}

export interface ExportProgress {
  rows: number;
  /** null: too many to count. */
  total: number | null;
}

const LINE_FEED = 10;
const idsOf = (chosen: readonly Named[]) => chosen.map(({ id }) => id);
const listed = (chosen: readonly Named[]) => (chosen.length > 0 ? JSON.stringify(idsOf(chosen)) : '');

function addressOf({ queues, tags, users, search, ...choice }: ExportChoice): string {
  const departments = queues.length > 0 ? queueParams(idsOf(queues)) : {};
  const params = { ...choice, ...departments, tags: listed(tags), users: listed(users), searchParam: search.trim() };
  const given = Object.entries(params).filter(([, value]) => value !== '');
  return `/tickets/export?${new URLSearchParams([['showAll', 'true'], ...given])}`;
}

/** Downloads the CSV with progress; unmounting aborts it. */
export function useExport(onDone: () => void) {
  const notify = useNotify();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (choice: ExportChoice) => {
    const control = new AbortController();
    running.current = control;
    // the first line is the header; no cell contains a line break
    let rows = -1;
    setProgress({ rows: 0, total: null });
    const onChunk = (piece: Uint8Array, headers: Headers) => {
      for (const byte of piece) if (byte === LINE_FEED) rows += 1;
      const total = headers.get('x-total-count');
      setProgress({ rows: Math.max(0, rows), total: total === null ? null : Number(total) });
    };
    try {
      const file = await api<Blob>(addressOf(choice), { file: true, signal: control.signal, onChunk });
      if (rows < 1) {
        notify('oversight.export.nothing', { type: 'warning' });
        return;
      }
      saveFile(file, 'conversas.csv');
      notify('oversight.export.done', { type: 'success', messageArgs: { smart_count: rows } });
      onDone();
    } catch (error) {
      if (!control.signal.aborted) notify(errorText(error), { type: 'error' });
    } finally {
      setProgress(null);
    }
  };
  return { progress, start, stop: () => running.current?.abort() };
}

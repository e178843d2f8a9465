import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Ticket } from '../../../conversation/model/types';
import { addRange, MAX_SELECTED, toggleId } from './selection';

export interface Selection {
  on: boolean;
  /** Those still shown, in the order of the list. */
  chosen: readonly Ticket[];
  has(ticketId: number): boolean;
  /** `range`: all rows since the last toggled one. */
  toggle(ticketId: number, range?: boolean): void;
  toggleAll(): void;
  start(): void;
  end(): void;
}

interface Chosen {
  on: boolean;
  ids: readonly number[];
  /** The last toggled row, where a range begins. */
  anchor: number | null;
}

const nothing: Chosen = { on: false, ids: [], anchor: null };

/** The selected rows; another list starts anew. */
export function useSelection(shown: readonly Ticket[], list: string): Selection {
  const notify = useNotify();
  const [state, setState] = useState(nothing);
  const order = useRef<readonly number[]>([]);
  useEffect(() => {
    order.current = shown.map(({ id }) => id);
  }, [shown]);
  const [known, setKnown] = useState(list);
  if (known !== list) {
    setKnown(list);
    setState(nothing);
  }
  const { on, ids } = state;
  const tooMany = ids.length > MAX_SELECTED;
  useEffect(() => {
    if (!tooMany) return;
    notify('list.bulk.most', { type: 'info', messageArgs: { count: MAX_SELECTED } });
    setState((current) => ({ ...current, ids: current.ids.slice(0, MAX_SELECTED) }));
  }, [tooMany, notify]);
  const toggle = useCallback(
    (id: number, range = false) =>
      setState(({ ids, anchor }) => ({
        on: true,
        ids: range ? addRange(ids, order.current, anchor ?? id, id) : toggleId(ids, id),
        anchor: id,
      })),
    [],
  );
  // hidden rows are not acted on
  const chosen = shown.filter(({ id }) => ids.includes(id)).slice(0, MAX_SELECTED);
  const most = Math.min(shown.length, MAX_SELECTED);
  return {
    on,
    chosen,
    has: (id) => ids.includes(id),
    toggle,
    toggleAll: () =>
      setState((current) => ({
        ...current,
        ids: chosen.length === most ? [] : shown.slice(0, most).map(({ id }) => id),
      })),
    start: () => setState({ ...nothing, on: true }),
    end: () => setState(nothing),
  };
}

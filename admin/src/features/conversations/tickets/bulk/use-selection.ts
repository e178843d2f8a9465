import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Ticket } from '../../../../conversation/model/types';
import { addRange, MAX_SELECTED, toggleId } from './selection';

interface SelectionState {
  on: boolean;
  ids: readonly number[];
  /** The last toggled row, where a range begins. */
  anchor: number | null;
}

const off: SelectionState = { on: false, ids: [], anchor: null };

export type Selection = ReturnType<typeof useSelection>;

/** The selected rows; another list starts anew. */
export function useSelection(shown: readonly Ticket[], list: string) {
  const notify = useNotify();
  const [state, setState] = useState(off);
  const order = useRef<readonly number[]>([]);
  useEffect(() => {
    order.current = shown.map(({ id }) => id);
  }, [shown]);
  const [knownList, setKnownList] = useState(list);
  if (knownList !== list) {
    setKnownList(list);
    setState(off);
  }
  const { on, ids } = state;
  const tooMany = ids.length > MAX_SELECTED;
  useEffect(() => {
    if (!tooMany) return;
    notify('list.bulk.most', { type: 'info', messageArgs: { count: MAX_SELECTED } });
    setState((current) => ({ ...current, ids: current.ids.slice(0, MAX_SELECTED) }));
  }, [tooMany, notify]);
  /** `range`: all rows since the last toggled one. */
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
  const selectable = shown.slice(0, MAX_SELECTED).map(({ id }) => id);
  return {
    on,
    /** Those still shown, in the order of the list. */
    chosen,
    has: (id: number) => ids.includes(id),
    toggle,
    toggleAll: () =>
      setState((current) => ({ ...current, ids: chosen.length === selectable.length ? [] : selectable })),
    start: () => setState({ ...off, on: true }),
    end: () => setState(off),
  };
}

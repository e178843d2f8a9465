import { type RefObject, useRef } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';
import { useShortcut } from '../../../app/shortcuts/use-shortcut';

/** Moves through the rows by keyboard: the focus goes to what Enter then opens or accepts. Moving and choosing read nothing. */
export function useRowKeys(
  list: RefObject<VirtuosoHandle | null>,
  count: number,
  openIndex: number,
  onSelect: (index: number) => void,
) {
  const box = useRef<HTMLDivElement>(null);

  function focused(): number {
    const row = box.current?.contains(document.activeElement) ? document.activeElement : null;
    const index = row?.closest('[data-item-index]')?.getAttribute('data-item-index');
    return index ? Number(index) : openIndex;
  }

  function move(step: 1 | -1) {
    const from = focused();
    const index = from === -1 ? 0 : Math.min(count - 1, Math.max(0, from + step));
    list.current?.scrollIntoView({ index, done: () => focus(index) });
  }

  function focus(index: number) {
    box.current?.querySelector<HTMLElement>(`[data-item-index="${index}"] [data-row-focus]`)?.focus();
  }

  function select() {
    const index = focused();
    if (index === -1) return;
    onSelect(index);
    // choosing puts other things into the row
    requestAnimationFrame(() => focus(index));
  }

  useShortcut('next', () => move(1), count > 0);
  useShortcut('previous', () => move(-1), count > 0);
  useShortcut('select', select, count > 0);
  return box;
}

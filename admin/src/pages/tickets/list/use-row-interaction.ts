import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';
import type { Ticket } from '../../../conversation/model/types';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import type { Selection } from '../bulk/use-selection';

const LONG_MS = 500;
const SLIP_PX = 10;

/** How rows are chosen by hand: a long press or a click with Shift begins it, then every click chooses. */
export function useRowGestures(tickets: readonly Ticket[], { on, toggle }: Selection) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null);
  /** The click that ends a long press means nothing more. */
  const ended = useRef(false);

  function ticketAt(target: EventTarget): Ticket | undefined {
    const row = target instanceof Element ? target.closest('[data-item-index]') : null;
    return row ? tickets[Number(row.getAttribute('data-item-index'))] : undefined;
  }

  function release() {
    window.clearTimeout(press.current?.timer);
    press.current = null;
  }

  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      ended.current = false;
      const ticket = ticketAt(target);
      if (pointerType !== 'touch' || on || !ticket) return;
      const timer = window.setTimeout(() => {
        press.current = null;
        ended.current = true;
        toggle(ticket.id);
      }, LONG_MS);
      press.current = { timer, x, y };
    },
    // a click with Shift chooses rows, not the words from here to there
    onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > SLIP_PX) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => {
      if (press.current || ended.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const ticket = ticketAt(event.target);
      const chooses = !ended.current && ticket && (on || event.shiftKey);
      if (!chooses && !ended.current) return;
      ended.current = false;
      // a tick box answers by itself
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      if (chooses) toggle(ticket.id, event.shiftKey);
    },
  };
}

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

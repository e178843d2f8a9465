import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { Ticket } from '../../../../conversation/model/types';
import { useShortcut } from '../../../../shared/shortcuts/use-shortcut';
import type { Selection } from '../bulk/use-selection';

const LONG_PRESS_MS = 500;
const MOVE_TOLERANCE_PX = 10;

/** A long press or Shift+click starts selecting; then every click selects. */
export function useRowGestures(tickets: readonly Ticket[], { on, toggle }: Selection) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null);
  /** The click after a long press is ignored. */
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
      }, LONG_PRESS_MS);
      press.current = { timer, x, y };
    },
    // do not select text
    onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > MOVE_TOLERANCE_PX) release();
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
      // a checkbox handles its own click
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      if (chooses) toggle(ticket.id, event.shiftKey);
    },
  };
}

/** Moves the focus through the rows by keyboard, without opening them. */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  scrollToIndex: (index: number) => void,
  count: number,
  openIndex: number,
  onSelect: (index: number) => void,
) {
  function focused(): number {
    const row = box.current?.contains(document.activeElement) ? document.activeElement : null;
    const index = row?.closest('[data-item-index]')?.getAttribute('data-item-index');
    return index ? Number(index) : openIndex;
  }

  function move(step: 1 | -1) {
    const from = focused();
    const index = from === -1 ? 0 : Math.min(count - 1, Math.max(0, from + step));
    scrollToIndex(index);
    // a row that was far out of view is rendered with the next frame
    if (!focus(index)) requestAnimationFrame(() => focus(index));
  }

  function focus(index: number): boolean {
    const row = box.current?.querySelector<HTMLElement>(`[data-item-index="${index}"] [data-row-focus]`);
    row?.focus();
    return row != null;
  }

  function select() {
    const index = focused();
    if (index === -1) return;
    onSelect(index);
    // selecting replaces the focusable elements
    requestAnimationFrame(() => focus(index));
  }

  useShortcut('next', () => move(1), count > 0);
  useShortcut('previous', () => move(-1), count > 0);
  useShortcut('select', select, count > 0);
}

import { observeElementRect, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineRow } from '../../model/timeline-rows';

/** How far from the top older messages are loaded. */
const NEAR_TOP_PX = 50;
const NEAR_END_PX = 80;
const ROW_PX = 64;
const START_PX = 14;
const END_PX = 10;
/** Keeps some of the read messages visible above the unread divider. */
const BEFORE_DIVIDER_PX = 60;
const OVERSCAN_ROWS = 10;

type MessageVirtualizer = Virtualizer<HTMLDivElement, HTMLDivElement>;

export interface MessageListHandle {
  toEnd(): void;
  center(rowIndex: number): void;
}

export interface ScrollStart {
  rowIndex: number;
  align: 'start' | 'center';
}

/** Resizing keeps a list at its end that was at its end. */
function observeBox(virtualizer: MessageVirtualizer, changed: (rect: Rect) => void) {
  return observeElementRect(virtualizer, (rect) => {
    const before = virtualizer.scrollRect?.height ?? 0;
    const left = virtualizer.getTotalSize() - before - (virtualizer.scrollOffset ?? 0);
    changed(rect);
    if (before > 0 && left <= NEAR_END_PX) virtualizer.scrollToEnd();
  });
}

/** Whether to compensate the growth of a row: only above the view, and not for a row that fills it. */
function isAbove(
  row: { start: number; end: number },
  _delta: number,
  { scrollOffset, scrollRect }: MessageVirtualizer,
): boolean {
  const top = scrollOffset ?? 0;
  return row.start < top && row.end <= top + (scrollRect?.height ?? 0);
}

/**
 * The only place that scrolls messages: keeps the end at the end, elsewhere the visible rows in place. `start` null: at
 * the end.
 */
export function useMessageScroll(
  rows: readonly TimelineRow[],
  start: ScrollStart | null,
  handle: RefObject<MessageListHandle | null>,
  nearTopPx = NEAR_TOP_PX,
) {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    initialOffset: () => (start?.rowIndex ?? rows.length) * ROW_PX,
    paddingStart: START_PX,
    paddingEnd: END_PX,
    scrollPaddingStart: BEFORE_DIVIDER_PX,
    overscan: OVERSCAN_ROWS,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    observeElementRect: observeBox,
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isAbove;

  const [opening] = useState(start);
  useLayoutEffect(() => {
    if (opening) virtualizer.scrollToIndex(opening.rowIndex, { align: opening.align });
    else virtualizer.scrollToEnd();
  }, [opening, virtualizer]);

  // an own message is always scrolled to
  const last = rows.at(-1);
  const sending = last?.kind === 'message' && last.message.id < 0 ? last.key : null;
  const sent = useRef(sending);
  useEffect(() => {
    if (sending !== null && sending !== sent.current) virtualizer.scrollToEnd();
    sent.current = sending;
  }, [sending, virtualizer]);

  useImperativeHandle(
    handle,
    () => ({
      toEnd: () => virtualizer.scrollToEnd(),
      center: (rowIndex) => virtualizer.scrollToIndex(rowIndex, { align: 'center' }),
    }),
    [virtualizer],
  );

  const [nearTop, setNearTop] = useState(false);
  const [atEnd, setAtEnd] = useState(start === null);
  const look = useCallback(() => {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    setNearTop(scrollTop <= nearTopPx);
    setAtEnd(scrollHeight - clientHeight - scrollTop <= NEAR_END_PX);
  }, [nearTopPx]);
  const height = virtualizer.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them moves the edges
  useLayoutEffect(look, [look, rows, height]);

  return { box, virtualizer, height, nearTop, atEnd, onScroll: look };
}

import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

const FRAMES = 30;
const MOST_OFF_PX = 1;
const touches = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

const topIn = (box: HTMLElement, row: Element) => row.getBoundingClientRect().top - box.getBoundingClientRect().top;

function firstInSight(box: HTMLElement): { index: string; top: number } | null {
  const rows = [...box.querySelectorAll<HTMLElement>('[data-item-index]')];
  const row = rows.find((each) => topIn(box, each) >= 0);
  return row ? { index: row.dataset.itemIndex ?? '', top: topIn(box, row) } : null;
}

/** Brings a row back to where it was for some frames, whenever it stands still somewhere else. Answers how to stop that. */
function keep(box: HTMLElement, { index, top }: { index: string; top: number }): () => void {
  let frames = 0;
  let before: number | null = null;
  let frame = 0;
  const look = () => {
    const row = box.querySelector(`[data-item-index="${index}"]`);
    const off = row ? Math.round(topIn(box, row) - top) : 0;
    // the list's own correction comes with the next frame
    const stands = Math.abs(off) > MOST_OFF_PX && off === before;
    if (stands) box.scrollTop += off;
    before = stands ? null : off;
    frames += 1;
    if (frames < FRAMES) frame = requestAnimationFrame(look);
  };
  const stop = () => cancelAnimationFrame(frame);
  frame = requestAnimationFrame(look);
  for (const touch of touches) window.addEventListener(touch, stop, { capture: true, passive: true });
  return () => {
    stop();
    for (const touch of touches) window.removeEventListener(touch, stop, { capture: true });
  };
}

/**
 * What is in sight stays where it is when older messages come above. Virtuoso goes by an estimate of their height and mends it
 * once they are measured, but not when that happens while it is still about the estimate: then this does. `expectOlder` is to be
 * called when older ones are asked for; those that come because somebody goes to one of them are none of its business.
 */
export function useKeptPlace(firstIndex: number) {
  const scroller = useRef<HTMLElement>(null);
  const expected = useRef(false);
  const shown = useRef(firstIndex);
  const release = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    const older = firstIndex < shown.current && expected.current;
    shown.current = firstIndex;
    if (older) expected.current = false;
    const anchor = older && scroller.current ? firstInSight(scroller.current) : null;
    release.current?.();
    release.current = anchor && scroller.current ? keep(scroller.current, anchor) : null;
  }, [firstIndex]);
  useEffect(() => () => release.current?.(), []);
  return {
    keepIn: useCallback((box: HTMLElement | null) => {
      scroller.current = box;
    }, []),
    expectOlder() {
      expected.current = true;
    },
  };
}

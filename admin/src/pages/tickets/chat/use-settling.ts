import { useEffect, useRef } from 'react';

const SETTLE_MS = 1000;

/**
 * After opening, while rows are still being measured, the end must be held on to: until nothing has changed for a moment, however
 * slow the machine, or somebody touches the list.
 */
export function useSettling(atEnd: boolean) {
  const current = useRef(atEnd);
  const timer = useRef<number | undefined>(undefined);
  const stop = () => {
    current.current = false;
    window.clearTimeout(timer.current);
  };
  const wait = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(stop, SETTLE_MS);
  };
  useEffect(() => {
    timer.current = window.setTimeout(() => {
      current.current = false;
    }, SETTLE_MS);
    return () => window.clearTimeout(timer.current);
  }, []);
  return {
    /** The height of the list has changed; answers whether to go to the end again. */
    holds(): boolean {
      if (current.current) wait();
      return current.current;
    },
    stop: { onWheel: stop, onPointerDown: stop, onKeyDown: stop, onTouchStart: stop },
  };
}

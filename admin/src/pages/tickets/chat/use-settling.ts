import { useEffect, useRef } from 'react';

const SETTLE_MS = 1000;

/**
 * True for a moment after opening, while rows are still being measured and the end must be held on to; false as soon as somebody
 * touches the list.
 */
export function useSettling(atEnd: boolean) {
  const current = useRef(atEnd);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      current.current = false;
    }, SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const stop = () => {
    current.current = false;
  };
  return {
    get current() {
      return current.current;
    },
    stop: { onWheel: stop, onPointerDown: stop, onKeyDown: stop, onTouchStart: stop },
  };
}

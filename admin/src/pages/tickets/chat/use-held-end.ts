import { useCallback, useRef } from 'react';

/** As near as the list itself counts as its end. */
const NEAR_PX = 80;
/** Nothing of the last message is out of sight. */
const END_PX = 4;

/**
 * Whatever takes room from the messages, a reply bar or a line of hits, takes it at their beginning while their end is in
 * sight, and a last message that grows stays in sight: the list itself follows only beyond its threshold.
 */
export function useHeldEnd(): (box: HTMLElement | null) => void {
  const release = useRef<(() => void) | null>(null);
  return useCallback((box) => {
    release.current?.();
    release.current = box && hold(box);
  }, []);
}

function hold(box: HTMLElement): () => void {
  const log = box.querySelector<HTMLElement>('[role=log]');
  const below = () => box.scrollHeight - box.clientHeight - box.scrollTop;
  const size = () => ({ room: box.clientHeight, filled: log?.offsetHeight ?? 0 });
  let known = size();
  let left = below();
  const scrolled = () => {
    const { room, filled } = size();
    // of another size already: what is below now is not what was left below
    if (room === known.room && filled === known.filled) left = below();
  };
  const observer = new ResizeObserver(() => {
    const now = size();
    // with rows being measured the list mends its place itself, unless there is nothing to mend at the very end
    const most = now.room === known.room ? END_PX : NEAR_PX;
    known = now;
    if (left <= most) box.scrollTop = box.scrollHeight - now.room - left;
    left = below();
  });
  observer.observe(box);
  if (log) observer.observe(log);
  box.addEventListener('scroll', scrolled, { passive: true });
  return () => {
    observer.disconnect();
    box.removeEventListener('scroll', scrolled);
  };
}

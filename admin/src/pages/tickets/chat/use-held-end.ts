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
  const look = () => ({ room: box.clientHeight, filled: log?.offsetHeight ?? 0, top: box.scrollTop, left: below() });
  let seen = look();
  const scrolled = () => {
    const now = look();
    // of another size already: what is below now is not what was left below
    if (now.room === seen.room && now.filled === seen.filled) seen = now;
  };
  const observer = new ResizeObserver(() => {
    const { room, top, left } = look();
    // with rows being measured the list mends its place itself, unless there is nothing to mend at the very end
    const most = room === seen.room ? END_PX : NEAR_PX;
    // somebody has gone up meanwhile: more than a smaller list alone would have brought them
    const gone = top < Math.min(seen.top, top + left) - 1;
    if (seen.left <= most && !gone) box.scrollTop = top + left - seen.left;
    seen = look();
  });
  observer.observe(box);
  if (log) observer.observe(log);
  box.addEventListener('scroll', scrolled, { passive: true });
  return () => {
    observer.disconnect();
    box.removeEventListener('scroll', scrolled);
  };
}

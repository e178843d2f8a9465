import { useSyncExternalStore } from 'react';

/** What may stand over any page. */
export type Overlay = 'palette' | 'sheet' | 'profile';

const listeners = new Set<() => void>();
let open: Overlay | null = null;

function show(next: Overlay | null) {
  open = next;
  for (const listener of listeners) listener();
}

export const openOverlay = (overlay: Overlay) => show(overlay);
export const closeOverlay = () => show(null);

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}

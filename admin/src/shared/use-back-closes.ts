import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** For the navigation of a link in the overlay to begin. */
const CLOSING_MS = 100;

const overlaysIn = (state: unknown): readonly string[] => (state as { over?: readonly string[] } | null)?.over ?? [];

/** Whether a location is that of an overlay, above the page of the location before. */
export const isOverlay = (state: unknown): boolean => overlaysIn(state).length > 0;

/** The back gesture of a phone closes an overlay instead of leaving the page: while it is open, the history has one more entry. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();
  const over = overlaysIn(location.state).includes(id);
  /** `pushed`: its entry is on its way; `over`: the history has it. */
  const stage = useRef<'none' | 'pushed' | 'over'>('none');
  const follow = useEffectEvent(() => {
    if (!open) {
      stage.current = 'none';
    } else if (over) {
      stage.current = 'over';
    } else if (stage.current === 'over') {
      stage.current = 'none';
      onClose();
    } else if (stage.current === 'none') {
      stage.current = 'pushed';
      const state = { ...(location.state as object | null), over: [...overlaysIn(location.state), id] };
      void navigate(location, { state });
    }
  });
  useEffect(() => {
    follow();
    if (open || !over) return undefined;
    // closed by itself, or come back to later: its entry is left
    const timer = window.setTimeout(() => {
      const { usr } = (window.history.state ?? {}) as { usr?: unknown };
      if (overlaysIn(usr).at(-1) === id) void navigate(-1);
    }, CLOSING_MS);
    return () => window.clearTimeout(timer);
  }, [open, over, id, navigate]);
}

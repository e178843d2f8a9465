import { useEffect, useEffectEvent } from 'react';
import { letterShortcuts, usePreference } from '../../providers/preferences';
import { useSessionUser } from '../../providers/session-user';
import { isStrayKey } from '../acting';
import { focusList, modal } from '../focus';
import type { ShortcutId } from './catalogue';
import { mayRun, shortcutOf, takesKeys } from './match';

type Handler = () => void;

/** The handlers of mounted components; the last one of a shortcut counts. */
const handlers = new Map<ShortcutId, Handler[]>();

/** What a shortcut does at this moment; undefined where it has no effect. */
export const handlerOf = (id: ShortcutId): Handler | undefined => handlers.get(id)?.at(-1);

/** Handles a shortcut of the catalogue while mounted and `enabled`. */
export function useShortcut(id: ShortcutId, run: () => void, enabled = true): void {
  const perform = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return undefined;
    const handler = () => perform();
    handlers.set(id, [...(handlers.get(id) ?? []), handler]);
    return () => {
      handlers.set(id, handlers.get(id)?.filter((each) => each !== handler) ?? []);
    };
  }, [id, enabled]);
}

/** Runs the shortcut of every key that no component has handled. Mounted once. */
export function useShortcutKeys(): void {
  const user = useSessionUser();
  const [letters] = usePreference(letterShortcuts(user.id));
  const keyDown = useEffectEvent((event: KeyboardEvent) => {
    const id = shortcutOf(event);
    if (!id || event.defaultPrevented || event.isComposing || document.querySelector(modal)) return;
    const inField = takesKeys(event.target);
    if (!mayRun(id, inField, letters) || (event.repeat && id !== 'next' && id !== 'previous')) return;
    if (id === 'close' && inField) {
      focusList();
      return;
    }
    const run = handlerOf(id);
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const mounted = new AbortController();
    const { signal } = mounted;
    const stop = (event: KeyboardEvent) => {
      if (!isStrayKey(event, event.timeStamp, event.type === 'keydown') || takesKeys(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', stop, { signal, capture: true });
    // the space bar presses a button when it is released
    window.addEventListener('keyup', stop, { signal, capture: true });
    window.addEventListener('keydown', (event) => keyDown(event), { signal });
    return () => mounted.abort();
  }, []);
}

import { useEffect, useEffectEvent } from 'react';
import { useSessionUser } from '../../providers/session-user';
import { letterShortcuts, usePreference } from '../../shared/preferences';
import { mayRun, shortcutOf, takesKeys } from './match';
import { handlerOf } from './registry';

/** Something that holds the keyboard for itself: a dialog, a menu, a popover. */
const modal = '.MuiModal-root:not(.MuiModal-hidden), .yarl__portal';

/** Hears every key of the application that nobody else took. Mounted once. */
export function useShortcutKeys(): void {
  const user = useSessionUser();
  const [letters] = usePreference(letterShortcuts(user.id));
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const id = shortcutOf(event);
    if (!id || event.defaultPrevented || event.isComposing || document.querySelector(modal)) return;
    const inField = takesKeys(event.target);
    if (!mayRun(id, inField, letters) || (event.repeat && id !== 'next' && id !== 'previous')) return;
    if (id === 'close' && inField) {
      if (event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    const run = handlerOf(id);
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

import { useEffect, useEffectEvent } from 'react';
import { useSessionUser } from '../../providers/session-user';
import { letterShortcuts, usePreference } from '../../shared/preferences';
import { focusList, modal } from '../focus';
import { mayRun, shortcutOf, takesKeys } from './match';
import { handlerOf } from './registry';

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
      focusList();
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

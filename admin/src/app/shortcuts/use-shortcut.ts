import { useEffect, useEffectEvent } from 'react';
import type { ShortcutId } from './catalogue';
import { register } from './registry';

/** What a shortcut of the catalogue does while this is mounted; `on` false leaves it without a meaning. */
export function useShortcut(id: ShortcutId, run: () => void, on = true): void {
  const perform = useEffectEvent(run);
  useEffect(() => {
    if (!on) return undefined;
    return register(id, () => perform());
  }, [id, on]);
}

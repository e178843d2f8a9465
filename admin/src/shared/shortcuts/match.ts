import { isSafe, type ShortcutId, shortcutIds, shortcuts } from './catalogue';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const isLetter = (key: string) => /^[a-z]$/.test(key);

/** Some browsers report AltGr, which types characters, as Ctrl and Alt: that is no chord. */
function chordOf({ code, ctrlKey, metaKey, shiftKey }: Pressed, mac: boolean): string {
  const held = ctrlKey === mac && !metaKey && !shiftKey;
  return held && code.startsWith('Key') ? `alt+${code.slice(3).toLowerCase()}` : '';
}

/** The shortcut that was pressed. Shift is part of a character such as `?`, and makes another key of a letter. */
export function shortcutOf(event: Pressed, mac = isMac): ShortcutId | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const pressed = key.toLowerCase();
  if (!altKey && shiftKey && (isLetter(pressed) || pressed.length > 1)) return undefined;
  const name = altKey ? chordOf(event, mac) : ctrlKey || metaKey ? `mod+${pressed}` : pressed;
  return shortcutIds.find((id) => shortcuts[id].keys === name);
}

const typing = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';
const choosing = '[role=combobox], [role=listbox], [role=menu], [role=slider], [role=textbox]';

/** Whether the element uses keys itself: to type or to choose. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${typing}, ${choosing}`) !== null;
}

/** Whether the shortcut may run: `letters` is the user's preference for single keys. */
export function mayRun(id: ShortcutId, inField: boolean, letters: boolean): boolean {
  return isSafe(id) || (letters && !inField);
}

interface Shortcut {
  /**
   * One key as in `KeyboardEvent.key`, in lower case, `mod+` and a letter for Ctrl (⌘ on a Mac), or `alt+` and a letter for
   * Alt (⌃⌥ on a Mac, where ⌥ alone types accents). Actions that change a conversation are never on a single key.
   */
  keys: string;
  group: 'general' | 'list' | 'conversation';
  /** Whether the palette offers it as an action. */
  action: boolean;
}

/** Every shortcut of the application; components handle them by `useShortcut`. */
const catalogue = {
  palette: { keys: 'mod+k', group: 'general', action: false },
  sheet: { keys: '?', group: 'general', action: true },
  help: { keys: 'f1', group: 'general', action: true },
  close: { keys: 'escape', group: 'general', action: false },
  create: { keys: 'n', group: 'list', action: true },
  search: { keys: '/', group: 'list', action: true },
  openTab: { keys: '1', group: 'list', action: false },
  pendingTab: { keys: '2', group: 'list', action: false },
  closedTab: { keys: '3', group: 'list', action: false },
  searchTab: { keys: '4', group: 'list', action: false },
  next: { keys: 'j', group: 'list', action: false },
  previous: { keys: 'k', group: 'list', action: false },
  select: { keys: 'x', group: 'list', action: false },
  accept: { keys: 'alt+a', group: 'conversation', action: true },
  write: { keys: 'r', group: 'conversation', action: false },
  note: { keys: 'mod+i', group: 'conversation', action: true },
  resolve: { keys: 'alt+e', group: 'conversation', action: true },
  reopen: { keys: 'alt+o', group: 'conversation', action: true },
  putBack: { keys: 'alt+p', group: 'conversation', action: true },
  giveToBot: { keys: 'alt+b', group: 'conversation', action: true },
  transfer: { keys: 'alt+t', group: 'conversation', action: true },
  schedule: { keys: 'alt+g', group: 'conversation', action: true },
  tag: { keys: 'alt+l', group: 'conversation', action: true },
  unread: { keys: 'alt+u', group: 'conversation', action: true },
  undo: { keys: 'alt+z', group: 'conversation', action: true },
  contact: { keys: 'i', group: 'conversation', action: true },
  find: { keys: 'mod+f', group: 'conversation', action: true },
  olderHit: { keys: ',', group: 'conversation', action: false },
  newerHit: { keys: '.', group: 'conversation', action: false },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof catalogue;
export type ShortcutGroup = Shortcut['group'];

export const shortcuts: Readonly<Record<ShortcutId, Shortcut>> = catalogue;
export const shortcutIds = Object.keys(catalogue) as ShortcutId[];
export const shortcutGroups: readonly ShortcutGroup[] = ['general', 'list', 'conversation'];

/** Whether it works inside text fields and cannot be switched off: all but single keys. */
export const isSafe = (id: ShortcutId) => shortcuts[id].keys.length > 1;

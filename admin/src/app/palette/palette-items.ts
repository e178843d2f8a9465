import type { SvgIcon } from '@mui/material';
import type { Contact } from '../../conversation/model/types';
import { hasWords } from '../../shared/plain-text';

interface ItemLabel {
  key: string;
  label: string;
  /** Distinguishes items of the same name. */
  hint?: string;
  Icon: typeof SvgIcon;
  /** The shortcut that does the same. */
  keys?: string;
}

/** With a contact, or with a number that is no contact's yet. */
export type NewConversation = { contact: Contact } | { number: string };

/** Runs an action, or opens the dialog for a new conversation. */
export type PaletteItem = ItemLabel & ({ run: () => void; start?: never } | { start: NewConversation; run?: never });

export interface PaletteGroup {
  name: 'conversation' | 'conversations' | 'contacts' | 'pages' | 'actions';
  items: readonly PaletteItem[];
}

/** The items whose label has every typed word, ignoring accents and case. */
export const matching = (items: readonly PaletteItem[], typed: string): readonly PaletteItem[] =>
  items.filter(({ label }) => hasWords(label, typed));

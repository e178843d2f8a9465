import type SvgIcon from '@mui/material/SvgIcon';
import type { Contact } from '../../conversation/model/types';

interface ItemFace {
  key: string;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
  Icon: typeof SvgIcon;
  /** The shortcut that does the same. */
  keys?: string;
}

/** Does something at once, or asks for the rest of a conversation with the contact. */
export type PaletteItem = ItemFace & ({ run: () => void; contact?: never } | { contact: Contact; run?: never });

export interface PaletteGroup {
  name: 'conversation' | 'conversations' | 'contacts' | 'pages' | 'actions';
  items: readonly PaletteItem[];
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The items whose label has every word that was typed, accents and case aside. */
export function matching(items: readonly PaletteItem[], typed: string): readonly PaletteItem[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => plain(label).includes(word)));
}

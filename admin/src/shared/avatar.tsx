import { Avatar as MuiAvatar } from '@mui/material';
import { textSizeUpTo } from './type-scale';

// White text on each of these keeps 4.5:1.
const colours = [
  '#c4522a',
  '#2a7d73',
  '#a3568f',
  '#5b6b86',
  '#2f6fcb',
  '#846534',
  '#4a7c59',
  '#6d5bd0',
  '#b23b5e',
  '#0e7490',
  '#7c5c12',
  '#66701c',
];

export function avatarColour(seed: string): string {
  let hash = 0;
  for (const char of seed) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return colours[hash % colours.length] ?? '#5b6b86';
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return '?';
  if (/^[+(\d]/.test(first)) return first.startsWith('+') ? first.slice(0, 3) : first.replace(/\D/g, '').slice(0, 2);
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return (
    (Array.from(first)[0] ?? '') + (last ? (Array.from(last)[0] ?? '') : (Array.from(first)[1] ?? ''))
  ).toUpperCase();
}

/** Two letters of the smallest text do not fit into a smaller circle. */
const TWO_LETTERS_PX = 24;

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: number;
  /** Decides the colour where the name may change, such as an id. */
  seed?: string | number;
}

/** A picture, or initials on a stable colour. Decorative: the name is shown beside it. */
export function Avatar({ name, src, size = 44, seed }: AvatarProps) {
  return (
    <MuiAvatar
      src={src ?? undefined}
      alt=""
      aria-hidden
      sx={{
        width: size,
        height: size,
        fontSize: textSizeUpTo(size * 0.4),
        fontWeight: 600,
        color: '#fff',
        bgcolor: avatarColour(String(seed ?? name)),
        flex: 'none',
      }}
    >
      {size < TWO_LETTERS_PX ? Array.from(initials(name))[0] : initials(name)}
    </MuiAvatar>
  );
}

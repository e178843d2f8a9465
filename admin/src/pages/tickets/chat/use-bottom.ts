import { useState } from 'react';
import type { StreamRow } from '../model/rows';

/** Whether the end of the conversation is in sight, and how many messages have come since it was. */
export function useBottom(rows: readonly StreamRow[]): {
  atBottom: boolean;
  missed: number;
  setAtBottom: (at: boolean) => void;
} {
  const lastKey = rows.at(-1)?.key ?? null;
  const [atBottom, setAtBottom] = useState(true);
  const [seen, setSeen] = useState(lastKey);
  if (atBottom && seen !== lastKey) setSeen(lastKey);
  const from = atBottom ? -1 : rows.findLastIndex(({ key }) => key === seen);
  const missed =
    from === -1 ? 0 : rows.slice(from + 1).filter((row) => row.kind === 'message' && !row.message.fromMe).length;
  return { atBottom, missed, setAtBottom };
}

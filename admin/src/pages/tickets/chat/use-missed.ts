import { useState } from 'react';
import type { StreamRow } from '../model/rows';

/** How many messages have come since the end of the conversation was in sight. */
export function useMissed(rows: readonly StreamRow[], atEnd: boolean): number {
  const lastKey = rows.at(-1)?.key ?? null;
  const [seen, setSeen] = useState(lastKey);
  if (atEnd && seen !== lastKey) setSeen(lastKey);
  const from = atEnd ? -1 : rows.findLastIndex(({ key }) => key === seen);
  return from === -1 ? 0 : rows.slice(from + 1).filter((row) => row.kind === 'message' && !row.message.fromMe).length;
}

import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Conversation } from '../data/use-messages';
import type { Note } from '../model/note';
import type { StreamRow } from '../model/rows';

/** How far a note may be from what is loaded, in pages of messages. */
const MOST_PAGES = 50;

/** Goes to the note that the link to this conversation was for, as a mention names it; loads back to it if needed. null: looks on only. */
export function useNoteLanding(
  rows: readonly StreamRow[],
  notes: readonly Note[] | null,
  { state, loadingOlder, loadOlder }: Conversation,
  show: (key: string) => boolean,
): void {
  const location = useLocation();
  const [wanted, setWanted] = useState<{ id: number; pages: number } | null>(null);
  useEffect(() => {
    const asked: unknown = location.state;
    const noteId = typeof asked === 'object' && asked !== null && 'noteId' in asked ? asked.noteId : null;
    if (typeof noteId === 'number') setWanted({ id: noteId, pages: 0 });
  }, [location]);
  const hasMore = state?.hasMore ?? false;
  const step = useEffectEvent(() => {
    // one that is not known may be on its way
    if (!wanted || !notes?.some(({ id }) => id === wanted.id)) return;
    if (show(`note-${wanted.id}`) || !hasMore || wanted.pages === MOST_PAGES) return setWanted(null);
    setWanted({ ...wanted, pages: wanted.pages + 1 });
    loadOlder();
  });
  useEffect(() => {
    // the rows that were loaded for it are rendered only afterwards
    if (wanted && rows.length > 0 && !loadingOlder) step();
  }, [wanted, rows, loadingOlder]);
}

import { api } from '../../providers/http';

interface Named {
  id: number;
  name: string;
}

/** That a note names the user, who has not seen it yet. */
export interface Mention {
  id: number;
  noteId: number;
  note: string;
  /** Who wrote it; null when they are gone. */
  user: Named | null;
  ticket: { id: number; uuid: string };
  contact: Named & { number: string };
  createdAt: string;
}

/** `update`: some were seen or are gone, ask anew. */
export type MentionEvent = { action: 'create'; mention: Mention } | { action: 'update' };

export const noMentions: readonly Mention[] = [];

export function fetchMentions(signal?: AbortSignal): Promise<Mention[]> {
  return api('/ticket-notes/mentions', { signal });
}

export function seeMentions(ids: number[]): Promise<unknown> {
  return api('/ticket-notes/mentions/seen', { method: 'POST', body: { ids } });
}

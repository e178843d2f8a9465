import { api } from '../../../providers/http';
import type { Coloured, Ticket } from '../model/types';

export function fetchTags(signal?: AbortSignal): Promise<Coloured[]> {
  return api('/tags/list', { signal });
}

export function createTag(name: string, color: string): Promise<Coloured> {
  return api('/tags', { method: 'POST', body: { name, color } });
}

/** Gives a conversation exactly these tags. */
export function syncTags(ticketId: number, tags: readonly number[]): Promise<Ticket> {
  return api('/tags/sync', { method: 'POST', body: { ticketId, tags } });
}

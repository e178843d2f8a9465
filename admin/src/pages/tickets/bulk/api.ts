import { api } from '../../../providers/http';
import type { Ticket } from '../model/types';
import type { BulkAction } from './choosing';

/** What came of one of many: `id` is the conversation, or the act that is taken back. */
export interface Acted {
  id: number;
  done: boolean;
  ticket: Ticket | null;
  act: number | null;
  /** As a single request would have been refused. */
  refusal: { error: string; message: string } | null;
}

export interface BulkChange {
  queueId?: number;
  userId?: number;
  tagId?: number;
}

export async function actOnMany(action: BulkAction, ids: readonly number[], change: BulkChange): Promise<Acted[]> {
  const body = { action, ids, ...change };
  return (await api<{ results: Acted[] }>('/tickets/bulk', { method: 'POST', body })).results;
}

export async function undoActs(acts: readonly number[]): Promise<Acted[]> {
  return (await api<{ results: Acted[] }>('/tickets/bulk/undo', { method: 'POST', body: { acts } })).results;
}

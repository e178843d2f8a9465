import { api } from '../../../providers/http';
import type { Ticket } from '../model/types';
import type { BulkAction } from './choosing';

export type Act = BulkAction | 'return';

/** What came of one of many: `id` is the conversation, or the act that is taken back. */
export interface Acted {
  id: number;
  done: boolean;
  ticket: Ticket | null;
  act: number | null;
  /** As a single request would have been refused. */
  refusal: { code: string; message: string; statusCode: number } | null;
}

export interface ActChange {
  queueId?: number;
  userId?: number;
  whatsappId?: number;
  tagId?: number;
}

export async function actOn(action: Act, ids: readonly number[], change: ActChange): Promise<Acted[]> {
  const body = { action, ids, ...change };
  return (await api<{ results: Acted[] }>('/tickets/bulk', { method: 'POST', body })).results;
}

export async function undoActs(acts: readonly number[]): Promise<Acted[]> {
  return (await api<{ results: Acted[] }>('/tickets/bulk/undo', { method: 'POST', body: { acts } })).results;
}

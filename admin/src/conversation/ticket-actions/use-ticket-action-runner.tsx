import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { BulkAction } from '../../pages/tickets/bulk/selection';
import { ApiError, api } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { moveFocus, rowOf } from '../../shared/focus';
import { cacheTicket } from '../data/cache';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import { cancelExpectedRemoval, expectRemoval } from '../data/use-ticket';
import { contactName } from '../model/contact-name';
import type { Ticket } from '../model/types';
import { ActionToast, type RefusedTicket } from './action-toast';

export type TicketActionName = BulkAction | 'return';

/** What came of one of many: `id` is the conversation, or the act that is taken back. */
export interface ActionResult {
  id: number;
  done: boolean;
  ticket: Ticket | null;
  act: number | null;
  /** As a single request would have been refused. */
  refusal: { code: string; message: string; statusCode: number } | null;
}

export interface ActionParams {
  queueId?: number;
  userId?: number;
  whatsappId?: number;
  tagId?: number;
}

export async function performTicketAction(
  action: TicketActionName,
  ids: readonly number[],
  change: ActionParams,
): Promise<ActionResult[]> {
  const body = { action, ids, ...change };
  return (await api<{ results: ActionResult[] }>('/tickets/bulk', { method: 'POST', body })).results;
}

export async function undoTicketActions(acts: readonly number[]): Promise<ActionResult[]> {
  return (await api<{ results: ActionResult[] }>('/tickets/bulk/undo', { method: 'POST', body: { acts } })).results;
}

const UNDO_MS = 6000;
const removesFromList: readonly TicketActionName[] = ['transfer', 'return'];

/** What this tab gives away itself needs no notice that it went. */
const expectRemovals = <T,>(tickets: readonly Ticket[], perform: () => Promise<T>): Promise<T> =>
  tickets.reduce(
    (inner, { id }) =>
      () =>
        expectRemoval(id, inner),
    perform,
  )();

const currentAddress = () => window.location.pathname + window.location.search;

/**
 * Acts on one conversation or many, says what came of it, and takes it back if asked to. `onDone` may lead elsewhere: undoing
 * leads back. @throws ApiError also when a single one is refused
 */
export function useTicketActionRunner() {
  const client = useQueryClient();
  const viewer = useCurrentUser();
  const notify = useNotify();
  const translate = useTranslate();
  const navigate = useNavigate();

  function take(results: readonly ActionResult[]) {
    for (const { ticket } of results) if (ticket) cacheTicket(client, ticket, viewer);
    // what was refused may be shown as it no longer is
    if (results.some(({ done }) => !done)) void client.invalidateQueries({ queryKey: queryKeys.lists });
    void client.invalidateQueries({ queryKey: queryKeys.allCounters });
  }

  function tell(
    text: string,
    results: readonly ActionResult[],
    names: ReadonlyMap<number, string>,
    onUndo: (() => void) | null,
  ) {
    const refused = results.flatMap(({ id, refusal }): RefusedTicket[] =>
      refusal ? [{ name: names.get(id) ?? '', refusal }] : [],
    );
    const count = results.length - refused.length;
    const said = count > 0 ? translate(text, { smart_count: count }) : '';
    notify(<ActionToast text={said} refused={refused} onUndo={onUndo} />, {
      type: refused.length > 0 ? 'warning' : 'success',
      autoHideDuration: UNDO_MS,
    });
  }

  async function undo(results: readonly ActionResult[], names: ReadonlyMap<number, string>, back: () => void) {
    const acts = results.flatMap(({ id, act }) => (act === null ? [] : [{ id, act }]));
    try {
      const undone = await undoTicketActions(acts.map(({ act }) => act));
      take(undone);
      const restored = undone.flatMap(({ ticket }) => ticket ?? []);
      for (const { id } of restored) cancelExpectedRemoval(id);
      if (restored[0]) {
        moveFocus(rowOf(restored[0].uuid));
        back();
      }
      tell('list.bulk.undone', undone, new Map(acts.map(({ id, act }) => [act, names.get(id) ?? ''])), null);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  }

  return async (
    action: TicketActionName,
    tickets: readonly Ticket[],
    change: ActionParams,
    onDone: () => void,
  ): Promise<void> => {
    const names = new Map(tickets.map(({ id, contact }) => [id, contactName(contact)]));
    const from = currentAddress();
    const ask = () => performTicketAction(action, [...names.keys()], change);
    const results = await (removesFromList.includes(action) ? expectRemovals(tickets, ask) : ask());
    take(results);
    const [first] = results;
    if (results.length === 1 && first?.refusal) {
      const { statusCode, code, message } = first.refusal;
      throw new ApiError(statusCode, code, message);
    }
    onDone();
    const led = currentAddress();
    const back = () => {
      if (from !== led && currentAddress() === led) navigate(from);
    };
    const undoable = results.some(({ act }) => act !== null);
    tell(`list.bulk.done.${action}`, results, names, undoable ? () => void undo(results, names, back) : null);
  };
}

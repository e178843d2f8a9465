import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { moveFocus, rowOf } from '../../../app/focus';
import { ApiError } from '../../../providers/http';
import { errorText } from '../../../shared/error-text';
import { putTicket } from '../data/cache';
import { keys } from '../data/keys';
import { stay, whileLeaving } from '../data/use-ticket';
import { useViewer } from '../data/use-viewer';
import { contactName } from '../list/ticket-name';
import type { Ticket } from '../model/types';
import { type Act, type ActChange, type Acted, actOn, undoActs } from './api';
import { BulkToast, type Refused } from './bulk-toast';

const UNDO_MS = 6000;
const givesAway: readonly Act[] = ['transfer', 'return'];

/** What this tab gives away itself needs no notice that it went. */
const leaving = <T,>(tickets: readonly Ticket[], perform: () => Promise<T>): Promise<T> =>
  tickets.reduce(
    (inner, { id }) =>
      () =>
        whileLeaving(id, inner),
    perform,
  )();

const address = () => window.location.pathname + window.location.search;

/**
 * Acts on one conversation or many, says what came of it, and takes it back if asked to. `onDone` may lead elsewhere: undoing
 * leads back. @throws ApiError also when a single one is refused
 */
export function useActs() {
  const client = useQueryClient();
  const viewer = useViewer();
  const notify = useNotify();
  const translate = useTranslate();
  const navigate = useNavigate();

  function take(results: readonly Acted[]) {
    for (const { ticket } of results) if (ticket) putTicket(client, ticket, viewer);
    // what was refused may be shown as it no longer is
    if (results.some(({ done }) => !done)) void client.invalidateQueries({ queryKey: keys.lists });
    void client.invalidateQueries({ queryKey: keys.allCounters });
  }

  function tell(
    text: string,
    results: readonly Acted[],
    names: ReadonlyMap<number, string>,
    onUndo: (() => void) | null,
  ) {
    const refused = results.flatMap(({ id, refusal }): Refused[] =>
      refusal ? [{ name: names.get(id) ?? '', refusal }] : [],
    );
    const count = results.length - refused.length;
    const said = count > 0 ? translate(text, { smart_count: count }) : '';
    notify(<BulkToast text={said} refused={refused} onUndo={onUndo} />, {
      type: refused.length > 0 ? 'warning' : 'success',
      autoHideDuration: UNDO_MS,
    });
  }

  async function undo(results: readonly Acted[], names: ReadonlyMap<number, string>, back: () => void) {
    const acts = results.flatMap(({ id, act }) => (act === null ? [] : [{ id, act }]));
    try {
      const undone = await undoActs(acts.map(({ act }) => act));
      take(undone);
      const restored = undone.flatMap(({ ticket }) => ticket ?? []);
      for (const { id } of restored) stay(id);
      if (restored[0]) {
        moveFocus(rowOf(restored[0].uuid));
        back();
      }
      tell('list.bulk.undone', undone, new Map(acts.map(({ id, act }) => [act, names.get(id) ?? ''])), null);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  }

  return async (action: Act, tickets: readonly Ticket[], change: ActChange, onDone: () => void): Promise<void> => {
    const names = new Map(tickets.map(({ id, contact }) => [id, contactName(contact)]));
    const from = address();
    const ask = () => actOn(action, [...names.keys()], change);
    const results = await (givesAway.includes(action) ? leaving(tickets, ask) : ask());
    take(results);
    const [first] = results;
    if (results.length === 1 && first?.refusal) {
      const { statusCode, code, message } = first.refusal;
      throw new ApiError(statusCode, code, message);
    }
    onDone();
    const led = address();
    const back = () => {
      if (from !== led && address() === led) navigate(from);
    };
    const undoable = results.some(({ act }) => act !== null);
    tell(`list.bulk.done.${action}`, results, names, undoable ? () => void undo(results, names, back) : null);
  };
}

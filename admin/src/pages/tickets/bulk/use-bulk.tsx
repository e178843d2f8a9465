import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { putTicket } from '../data/cache';
import { keys } from '../data/keys';
import { whileLeaving } from '../data/use-ticket';
import { useViewer } from '../data/use-viewer';
import { contactName } from '../list/ticket-name';
import type { Ticket } from '../model/types';
import { type Acted, actOnMany, type BulkChange, undoActs } from './api';
import { BulkToast, type Refused } from './bulk-toast';
import type { BulkAction } from './choosing';

const UNDO_MS = 6000;

/** What this tab gives away itself needs no notice that it went. */
const leaving = <T,>(tickets: readonly Ticket[], perform: () => Promise<T>): Promise<T> =>
  tickets.reduce(
    (inner, { id }) =>
      () =>
        whileLeaving(id, inner),
    perform,
  )();

/** Acts on many conversations, says what came of it, and takes it back if asked to. */
export function useBulk(onDone: () => void) {
  const client = useQueryClient();
  const viewer = useViewer();
  const notify = useNotify();
  const translate = useTranslate();
  const [busy, setBusy] = useState<BulkAction | null>(null);

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

  async function undo(results: readonly Acted[], names: ReadonlyMap<number, string>) {
    const acts = results.flatMap(({ id, act }) => (act === null ? [] : [{ id, act }]));
    try {
      const undone = await undoActs(acts.map(({ act }) => act));
      take(undone);
      tell('list.bulk.undone', undone, new Map(acts.map(({ id, act }) => [act, names.get(id) ?? ''])), null);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  }

  async function act(action: BulkAction, tickets: readonly Ticket[], change: BulkChange = {}): Promise<boolean> {
    setBusy(action);
    const names = new Map(tickets.map(({ id, contact }) => [id, contactName(contact)]));
    const ask = () => actOnMany(action, [...names.keys()], change);
    try {
      const results = await (action === 'transfer' ? leaving(tickets, ask) : ask());
      take(results);
      onDone();
      const undoable = results.some(({ act }) => act !== null);
      tell(`list.bulk.done.${action}`, results, names, undoable ? () => void undo(results, names) : null);
      return true;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return false;
    } finally {
      setBusy(null);
    }
  }

  return { busy, act };
}

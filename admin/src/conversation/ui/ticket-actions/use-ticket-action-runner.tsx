import { Box, Button } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Answer, Schemas } from '../../../providers/api-types';
import { ApiError, api } from '../../../providers/http';
import { refetch } from '../../../providers/query-client';
import { act } from '../../../shared/acting';
import { useNotifyError } from '../../../shared/error-text';
import { restoreFocusTo, rowOf } from '../../../shared/focus';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { useCloseToast } from '../../../shared/toasts';
import { textSize } from '../../../shared/type-scale';
import { cacheTicket, queryKeys } from '../../data/cache';
import { cancelExpectedRemoval, expectRemoval } from '../../data/use-ticket';
import { contactName } from '../../model/contact-name';
import type { Ticket } from '../../model/types';

const MAX_REFUSALS = 3;

interface ActionToastProps {
  /** Empty when nothing was done. */
  text: string;
  refused: readonly { name: string; refusal: { message: string } }[];
  onUndo: (() => void) | null;
}

/** The outcome of an action on many conversations: how many, which were refused and why, and undo. */
function ActionToast({ text, refused, onUndo }: ActionToastProps) {
  const translate = useTranslate();
  const close = useCloseToast();
  const more = refused.length - MAX_REFUSALS;
  const undo = () => {
    close();
    onUndo?.();
  };
  useShortcut('undo', undo, onUndo !== null);
  return (
    <Box sx={{ display: 'flex', alignItems: refused.length > 0 ? 'flex-start' : 'center', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {text && <div>{text}</div>}
        {refused.length > 0 && (
          <Box
            component="ul"
            sx={{ m: 0, pl: 0, listStyle: 'none', fontSize: textSize.small, color: 'text.secondary' }}
          >
            {refused.slice(0, MAX_REFUSALS).map(({ name, refusal }, index) => (
              <li key={index}>
                <b>{name}</b>: {refusal.message}
              </li>
            ))}
            {more > 0 && <li>{translate('list.bulk.more', { smart_count: more })}</li>}
          </Box>
        )}
      </Box>
      {onUndo && (
        <Button
          size="small"
          aria-keyshortcuts="Alt+Z"
          sx={{ flex: 'none', my: '-5px', color: 'primary.main' }}
          onClick={undo}
        >
          {translate('list.bulk.undo')}
        </Button>
      )}
    </Box>
  );
}

export type TicketActionName = 'accept' | 'resolve' | 'reopen' | 'transfer' | 'tag' | 'read' | 'return' | 'bot';

type ActionResult = Schemas['BulkActionResult'];

export interface ActionParams {
  queueId?: number;
  userId?: number;
  whatsappId?: number;
  tagId?: number;
}

async function post(path: string, body: object): Promise<ActionResult[]> {
  return (await api<Answer<'BulkActionsController_perform'>>(`/tickets/bulk${path}`, { method: 'POST', body })).results;
}

const UNDO_MS = 6000;
const removesFromList: readonly TicketActionName[] = ['transfer', 'return', 'bot'];

const currentAddress = () => window.location.pathname + window.location.search;

type Names = ReadonlyMap<number, string>;

interface ActionSteps {
  /** At once, before the server is asked: shows where the user goes on. */
  onStart?: () => void;
  onDone?: () => void;
}

/**
 * Performs an action on one conversation or many and shows the outcome with an undo. Its steps may navigate; undoing
 * navigates back. @throws ApiError when a single conversation is refused
 */
export function useTicketActionRunner() {
  const notify = useNotify();
  const notifyError = useNotifyError();
  const translate = useTranslate();
  const navigate = useNavigate();

  function cacheResults(results: readonly ActionResult[]) {
    for (const { ticket } of results) if (ticket) cacheTicket(ticket);
    // a refused conversation may be stale on the screen
    if (results.some(({ done }) => !done)) for (const key of [queryKeys.lists, queryKeys.tickets]) refetch(key);
    refetch(queryKeys.allCounters);
  }

  function showOutcome(text: string, results: readonly ActionResult[], names: Names, onUndo: (() => void) | null) {
    const refused = results.flatMap(({ id, refusal }) => (refusal ? [{ name: names.get(id) ?? '', refusal }] : []));
    const count = results.length - refused.length;
    const summary = count > 0 ? translate(text, { smart_count: count }) : '';
    notify(<ActionToast text={summary} refused={refused} onUndo={onUndo} />, {
      type: refused.length > 0 ? 'warning' : 'success',
      autoHideDuration: UNDO_MS,
    });
  }

  async function undo(results: readonly ActionResult[], names: Names, goBack: () => void) {
    const actions = results.flatMap(({ id, act }) => (act === null ? [] : [{ id, act }]));
    try {
      const perform = () => post('/undo', { acts: actions.map((action) => action.act) });
      const undone = await act(
        'undo',
        actions.map(({ id }) => id),
        perform,
      );
      cacheResults(undone);
      const restored = undone.flatMap(({ ticket }) => ticket ?? []);
      for (const { id } of restored) cancelExpectedRemoval(id);
      if (restored[0]) {
        restoreFocusTo(rowOf(restored[0].uuid));
        goBack();
      }
      showOutcome('list.bulk.undone', undone, new Map(actions.map(({ id, act }) => [act, names.get(id) ?? ''])), null);
    } catch (error) {
      notifyError(error);
    }
  }

  return async (
    action: TicketActionName,
    tickets: readonly Ticket[],
    params: ActionParams,
    { onStart, onDone }: ActionSteps,
  ): Promise<void> => {
    const names = new Map(tickets.map(({ id, contact }) => [id, contactName(contact)]));
    const ids = [...names.keys()];
    const from = currentAddress();
    const perform = () => post('', { action, ids, ...params });
    const performAndCache = async () => {
      const results = await (removesFromList.includes(action) ? expectRemoval(ids, perform) : perform());
      cacheResults(results);
      return results;
    };
    const results = await act(action, ids, performAndCache, onStart);
    const [first] = results;
    if (results.length === 1 && first?.refusal) {
      const { statusCode, code, message } = first.refusal;
      throw new ApiError(statusCode, code, message);
    }
    onDone?.();
    const after = currentAddress();
    const goBack = () => {
      if (from !== after && currentAddress() === after) navigate(from);
    };
    const undoable = results.some(({ act }) => act !== null);
    showOutcome(`list.bulk.done.${action}`, results, names, undoable ? () => void undo(results, names, goBack) : null);
  };
}

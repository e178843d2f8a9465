import { Alert, Box, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketEvent } from '../../../providers/realtime';
import { useResources } from '../../../schema/resources';
import { ChoiceField } from '../../../shared/choice-field';
import { FormDialog } from '../../../shared/form-dialog';
import { presenceOf } from '../../../shared/presence';
import { useTask } from '../../../shared/use-task';
import { type Attendant, postOnce } from '../../data/api';
import { useQueuesAndConnections } from '../../data/company-queries';
import { newId } from '../../data/store-helpers';
import type { Ticket } from '../../model/types';
import { SummaryButton } from '../copilot/summary-button';
import { TransferTargets } from './transfer-targets';
import type { ActionParams } from './use-ticket-action-runner';

interface TransferDialogProps {
  /** Its current assignment; absent for several tickets: the connection stays. */
  from?: Pick<Ticket, 'id' | 'contactId' | 'userId' | 'queueId' | 'whatsappId'>;
  /** The number of tickets. */
  count?: number;
  busy: boolean;
  /** Answers whether it succeeded. */
  onTransfer: (params: ActionParams) => Promise<boolean>;
  onClose: () => void;
}

/** Warns when the chosen attendant is offline or paused. */
function AwayWarning({ user }: { user: Attendant }) {
  const translate = useTranslate();
  const state = presenceOf(user);
  if (state === 'online') return null;
  const { name, pauseReason: reason } = user;
  const key = state === 'paused' && reason ? 'paused_reason' : state;
  return (
    <Alert severity="warning" role="status">
      {translate(`presence.warn_${key}`, { name, reason })}
    </Alert>
  );
}

/** Transfers tickets to another queue, attendant or connection. */
export default function TransferDialog({ from, count = 1, busy, onTransfer, onClose }: TransferDialogProps) {
  const translate = useTranslate();
  const { queues, connections } = useQueuesAndConnections();
  const [user, setUser] = useState<Attendant | null>(null);
  const [queueId, setQueueId] = useState<number | null>(from?.queueId ?? null);
  const [whatsappId, setWhatsappId] = useState<number | null>(from?.whatsappId ?? null);
  const [submitted, setSubmitted] = useState(false);
  const [note, setNote] = useState('');
  const [noteId] = useState(newId);
  const noting = useTask();
  const { plan } = useResources();
  useSocketEvent('presence', (event) =>
    setUser((chosen) => (chosen && event.user?.id === chosen.id ? { ...chosen, ...event.user } : chosen)),
  );
  // an attendant must belong to the department; admins belong to all
  const queueIdsOf = (attendant: Attendant | null) =>
    attendant === null || attendant.profile === 'admin' ? undefined : attendant.queueIds;
  const allowedQueues = queueIdsOf(user);
  const options = allowedQueues ? queues.filter(({ id }) => allowedQueues.includes(id)) : queues;

  const moves = user !== null || queueId !== (from?.queueId ?? null) || whatsappId !== (from?.whatsappId ?? null);

  function chooseUser(next: Attendant) {
    setUser(next);
    const allowed = queueIdsOf(next);
    const isAllowed = (id: number | null) => id !== null && (!allowed || allowed.includes(id));
    if (isAllowed(queueId)) return;
    const now = from?.queueId ?? null;
    const only = allowed?.length === 1 ? (allowed[0] ?? null) : null;
    setQueueId(isAllowed(now) ? now : only);
  }

  function chooseQueue(id: number) {
    setUser(null);
    setQueueId(id);
  }

  /** Before the transfer, after which the conversation may not be shown any more. */
  const keepNote = ({ id: ticketId, contactId }: NonNullable<typeof from>) =>
    noting.run(() => postOnce('/ticket-notes', { note: note.trim(), ticketId, contactId }, noteId));

  async function submit() {
    setSubmitted(true);
    if (queueId === null || !moves) return;
    const params: ActionParams = user ? { userId: user.id, queueId } : { queueId };
    if (whatsappId !== null && whatsappId !== from?.whatsappId) params.whatsappId = whatsappId;
    if (from && note.trim() !== '' && !(await keepNote(from))) return;
    if (await onTransfer(params)) onClose();
  }

  return (
    <FormDialog
      title={translate('workspace.transfer.title', { smart_count: count })}
      submit={translate('workspace.transfer.submit')}
      busy={busy || noting.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TransferTargets
        from={from}
        queues={queues}
        user={user}
        queueId={user ? null : queueId}
        error={submitted && !moves && queueId !== null ? translate('workspace.transfer.target_required') : undefined}
        onUser={chooseUser}
        onQueue={chooseQueue}
      />
      {user && <AwayWarning user={user} />}
      <ChoiceField
        required
        label={translate('workspace.transfer.queue')}
        value={queueId}
        options={options}
        error={submitted && queueId === null ? translate('workspace.transfer.queue_required') : undefined}
        onChange={setQueueId}
      />
      {from && (
        <ChoiceField
          label={translate('workspace.transfer.connection')}
          value={whatsappId}
          options={connections}
          onChange={setWhatsappId}
        />
      )}
      {from && plan.features['useAiActive'] && (
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
          <TextField
            fullWidth
            multiline
            maxRows={6}
            label={translate('assistant.copilot.transfer_note')}
            helperText={translate('assistant.copilot.transfer_hint')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <SummaryButton ticketId={from.id} text={note} onText={setNote} />
        </Box>
      )}
    </FormDialog>
  );
}

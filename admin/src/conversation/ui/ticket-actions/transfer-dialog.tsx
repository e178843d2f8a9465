import { Alert, Box, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ListPage } from '../../../providers/api-types';
import { useSocketEvent } from '../../../providers/realtime';
import { useResources } from '../../../schema/resources';
import { ChoiceField } from '../../../shared/choice-field';
import { FormDialog } from '../../../shared/form-dialog';
import { LookupField } from '../../../shared/lookup-field';
import { PersonName, presenceOf } from '../../../shared/presence';
import { useTask } from '../../../shared/use-task';
import { type Attendant, get, postOnce } from '../../data/api';
import { useQueuesAndConnections } from '../../data/company-queries';
import { newId } from '../../data/store-helpers';
import type { Ticket } from '../../model/types';
import { SummaryButton } from '../copilot/summary-button';
import type { ActionParams } from './use-ticket-action-runner';

interface TransferDialogProps {
  /** Its current assignment; absent for several tickets: the connection stays. */
  from?: Pick<Ticket, 'id' | 'contactId' | 'queueId' | 'whatsappId'>;
  /** The number of tickets. */
  count?: number;
  busy: boolean;
  /** Answers whether it succeeded. */
  onTransfer: (params: ActionParams) => Promise<boolean>;
  onClose: () => void;
}

const findUsers = async (searchParam: string, signal: AbortSignal) => {
  const page = await get<ListPage<'UsersResourceController_list'>>('/users', { searchParam, pageNumber: '1' }, signal);
  return page.users.filter(({ active }) => active);
};

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
  const [queueId, setQueueId] = useState<number | null>(null);
  const [whatsappId, setWhatsappId] = useState<number | null>(from?.whatsappId ?? null);
  const [missing, setMissing] = useState(false);
  const [note, setNote] = useState('');
  const [noteId] = useState(newId);
  const noting = useTask();
  const { plan } = useResources();
  useSocketEvent('presence', (event) =>
    setUser((chosen) => (chosen && event.user?.id === chosen.id ? { ...chosen, ...event.user } : chosen)),
  );
  // an attendant must belong to the department; admins belong to all
  const queueIdsOf = (attendant: Attendant | null) =>
    attendant === null || attendant.profile === 'admin' ? undefined : attendant.queues?.map(({ id }) => id);
  const allowedQueues = queueIdsOf(user);
  const options = allowedQueues ? queues.filter(({ id }) => allowedQueues.includes(id)) : queues;

  function choose(next: Attendant | null) {
    setUser(next);
    const allowed = queueIdsOf(next);
    const isAllowed = (id: number | null) => id !== null && (!allowed || allowed.includes(id));
    if (!next || isAllowed(queueId)) return;
    const now = from?.queueId ?? null;
    const only = allowed?.length === 1 ? (allowed[0] ?? null) : null;
    setQueueId(isAllowed(now) ? now : only);
  }

  /** Before the transfer, after which the conversation may not be shown any more. */
  const keepNote = ({ id: ticketId, contactId }: NonNullable<typeof from>) =>
    noting.run(() => postOnce('/ticket-notes', { note: note.trim(), ticketId, contactId }, noteId));

  async function submit() {
    setMissing(queueId === null);
    if (queueId === null) return;
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
      <LookupField
        name="users"
        autoFocus
        label={translate('workspace.transfer.user')}
        hint={translate('workspace.transfer.user_hint')}
        nothing={translate('workspace.transfer.nobody')}
        value={user}
        fetch={findUsers}
        labelOf={({ name }) => name}
        render={(found) => <PersonName name={found.name} presence={found} />}
        onChange={choose}
      />
      {user && <AwayWarning user={user} />}
      <ChoiceField
        required
        label={translate('workspace.transfer.queue')}
        value={queueId}
        options={options}
        error={missing && queueId === null ? translate('workspace.transfer.queue_required') : undefined}
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

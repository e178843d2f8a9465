import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketEvent } from '../../providers/realtime';
import { ChoiceField } from '../../shared/choice-field';
import { FormDialog } from '../../shared/form-dialog';
import { LookupField } from '../../shared/lookup-field';
import { PersonName, presenceOf } from '../../shared/presence';
import { type Attendant, searchUsers } from '../data/api';
import { useChoices } from '../data/use-connections';
import type { Ticket } from '../model/types';
import type { ActionParams } from './use-ticket-action-runner';

interface TransferDialogProps {
  /** Where it is now; without it, as for many at once, the connection stays as it is. */
  from?: Pick<Ticket, 'queueId' | 'whatsappId'>;
  /** How many are handed over. */
  count?: number;
  busy: boolean;
  /** Answers whether it was done. */
  onTransfer: (change: ActionParams) => Promise<boolean>;
  onClose: () => void;
}

const findUsers = async (term: string, signal: AbortSignal) => (await searchUsers(term, signal)).users;

/** Said before a conversation goes to somebody who may not be there to take it up. */
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

/** Hands one conversation or many to another department, to somebody in it, or to another connection. */
export default function TransferDialog({ from, count = 1, busy, onTransfer, onClose }: TransferDialogProps) {
  const translate = useTranslate();
  const { queues, connections } = useChoices();
  const [user, setUser] = useState<Attendant | null>(null);
  const [queueId, setQueueId] = useState<number | null>(null);
  const [whatsappId, setWhatsappId] = useState<number | null>(from?.whatsappId ?? null);
  const [missing, setMissing] = useState(false);
  useSocketEvent('presence', ({ user: told }) =>
    setUser((chosen) => (chosen && told?.id === chosen.id ? { ...chosen, ...told } : chosen)),
  );
  // Whoever takes over must belong to the department; managers are at home in all.
  const departmentsOf = (who: Attendant | null) =>
    who === null || who.profile === 'admin' ? undefined : who.queues?.map(({ id }) => id);
  const theirs = departmentsOf(user);
  const options = theirs ? queues.filter(({ id }) => theirs.includes(id)) : queues;

  function choose(next: Attendant | null) {
    setUser(next);
    const allowed = departmentsOf(next);
    if (next && !allowed && queueId === null) setQueueId(from?.queueId ?? null);
    if (!allowed) return;
    if (queueId !== null && allowed.includes(queueId)) return;
    const now = from?.queueId ?? null;
    const only = allowed.length === 1 ? (allowed[0] ?? null) : null;
    setQueueId(now !== null && allowed.includes(now) ? now : only);
  }

  async function submit() {
    setMissing(queueId === null);
    if (queueId === null) return;
    const change: ActionParams = user ? { userId: user.id, queueId } : { queueId };
    if (whatsappId !== null && whatsappId !== from?.whatsappId) change.whatsappId = whatsappId;
    if (await onTransfer(change)) onClose();
  }

  return (
    <FormDialog
      title={translate('workspace.transfer.title', { smart_count: count })}
      submit={translate('workspace.transfer.submit')}
      busy={busy}
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
    </FormDialog>
  );
}

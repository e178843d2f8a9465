import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { TicketActions } from '../chat/use-ticket-actions';
import { type Attendant, searchUsers, type TicketChange } from '../data/api';
import type { Ticket } from '../model/types';
import { ChoiceField } from './choice-field';
import { FormDialog } from './form-dialog';
import { LookupField } from './lookup-field';
import { useChoices } from './use-choices';

interface TransferDialogProps {
  ticket: Ticket;
  actions: TicketActions;
  onClose: () => void;
}

const findUsers = async (term: string, signal: AbortSignal) => (await searchUsers(term, signal)).users;

/** Hands a conversation to another department, to somebody in it, or to another connection. */
export default function TransferDialog({ ticket, actions, onClose }: TransferDialogProps) {
  const translate = useTranslate();
  const { queues, connections } = useChoices();
  const [user, setUser] = useState<Attendant | null>(null);
  const [queueId, setQueueId] = useState<number | null>(null);
  const [whatsappId, setWhatsappId] = useState<number | null>(ticket.whatsappId);
  const [missing, setMissing] = useState(false);
  // Whoever takes over must belong to the department.
  const theirs = user?.queues?.map(({ id }) => id);
  const options = theirs ? queues.filter(({ id }) => theirs.includes(id)) : queues;

  function choose(next: Attendant | null) {
    setUser(next);
    const allowed = next?.queues?.map(({ id }) => id);
    if (!allowed) return;
    if (queueId !== null && allowed.includes(queueId)) return;
    const stays = ticket.queueId !== null && allowed.includes(ticket.queueId);
    const only = allowed.length === 1 ? (allowed[0] ?? null) : null;
    setQueueId(stays ? ticket.queueId : only);
  }

  async function submit() {
    setMissing(queueId === null);
    if (queueId === null) return;
    const change: TicketChange = user ? { userId: user.id, queueId } : { status: 'pending', userId: null, queueId };
    if (whatsappId !== null && whatsappId !== ticket.whatsappId) change.whatsappId = whatsappId;
    if (!(await actions.transfer(change))) return;
    onClose();
  }

  return (
    <FormDialog
      title={translate('workspace.transfer.title')}
      submit={translate('workspace.transfer.submit')}
      busy={actions.busy === 'transfer'}
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
        onChange={choose}
      />
      <ChoiceField
        required
        label={translate('workspace.transfer.queue')}
        value={queueId}
        options={options}
        error={missing && queueId === null ? translate('workspace.transfer.queue_required') : undefined}
        onChange={setQueueId}
      />
      <ChoiceField
        label={translate('workspace.transfer.connection')}
        value={whatsappId}
        options={connections}
        onChange={setWhatsappId}
      />
    </FormDialog>
  );
}

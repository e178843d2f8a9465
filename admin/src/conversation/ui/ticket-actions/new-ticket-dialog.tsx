import { Alert, Box } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../providers/http';
import { queryClient, refetch } from '../../../providers/query-client';
import { useSessionUser } from '../../../providers/session-user';
import { useResources } from '../../../schema/resources';
import { Avatar } from '../../../shared/avatar';
import { ChoiceField } from '../../../shared/choice-field';
import { FormDialog } from '../../../shared/form-dialog';
import { formatPhone } from '../../../shared/format';
import { lazyComponent } from '../../../shared/lazy-component';
import { LookupField } from '../../../shared/lookup-field';
import { textSize } from '../../../shared/type-scale';
import { useTask } from '../../../shared/use-task';
import { post, searchContacts } from '../../data/api';
import { cacheTicket, queryKeys } from '../../data/cache';
import { useQueuesAndConnections } from '../../data/company-queries';
import { useTicketNavigation } from '../../data/use-ticket-navigation';
import { contactName } from '../../model/contact-name';
import { type Conflict, conflictOf } from '../../model/ticket-rules';
import type { Contact, Ticket } from '../../model/types';

const RecordDialog = lazyComponent(() => import('../../../schema/record-dialog'));

const initialContact = (typed: string) => (/^[\d\s()+.-]+$/.test(typed) ? { number: typed } : { name: typed });

function ContactOption({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <>
      <Avatar name={name} src={contact.profilePicUrl} size={32} seed={contact.id} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</Box>
        <Box sx={{ fontSize: textSize.caption, color: 'text.secondary' }}>{formatPhone(contact.number)}</Box>
      </Box>
    </>
  );
}

interface NewTicketDialogProps {
  /** Preselected. */
  contact?: Contact;
  onClose: () => void;
  onDone: (uuid: string) => void;
}

export default function NewTicketDialog({ contact: preselected, onClose, onDone }: NewTicketDialogProps) {
  const translate = useTranslate();
  const user = useSessionUser();
  const admin = user.profile === 'admin';
  const { queues, connections } = useQueuesAndConnections();
  const [contact, setContact] = useState<Contact | null>(preselected ?? null);
  const [queueId, setQueueId] = useState<number | null>(user.queues.length === 1 ? (user.queues[0]?.id ?? null) : null);
  const [chosenConnection, setChosenConnection] = useState<number | null>(user.whatsappId);
  /** What was typed, as the beginning of a new contact. */
  const [newContact, setNewContact] = useState<string | null>(null);
  const mayAdd = useResources().resource('contacts')?.can.create === true;
  const [submitted, setSubmitted] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { busy, run } = useTask();
  const { openTicket } = useTicketNavigation();
  const whatsappId =
    connections.find(({ id }) => id === chosenConnection)?.id ??
    connections.find(({ isDefault }) => isDefault)?.id ??
    connections[0]?.id ??
    null;

  function chooseContact(next: Contact | null) {
    setContact(next);
    setConflict(null);
  }

  // in one step: the closed dialog gives the focus back to the composer of the conversation before
  const open = (uuid: string) =>
    flushSync(() => {
      onDone(uuid);
      openTicket(uuid, { tab: 'open' });
    });

  /** An existing open ticket is opened if it is the user's, else reported as a conflict. */
  async function create(contactId: number) {
    setConflict(null);
    try {
      const ticket = { contactId, queueId, whatsappId, userId: user.id, status: 'open' };
      const created = await post<Ticket>('/tickets', ticket);
      queryClient.setQueryData(queryKeys.ticket(created.uuid), created);
      cacheTicket(created);
      refetch(queryKeys.allCounters);
      open(created.uuid);
    } catch (error) {
      const found = error instanceof ApiError && error.status === 409 ? conflictOf(error.body) : null;
      if (!found) throw error;
      if (found.userId !== null && found.userId !== user.id) setConflict(found);
      else open(found.uuid);
    }
  }

  function submit() {
    setSubmitted(true);
    if (contact && (admin || queueId !== null)) void run(() => create(contact.id));
  }

  return (
    <>
      <FormDialog
        title={translate('workspace.new.title')}
        submit={translate('workspace.new.submit')}
        busy={busy}
        onSubmit={submit}
        onClose={onClose}
      >
        <LookupField
          name="contacts"
          autoFocus={!preselected}
          label={translate('workspace.new.contact')}
          hint={translate('workspace.new.contact_hint')}
          nothing={translate('workspace.new.nothing')}
          error={submitted && !contact ? translate('workspace.new.contact_required') : undefined}
          value={contact}
          fetch={searchContacts}
          labelOf={contactName}
          render={(option) => <ContactOption contact={option} />}
          adding={
            mayAdd
              ? { label: (typed) => translate('workspace.new.add_contact', { typed }), add: setNewContact }
              : undefined
          }
          onChange={chooseContact}
        />
        <ChoiceField
          label={translate('workspace.new.queue')}
          value={queueId}
          options={admin ? queues : user.queues}
          required={!admin}
          optional={admin ? translate('workspace.no_queue') : undefined}
          error={submitted && !admin && queueId === null ? translate('workspace.new.queue_required') : undefined}
          onChange={setQueueId}
        />
        <ChoiceField
          label={translate('workspace.new.connection')}
          value={whatsappId}
          options={connections}
          onChange={setChosenConnection}
        />
        {conflict && (
          <Alert severity="warning">
            {translate('workspace.new.conflict', {
              user: conflict.userName ?? translate('workspace.unknown_user'),
              queue: conflict.queueName ?? translate('workspace.unknown_queue'),
            })}
          </Alert>
        )}
      </FormDialog>
      {newContact !== null && (
        <RecordDialog
          resource="contacts"
          id={null}
          start={initialContact(newContact)}
          onSaved={(record) => chooseContact(record as Contact)}
          onClose={() => setNewContact(null)}
        />
      )}
    </>
  );
}

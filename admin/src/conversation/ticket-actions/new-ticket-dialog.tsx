import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../providers/http';
import { useSessionUser } from '../../providers/session-user';
import { useResources } from '../../schema/resources';
import { Avatar } from '../../shared/avatar';
import { ChoiceField } from '../../shared/choice-field';
import { FormDialog } from '../../shared/form-dialog';
import { formatPhone } from '../../shared/format';
import { lazyComponent } from '../../shared/lazy-component';
import { LookupField } from '../../shared/lookup-field';
import { textSize } from '../../shared/type-scale';
import { useTask } from '../../shared/use-task';
import { createTicket, type NewTicket, searchContacts } from '../data/api';
import { cacheTicket } from '../data/cache';
import { useQueuesAndConnections } from '../data/company-queries';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import { useTicketNavigation } from '../data/use-ticket-navigation';
import { type Conflict, conflictOf } from '../model/conflict';
import { contactName } from '../model/contact-name';
import type { Contact } from '../model/types';

const ContactDialog = lazyComponent(() => import('../../resources/contacts/contact-dialog'));

/** Creates a ticket; an existing open one is opened if it is the user's, else reported as a conflict. */
function useCreateTicket(onDone: (uuid: string) => void) {
  const client = useQueryClient();
  const currentUser = useCurrentUser();
  const { openTicket } = useTicketNavigation();
  const { busy, run } = useTask();
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function open(uuid: string) {
    onDone(uuid);
    openTicket(uuid, { tab: 'open' });
  }

  async function create(ticket: Omit<NewTicket, 'userId'>) {
    setConflict(null);
    try {
      const created = await createTicket({ ...ticket, userId: currentUser.id });
      cacheTicket(client, created, currentUser);
      void client.invalidateQueries({ queryKey: queryKeys.allCounters });
      open(created.uuid);
    } catch (error) {
      const found = error instanceof ApiError && error.status === 409 ? conflictOf(error.body) : null;
      if (!found) throw error;
      if (found.userId !== null && found.userId !== currentUser.id) setConflict(found);
      else open(found.uuid);
    }
  }

  return {
    busy,
    conflict,
    create: (ticket: Omit<NewTicket, 'userId'>) => void run(() => create(ticket)),
    clearConflict: () => setConflict(null),
  };
}

const initialContact = (typed: string) => (/^[\d\s()+.-]+$/.test(typed) ? { number: typed } : { name: typed });

const findContacts = async (term: string, signal: AbortSignal) => (await searchContacts(term, signal)).contacts;

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
  const { busy, conflict, create, clearConflict } = useCreateTicket(onDone);
  const whatsappId =
    connections.find(({ id }) => id === chosenConnection)?.id ??
    connections.find(({ isDefault }) => isDefault)?.id ??
    connections[0]?.id ??
    null;

  function chooseContact(next: Contact | null) {
    setContact(next);
    clearConflict();
  }

  function submit() {
    setSubmitted(true);
    if (contact && (admin || queueId !== null)) create({ contactId: contact.id, queueId, whatsappId });
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
          fetch={findContacts}
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
        <ContactDialog
          contactId={null}
          start={initialContact(newContact)}
          onSaved={(record) => chooseContact(record as Contact)}
          onClose={() => setNewContact(null)}
        />
      )}
    </>
  );
}

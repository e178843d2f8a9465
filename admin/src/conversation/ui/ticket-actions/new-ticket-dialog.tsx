import { Alert, Box, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../providers/http';
import { preferences, usePreference } from '../../../providers/preferences';
import { queryClient, refetch } from '../../../providers/query-client';
import { useSessionUser } from '../../../providers/session-user';
import { useResources } from '../../../schema/resources';
import { Avatar } from '../../../shared/avatar';
import { ChoiceField } from '../../../shared/choice-field';
import { FormDialog } from '../../../shared/form-dialog';
import { formatPhone } from '../../../shared/format';
import { lazyComponent } from '../../../shared/lazy-component';
import { LookupField } from '../../../shared/lookup-field';
import { PhoneField } from '../../../shared/phone-field';
import { isTypedNumber } from '../../../shared/phone-typing';
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

interface NumberFieldsProps {
  number: string;
  name: string;
  error: string | undefined;
  onNumber: (number: string) => void;
  onName: (name: string) => void;
}

/** A number that is no contact's yet. */
function NumberFields({ number, name, error, onNumber, onName }: NumberFieldsProps) {
  const translate = useTranslate();
  return (
    <>
      <PhoneField
        required
        fullWidth
        label={translate('workspace.new.number')}
        value={number}
        error={error !== undefined}
        helperText={error}
        onChange={onNumber}
      />
      <TextField
        autoFocus
        fullWidth
        label={translate('workspace.new.name')}
        value={name}
        slotProps={{ htmlInput: { maxLength: 50 } }}
        onChange={(event) => onName(event.target.value)}
      />
    </>
  );
}

interface NewTicketDialogProps {
  /** Preselected. */
  contact?: Contact;
  /** A number that is no contact's yet, as it was typed. */
  number?: string;
  onClose: () => void;
  onDone: (uuid: string) => void;
}

export default function NewTicketDialog({
  contact: preselected,
  number: typed,
  onClose,
  onDone,
}: NewTicketDialogProps) {
  const translate = useTranslate();
  const user = useSessionUser();
  const admin = user.profile === 'admin';
  const { queues, connections } = useQueuesAndConnections();
  const [contact, setContact] = useState<Contact | null>(preselected ?? null);
  /** In place of the contact; null: none. */
  const [number, setNumber] = useState<string | null>(typed ?? null);
  const [name, setName] = useState('');
  const [numberError, setNumberError] = useState<string>();
  const [lastQueue, rememberQueue] = usePreference(preferences.newTicketQueue);
  const own = admin ? queues : user.queues;
  const [chosenQueue, setQueueId] = useState<number | null>();
  const usual = user.queues.length === 1 ? user.queues[0] : own.find(({ id }) => id === lastQueue);
  const queueId = chosenQueue === undefined ? (usual?.id ?? null) : chosenQueue;
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
  async function create(who: { contactId: number } | { number: string; name: string }) {
    setConflict(null);
    setNumberError(undefined);
    rememberQueue(queueId ?? 0);
    try {
      const ticket = { ...who, queueId, whatsappId, userId: user.id, status: 'open' };
      const created = await post<Ticket>('/tickets', ticket);
      queryClient.setQueryData(queryKeys.ticket(created.uuid), created);
      cacheTicket(created);
      refetch(queryKeys.allCounters);
      open(created.uuid);
    } catch (error) {
      const fault = error instanceof ApiError ? error.fields['number'] : undefined;
      if (fault !== undefined) {
        setNumberError(fault);
        return;
      }
      const found = error instanceof ApiError && error.status === 409 ? conflictOf(error.body) : null;
      if (!found) throw error;
      if (found.userId !== null && found.userId !== user.id) setConflict(found);
      else open(found.uuid);
    }
  }

  function submit() {
    setSubmitted(true);
    const who = number === null ? contact && { contactId: contact.id } : { number, name: name.trim() };
    if (who && (admin || queueId !== null)) void run(() => create(who));
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
        {number === null ? (
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
                ? {
                    label: (text) =>
                      translate(`workspace.new.${isTypedNumber(text) ? 'to_number' : 'add_contact'}`, { typed: text }),
                    add: (text) => (isTypedNumber(text) ? setNumber(text) : setNewContact(text)),
                  }
                : undefined
            }
            onChange={chooseContact}
          />
        ) : (
          <NumberFields
            number={number}
            name={name}
            error={numberError}
            // without a number a contact is searched for again
            onNumber={(text) => setNumber(text === '' ? null : text)}
            onName={setName}
          />
        )}
        <ChoiceField
          label={translate('workspace.new.queue')}
          value={queueId}
          options={own}
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
          start={{ name: newContact }}
          onSaved={(record) => chooseContact(record as Contact)}
          onClose={() => setNewContact(null)}
        />
      )}
    </>
  );
}

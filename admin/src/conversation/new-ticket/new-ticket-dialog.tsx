import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../providers/session-user';
import { asContact } from '../../resources/contacts/types';
import { useResources } from '../../schema/resources';
import { Avatar } from '../../shared/avatar';
import { ChoiceField } from '../../shared/choice-field';
import { FormDialog } from '../../shared/form-dialog';
import { formatPhone } from '../../shared/format';
import { LookupField } from '../../shared/lookup-field';
import { textSize } from '../../shared/type-scale';
import { searchContacts } from '../data/api';
import { useQueuesAndConnections } from '../data/company-queries';
import { contactName } from '../model/contact-name';
import type { Contact } from '../model/types';
import { useNewTicket } from './use-new-ticket';

const ContactModal = lazy(() => import('../../shared/contact-modal'));

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

export default function NewTicketDialog({ contact: chosenBefore, onClose, onDone }: NewTicketDialogProps) {
  const translate = useTranslate();
  const user = useSessionUser();
  const admin = user.profile === 'admin';
  const { queues, connections } = useQueuesAndConnections();
  const options = admin ? queues : user.queues;
  const [contact, setContact] = useState<Contact | null>(chosenBefore ?? null);
  const [queueId, setQueueId] = useState<number | null>(user.queues.length === 1 ? (user.queues[0]?.id ?? null) : null);
  const [chosen, setChosen] = useState<number | null>(user.whatsappId);
  const [added, setAdded] = useState<string | null>(null);
  const mayAdd = useResources().resource('contacts')?.can.create === true;
  const [tried, setTried] = useState(false);
  const { busy, conflict, create, forget } = useNewTicket(onDone);
  const whatsappId =
    connections.find(({ id }) => id === chosen)?.id ??
    connections.find(({ isDefault }) => isDefault)?.id ??
    connections[0]?.id ??
    null;

  function choose(next: Contact | null) {
    setContact(next);
    forget();
  }

  function submit() {
    setTried(true);
    if (!contact || (!admin && queueId === null)) return;
    void create({ contactId: contact.id, queueId, whatsappId });
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
          autoFocus={!chosenBefore}
          label={translate('workspace.new.contact')}
          hint={translate('workspace.new.contact_hint')}
          nothing={translate('workspace.new.nothing')}
          error={tried && !contact ? translate('workspace.new.contact_required') : undefined}
          value={contact}
          fetch={findContacts}
          labelOf={contactName}
          render={(option) => <ContactOption contact={option} />}
          adding={
            mayAdd
              ? { label: (typed) => translate('workspace.new.add_contact', { typed }), add: (typed) => setAdded(typed) }
              : undefined
          }
          onChange={choose}
        />
        <ChoiceField
          label={translate('workspace.new.queue')}
          value={queueId}
          options={options}
          required={!admin}
          optional={admin ? translate('workspace.no_queue') : undefined}
          error={tried && !admin && queueId === null ? translate('workspace.new.queue_required') : undefined}
          onChange={setQueueId}
        />
        <ChoiceField
          label={translate('workspace.new.connection')}
          value={whatsappId}
          options={connections}
          onChange={setChosen}
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
      {added !== null && (
        <Suspense>
          <ContactModal
            contactId={null}
            start={initialContact(added)}
            onSaved={(record) => choose(asContact(record))}
            onClose={() => setAdded(null)}
          />
        </Suspense>
      )}
    </>
  );
}

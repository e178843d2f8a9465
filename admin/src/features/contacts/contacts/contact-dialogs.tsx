import { Alert, TextField } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { searchContacts } from '../../../conversation/data/api';
import { contactName } from '../../../conversation/model/contact-name';
import type { Contact } from '../../../conversation/model/types';
import { ApiError, api } from '../../../providers/http';
import { errorText, useNotifyError } from '../../../shared/error-text';
import { FormDialog } from '../../../shared/form-dialog';
import { formatPhone } from '../../../shared/format';
import { LookupField } from '../../../shared/lookup-field';

interface ContactDialogProps {
  contact: Contact;
  onClose: () => void;
}

/** Asks the server for something that changes the list of contacts. */
function useContactAction<T = void>(request: (value: T) => Promise<unknown>, onClose: () => void) {
  const notify = useNotify();
  const client = useQueryClient();
  return useMutation({
    mutationFn: request,
    networkMode: 'always',
    onSuccess: () => {
      notify('app.success', { type: 'success' });
      onClose();
      void client.invalidateQueries({ queryKey: ['contacts'] });
    },
  });
}

const labelOf = (contact: Contact) => {
  const [name, number] = [contactName(contact), formatPhone(contact.number)];
  return name === number ? name : `${name} · ${number}`;
};

/** Merges two contacts into the older one, which is shown before. */
export function MergeDialog({ contact, onClose }: ContactDialogProps) {
  const translate = useTranslate();
  const onError = useNotifyError();
  const [other, setOther] = useState<Contact | null>(null);
  const [tried, setTried] = useState(false);
  const [kept, merged] = other && other.id < contact.id ? [other, contact] : [contact, other];
  const find = async (term: string, signal: AbortSignal) =>
    (await searchContacts(term, signal)).filter(({ id, isGroup }) => id !== contact.id && !isGroup);

  const { mutate, isPending } = useContactAction(
    (contactId: number) => api(`/contacts/${contact.id}/merge`, { method: 'POST', body: { contactId } }),
    onClose,
  );
  const submit = () => {
    setTried(true);
    if (other) mutate(other.id, { onError });
  };
  return (
    <FormDialog
      title={translate('contacts.merge.title', { name: contactName(contact) })}
      submit={translate('contacts.merge.submit')}
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <LookupField
        name="contacts-to-merge"
        autoFocus
        label={translate('contacts.merge.with')}
        hint={translate('contacts.merge.hint')}
        nothing={translate('contacts.merge.nothing')}
        error={tried && !other ? translate('contacts.merge.required') : undefined}
        value={other}
        fetch={find}
        labelOf={labelOf}
        onChange={setOther}
      />
      {merged && (
        <Alert severity="warning">
          {translate('contacts.merge.question', { kept: labelOf(kept), gone: labelOf(merged) })}
        </Alert>
      )}
    </FormDialog>
  );
}

/** Erases the personal data of a contact; the typed number confirms it. */
export function EraseDialog({ contact, onClose }: ContactDialogProps) {
  const translate = useTranslate();
  const [number, setNumber] = useState('');
  const { mutate, isPending, error } = useContactAction(
    () => api(`/contacts/${contact.id}/erase`, { method: 'POST', body: { number } }),
    onClose,
  );
  const errorMessage = error && ((error instanceof ApiError && error.fields.number) || errorText(error));
  return (
    <FormDialog
      destructive
      title={translate('contacts.personal.title', { name: contactName(contact) })}
      submit={translate('contacts.personal.submit')}
      busy={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Alert severity="warning">
        {translate('contacts.personal.question', { number: formatPhone(contact.number) })}
      </Alert>
      <TextField
        autoFocus
        fullWidth
        type="tel"
        autoComplete="off"
        label={translate('contacts.personal.number')}
        value={number}
        error={error !== null}
        helperText={errorMessage}
        onChange={(event) => setNumber(event.target.value)}
      />
    </FormDialog>
  );
}

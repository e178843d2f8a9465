import Alert from '@mui/material/Alert';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { searchContacts } from '../../conversation/data/api';
import { contactName } from '../../conversation/model/contact-name';
import type { Contact } from '../../conversation/model/types';
import { api } from '../../providers/http';
import { useNotifyError } from '../../shared/error-text';
import { FormDialog } from '../../shared/form-dialog';
import { formatPhone } from '../../shared/format';
import { LookupField } from '../../shared/lookup-field';

interface ContactDialogProps {
  contact: Contact;
  onClose: () => void;
}

const labelOf = (contact: Contact) => {
  const [name, number] = [contactName(contact), formatPhone(contact.number)];
  return name === number ? name : `${name} · ${number}`;
};

/** Merges two contacts into the older one, which is shown before. */
export default function MergeDialog({ contact, onClose }: ContactDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const onError = useNotifyError();
  const client = useQueryClient();
  const [other, setOther] = useState<Contact | null>(null);
  const [tried, setTried] = useState(false);
  const [kept, merged] = other && other.id < contact.id ? [other, contact] : [contact, other];
  const find = async (term: string, signal: AbortSignal) =>
    (await searchContacts(term, signal)).filter(({ id, isGroup }) => id !== contact.id && !isGroup);

  const { mutate, isPending } = useMutation({
    mutationFn: (contactId: number) => api(`/contacts/${contact.id}/merge`, { method: 'POST', body: { contactId } }),
    networkMode: 'always',
    onSuccess: () => {
      notify('app.success', { type: 'success' });
      onClose();
      void client.invalidateQueries({ queryKey: ['contacts'] });
    },
    onError,
  });
  const submit = () => {
    setTried(true);
    if (other) mutate(other.id);
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

import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { contactName } from '../../conversation/model/contact-name';
import type { Contact } from '../../conversation/model/types';
import { ApiError, api } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import { FormDialog } from '../../shared/form-dialog';
import { formatPhone } from '../../shared/format';

interface EraseDialogProps {
  contact: Contact;
  onClose: () => void;
}

/** Forgets a contact for good; typing the number says that it is meant. */
export default function EraseDialog({ contact, onClose }: EraseDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function erase() {
    setBusy(true);
    setError(undefined);
    try {
      await api(`/contacts/${contact.id}/erase`, { method: 'POST', body: { number } });
      notify('app.success', { type: 'success' });
      onClose();
      void client.invalidateQueries({ queryKey: ['contacts'] });
    } catch (failure) {
      setError((failure instanceof ApiError && failure.fields.number) || errorText(failure));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      destructive
      title={translate('contacts.personal.title', { name: contactName(contact) })}
      submit={translate('contacts.personal.submit')}
      busy={busy}
      onSubmit={() => void erase()}
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
        error={error !== undefined}
        helperText={error}
        onChange={(event) => setNumber(event.target.value)}
      />
    </FormDialog>
  );
}

import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Erases the personal data of a contact; the typed number confirms it. */
export default function EraseDialog({ contact, onClose }: EraseDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const [number, setNumber] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(`/contacts/${contact.id}/erase`, { method: 'POST', body: { number } }),
    networkMode: 'always',
    onSuccess: () => {
      notify('app.success', { type: 'success' });
      onClose();
      void client.invalidateQueries({ queryKey: ['contacts'] });
    },
  });
  const errorMessage = error && ((error instanceof ApiError && error.fields.number) || errorText(error));
  return (
    <FormDialog
      destructive
      title={translate('contacts.personal.title', { name: contactName(contact) })}
      submit={translate('contacts.personal.submit')}
      busy={isPending}
      onSubmit={mutate}
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

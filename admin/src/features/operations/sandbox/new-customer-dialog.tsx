import { TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { FormDialog } from '../../../shared/form-dialog';
import { PhoneField } from '../../../shared/phone-field';
import { useSetting } from '../../../shared/use-setting';
import type { Customer } from './api';
import { customerNumber } from './sandbox-state';

const MIN_NAME = 2;
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

interface NewCustomerDialogProps {
  onCreate: (customer: Customer) => void;
  onClose: () => void;
}

/** The customer is stored with the first message. */
export function NewCustomerDialog({ onCreate, onClose }: NewCustomerDialogProps) {
  const translate = useTranslate();
  const [name, setName] = useState('');
  const [number, setNumber] = useState(() => `55119${String(10_000_000 + Math.floor(Math.random() * 89_999_999))}`);
  const [submitted, setSubmitted] = useState(false);
  const digits = customerNumber(number, useSetting('country'));
  const nameError = name.trim().length < MIN_NAME ? translate('workspace.sandbox.name_short') : undefined;
  const numberError =
    digits.length < MIN_DIGITS || digits.length > MAX_DIGITS
      ? translate('workspace.sandbox.number_invalid')
      : undefined;
  function submit() {
    setSubmitted(true);
    if (!nameError && !numberError)
      onCreate({
        contactId: null,
        name: name.trim(),
        number: digits,
        unread: 0,
        lastMessage: '',
        lastMessageType: 'chat',
      });
  }
  return (
    <FormDialog
      title={translate('workspace.sandbox.new_customer')}
      submit={translate('workspace.sandbox.create')}
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        label={translate('workspace.sandbox.name')}
        value={name}
        error={submitted && nameError !== undefined}
        helperText={submitted ? nameError : undefined}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 50, autoComplete: 'off' } }}
      />
      <PhoneField
        required
        label={translate('workspace.sandbox.number')}
        value={number}
        error={submitted && numberError !== undefined}
        helperText={submitted ? numberError : undefined}
        onChange={setNumber}
        slotProps={{ htmlInput: { maxLength: 30, autoComplete: 'off' } }}
      />
    </FormDialog>
  );
}

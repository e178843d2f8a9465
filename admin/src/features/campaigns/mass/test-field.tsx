import Send from '@mui/icons-material/SendOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ApiError } from '../../../providers/http';
import { PhoneField } from '../../../shared/phone-field';
import { useTask } from '../../../shared/use-task';

interface TestFieldProps {
  label: string;
  help: string;
  /** What it throws of the server is said at the field. */
  onSend: (number: string) => Promise<void>;
}

/** A number of the manager's to which the first message is sent. */
export function TestField({ label, help, onSend }: TestFieldProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { busy, run } = useTask();
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const send = () =>
    run(async () => {
      setProblem(undefined);
      try {
        await onSend(number);
        notify('campaigns.review.tested', { type: 'success' });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.fields['number'] ?? error.message);
      }
    });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
      <PhoneField
        label={label}
        placeholder="+55 (11) 98765-4321"
        value={number}
        error={problem !== undefined}
        helperText={problem ?? help}
        onChange={setNumber}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // it may stand in the form of a campaign
          event.preventDefault();
          if (number.trim() !== '') void send();
        }}
        slotProps={{ htmlInput: { maxLength: 50, autoComplete: 'tel' }, inputLabel: { shrink: true } }}
        sx={{ flex: '1 1 200px', maxWidth: 280 }}
      />
      <Button
        variant="outlined"
        startIcon={<Send />}
        loading={busy}
        loadingPosition="start"
        disabled={number.trim() === ''}
        onClick={() => void send()}
        sx={{ minHeight: 40 }}
      >
        {translate('campaigns.review.send_test')}
      </Button>
    </Box>
  );
}

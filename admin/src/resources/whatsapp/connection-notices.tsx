import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { formatDateTime } from '../../shared/format';
import type { CheckAnswer, ConnectionRecord } from './types';

interface ConnectionNoticesProps {
  record: ConnectionRecord;
  answer: CheckAnswer | null;
  busy: boolean;
  onResume: () => void;
}

/** A pause, a warning of the provider, and what the last test found. */
export function ConnectionNotices({ record, answer, busy, onResume }: ConnectionNoticesProps) {
  const translate = useTranslate();
  const { pausedUntil, pauseReason, warning } = record;
  const action = (label: string) => (
    <Button color="inherit" size="small" disabled={busy} onClick={onResume} sx={{ whiteSpace: 'nowrap' }}>
      {translate(label)}
    </Button>
  );
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {answer && (
        <Alert severity={answer.ok ? 'success' : 'error'}>
          {answer.ok ? translate('connections.test_ok') : answer.problem}
        </Alert>
      )}
      {pausedUntil && (
        <Alert severity="warning" action={action('connections.resume')}>
          {translate('connections.paused', { time: formatDateTime(pausedUntil) })}
          {pauseReason && ` · ${pauseReason.text}`}
        </Alert>
      )}
      {warning && (
        <Alert severity="warning" action={pausedUntil ? undefined : action('connections.dismiss')}>
          {warning.text}
        </Alert>
      )}
    </Box>
  );
}

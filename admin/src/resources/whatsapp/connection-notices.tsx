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

/** What the last test or call found, a pause, a warning of the provider. */
export function ConnectionNotices({ record, answer, busy, onResume }: ConnectionNoticesProps) {
  const translate = useTranslate();
  const { status, lastError, pausedUntil, pauseReason, warning } = record;
  // said by the answer of the test, or by the reason of the pause
  const problem = answer?.problem === lastError?.text || pauseReason?.text === lastError?.text ? null : lastError;
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
      {problem && <Alert severity={status === 'CONNECTED' ? 'warning' : 'error'}>{problem.text}</Alert>}
      {status === 'OPENING' && !lastError && <Alert severity="info">{translate('connections.unverified')}</Alert>}
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

import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import { useOutbox } from '../data/outbox-store';
import type { Message } from '../model/types';
import { useConversation } from './conversation-context';

const linkButtonProps = {
  component: 'button',
  type: 'button',
  sx: { font: 'inherit', fontWeight: 600, verticalAlign: 'baseline', minHeight: 24 },
} as const;

export function MessageFailure({ message }: { message: Message }) {
  const translate = useTranslate();
  const { readOnly, retry, discard } = useConversation();
  return (
    <Box
      role="alert"
      sx={{
        clear: 'both',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.25,
        mt: 0.5,
        px: 1,
        borderRadius: '8px',
        fontSize: textSize.caption,
        color: 'error.main',
        bgcolor: 'background.paper',
      }}
    >
      <span style={{ alignSelf: 'center' }}>{message.errorText ?? translate('workspace.message.unsent')}</span>
      {!readOnly && (
        <Link {...linkButtonProps} onClick={() => retry(message)}>
          {translate('workspace.message.retry')}
        </Link>
      )}
      {!readOnly && message.id < 0 && (
        <Link {...linkButtonProps} color="text.secondary" onClick={() => discard(message)}>
          {translate('workspace.message.discard')}
        </Link>
      )}
    </Box>
  );
}

export function UploadProgress({ message }: { message: Message }) {
  const translate = useTranslate();
  const { discard } = useConversation();
  const entry = useOutbox(message.ticketId).find(({ clientMessageId }) => clientMessageId === message.clientMessageId);
  if (!entry?.file || message.status === 'failed') return null;
  const percent = Math.round(entry.progress * 100);
  return (
    <Box sx={{ clear: 'both', display: 'flex', alignItems: 'center', gap: 1, pt: 0.5, fontSize: textSize.caption }}>
      <LinearProgress
        variant={entry.state === 'waiting' || percent >= 100 ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label={translate('workspace.ack.clock')}
        sx={{ flex: 1, minWidth: 80, height: 4, borderRadius: 2 }}
      />
      <Link
        {...linkButtonProps}
        aria-label={translate('workspace.message.cancel_upload')}
        onClick={() => discard(message)}
      >
        {translate('ra.action.cancel')}
      </Link>
    </Box>
  );
}

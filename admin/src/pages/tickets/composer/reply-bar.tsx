import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { Quote, QuoteContent, useQuotedName } from '../chat/quote-block';
import type { QuotedMessage } from '../model/types';

interface ReplyBarProps {
  quoted: QuotedMessage;
  contactName: string;
  onCancel: () => void;
}

/** The message that the next one will answer. */
export function ReplyBar({ quoted, contactName, onCancel }: ReplyBarProps) {
  const translate = useTranslate();
  const name = useQuotedName(quoted, contactName);
  return (
    <Box
      role="group"
      aria-label={translate('workspace.composer.replying', { name })}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, pb: 0.75 }}
    >
      <Quote sx={{ '@media (max-height: 600px)': { '& > span': { WebkitLineClamp: 1 } } }}>
        <QuoteContent quoted={quoted} contactName={contactName} />
      </Quote>
      <IconButton size="small" aria-label={translate('workspace.composer.cancel_reply')} onClick={onCancel}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}

import Forward from '@mui/icons-material/ShortcutOutlined';
import CircularProgress from '@mui/material/CircularProgress';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useChat } from '../chat/chat-context';
import { transcriptOf } from '../model/message-deeds';
import type { Message } from '../model/types';

const Mark = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  marginBottom: 2,
  fontSize: textSize.caption,
  fontStyle: 'italic',
  color: theme.palette.text.secondary,
}));

const Said = styled('div')(({ theme }) => ({
  width: 260,
  maxWidth: '100%',
  marginTop: 6,
  fontSize: textSize.small,
  lineHeight: 1.45,
  whiteSpace: 'pre-wrap',
  color: theme.palette.text.primary,
  '& > span': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    fontSize: textSize.caption,
    color: theme.palette.text.secondary,
  },
}));

const Refused = styled('div')(({ theme }) => ({
  clear: 'both',
  marginTop: 4,
  padding: '2px 8px',
  borderRadius: 8,
  fontSize: textSize.caption,
  color: theme.palette.error.main,
  background: theme.palette.background.paper,
}));

/** It was said elsewhere first. */
export function ForwardedMark() {
  const translate = useTranslate();
  return (
    <Mark>
      <Forward aria-hidden fontSize="mini" />
      {translate('message.forwarded')}
    </Mark>
  );
}

/** What a voice message says, under its player. */
export function Transcript({ message }: { message: Message }) {
  const translate = useTranslate();
  const { deeds } = useChat();
  const text = transcriptOf(message);
  if (text === null && !deeds.transcribing.has(message.id)) return null;
  return (
    <Said role="status">
      <span>
        {text === null && <CircularProgress aria-hidden size={12} />}
        {translate(text === null ? 'message.transcribing' : 'message.transcript')}
      </span>
      {text === '' ? translate('message.transcript_empty') : text}
    </Said>
  );
}

const refusals: Readonly<Record<string, string>> = {
  ERR_EDIT_WAPP_MSG: 'message.not_edited',
  ERR_DELETE_WAPP_MSG: 'message.not_deleted',
};

/** The provider did not take a change, and the message stands as it was. */
export function RefusedChange({ message }: { message: Message }) {
  const translate = useTranslate();
  const { errorCode, errorText, status } = message;
  const text = errorCode === null || status === 'failed' ? undefined : refusals[errorCode];
  return text ? <Refused role="alert">{translate(text, { reason: errorText ?? '' })}</Refused> : null;
}

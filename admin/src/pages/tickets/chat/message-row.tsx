import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import type { StreamRow } from '../model/rows';
import type { Ticket } from '../model/types';
import { Day } from './day';
import { MessageBubble } from './message-bubble';
import { NoteBubble } from './note-bubble';

const Divider = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '4px 40px 10px',
  '@container chat (max-width: 600px)': { paddingLeft: 20, paddingRight: 20 },
  '@container chat (max-width: 440px)': { paddingLeft: 12, paddingRight: 12 },
  fontSize: textSize.caption,
  fontWeight: 600,
  color: theme.palette.primary.main,
  '&::before, &::after': {
    content: '""',
    flex: 1,
    height: 1,
    background: `color-mix(in srgb, ${theme.palette.primary.main} 35%, transparent)`,
  },
}));

interface MessageRowProps {
  row: StreamRow;
  ticket: Ticket;
  unread: number;
  lit: boolean;
}

/** A message or a note with the day pills and the divider around it. */
export function MessageRow({ row, ticket, unread, lit }: MessageRowProps) {
  const translate = useTranslate();
  return (
    <>
      {row.day && <Day value={row.day} />}
      {row.kind === 'note' ? (
        <NoteBubble note={row.note} ticket={ticket} lit={lit} />
      ) : (
        <>
          {row.divider && <Divider>{translate('workspace.chat.new_messages', { smart_count: unread })}</Divider>}
          <MessageBubble
            message={row.message}
            tail={row.tail}
            author={row.author}
            automatic={row.automatic}
            lit={lit}
          />
        </>
      )}
      {row.nextDay && <Day value={row.nextDay} />}
    </>
  );
}

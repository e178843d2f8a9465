import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { formatDate } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import { daysAgo } from '../model/dates';
import { rowCreatedAt, type TimelineRow } from '../model/timeline-rows';
import type { Ticket } from '../model/types';
import { NoteBubble } from '../notes/note-bubble';
import { MessageBubble } from './message-bubble';

const Line = styled('div')({ display: 'flex', justifyContent: 'center', padding: '8px 12px 10px' });

const Pill = styled('span')(({ theme }) => ({
  padding: '3px 12px',
  borderRadius: 99,
  fontSize: textSize.caption,
  color: theme.palette.text.secondary,
  background: theme.palette.background.paper,
  border: `1px solid ${theme.palette.divider}`,
}));

function useDayName(value: string): string {
  const translate = useTranslate();
  const days = daysAgo(value);
  if (days === 0) return translate('workspace.day.today');
  return days === 1 ? translate('workspace.day.yesterday') : formatDate(value);
}

/** Of which day what follows is. */
export function Day({ value }: { value: string }) {
  const name = useDayName(value);
  return (
    <Line>
      <Pill>{name}</Pill>
    </Line>
  );
}

const STAYS_MS = 900;

/** The day of the first row in sight, above the rows while they move. */
export function StickyDay({ row, shown }: { row: TimelineRow | undefined; shown: boolean }) {
  if (!row) return null;
  return (
    <Box
      aria-hidden
      data-sticky-day
      sx={{
        position: 'absolute',
        top: 0,
        left: 0,
        right: 0,
        zIndex: 1,
        pointerEvents: 'none',
        opacity: shown ? 1 : 0,
        transition: shown ? 'none' : `opacity 150ms ${STAYS_MS}ms`,
      }}
    >
      <Day value={rowCreatedAt(row)} />
    </Box>
  );
}

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
  row: TimelineRow;
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

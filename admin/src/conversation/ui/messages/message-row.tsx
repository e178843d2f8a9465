import { Box, styled } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatDate } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { daysAgo } from '../../model/dates';
import { rowCreatedAt, type TimelineRow } from '../../model/timeline-rows';
import { NoteBubble } from '../notes/note-bubble';
import { sidePadding } from './bubble-styles';
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

/** Separates the rows of one day from those of the next. */
function Day({ value }: { value: string }) {
  const translate = useTranslate();
  const name = ['workspace.day.today', 'workspace.day.yesterday'][daysAgo(value)];
  return (
    <Line>
      <Pill>{name ? translate(name) : formatDate(value)}</Pill>
    </Line>
  );
}

const FADE_DELAY_MS = 900;

/** The day of the topmost visible row, above the list while it scrolls. */
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
        transition: shown ? 'none' : `opacity 150ms ${FADE_DELAY_MS}ms`,
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
  paddingTop: 4,
  paddingBottom: 10,
  ...sidePadding,
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
  unread: number;
  highlighted: boolean;
}

export function MessageRow({ row, unread, highlighted }: MessageRowProps) {
  const translate = useTranslate();
  return (
    <>
      {row.day && <Day value={row.day} />}
      {row.kind === 'note' ? (
        <NoteBubble note={row.note} highlighted={highlighted} />
      ) : (
        <>
          {row.divider && <Divider>{translate('workspace.chat.new_messages', { smart_count: unread })}</Divider>}
          <MessageBubble
            message={row.message}
            tail={row.tail}
            author={row.author}
            automatic={row.automatic}
            signedAbove={row.signedAbove}
            highlighted={highlighted}
          />
        </>
      )}
      {row.nextDay && <Day value={row.nextDay} />}
    </>
  );
}

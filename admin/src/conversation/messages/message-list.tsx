import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Fab from '@mui/material/Fab';
import LinearProgress from '@mui/material/LinearProgress';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { TimelineRow } from '../model/timeline-rows';
import type { Ticket } from '../model/types';
import { MessageRow, StickyDay } from './message-row';
import { type MessageListHandle, type ScrollStart, useMessageScroll } from './use-message-scroll';

/** How many messages have come since the end of the conversation was in sight. */
export function useUnseenCount(rows: readonly TimelineRow[], atEnd: boolean): number {
  const lastKey = rows.at(-1)?.key ?? null;
  const [seen, setSeen] = useState(lastKey);
  if (atEnd && seen !== lastKey) setSeen(lastKey);
  const from = atEnd ? -1 : rows.findLastIndex(({ key }) => key === seen);
  return from === -1 ? 0 : rows.slice(from + 1).filter((row) => row.kind === 'message' && !row.message.fromMe).length;
}

/** Leads to the newest message, with the number of those that have come meanwhile. */
export function ToBottom({ count, onClick }: { count: number; onClick: () => void }) {
  const translate = useTranslate();
  const label =
    count > 0 ? translate('workspace.chat.to_bottom_new', { count }) : translate('workspace.chat.to_bottom');
  return (
    <Badge
      badgeContent={count}
      color="primary"
      max={999}
      overlap="circular"
      sx={{ position: 'absolute', right: 18, bottom: 14, zIndex: 2 }}
    >
      <Fab
        size="small"
        aria-label={label}
        onClick={onClick}
        sx={{
          bgcolor: 'background.paper',
          color: 'text.secondary',
          border: 1,
          borderColor: 'divider',
          boxShadow: 'none',
          '&:hover': { bgcolor: 'background.paper', color: 'text.primary' },
        }}
      >
        <KeyboardArrowDown />
      </Fab>
    </Badge>
  );
}

interface MessageListProps {
  ticket: Ticket;
  rows: TimelineRow[];
  unread: number;
  litKey: string | null;
  /** Where to open, if that is loaded already. */
  startId: number | null;
  loadingOlder: boolean;
  hasOlder: boolean;
  /** Older ones did not come: they are asked for when somebody goes up again. */
  stuck: boolean;
  list: RefObject<MessageListHandle | null>;
  onOlder: () => void;
}

/** At the message that was asked for, else at what is new, else at the end. */
function scrollStart(rows: readonly TimelineRow[], startId: number | null): ScrollStart | null {
  const indexOf = (found: (row: TimelineRow) => boolean) => rows.findIndex(found);
  const asked = startId === null ? -1 : indexOf((row) => row.kind === 'message' && row.message.id === startId);
  if (asked !== -1) return { rowIndex: asked, align: 'center' };
  const divider = indexOf((row) => row.kind === 'message' && row.divider);
  return divider === -1 ? null : { rowIndex: divider, align: 'start' };
}

/** The conversation; only the rows around those in sight exist. */
export function MessageList(props: MessageListProps) {
  const { ticket, rows, unread, litKey, startId, loadingOlder, hasOlder, stuck, list, onOlder } = props;
  const translate = useTranslate();
  const [start] = useState(() => scrollStart(rows, startId));
  const { box, stream, height, nearTop, atEnd, onScroll } = useMessageScroll(rows, start, list);
  const missed = useUnseenCount(rows, atEnd);

  const older = useEffectEvent(onOlder);
  useEffect(() => {
    if (nearTop && hasOlder && !loadingOlder && !stuck) older();
  }, [nearTop, hasOlder, loadingOlder, stuck]);
  const again = useEffectEvent(() => stuck && onOlder());
  useEffect(() => {
    if (nearTop) again();
  }, [nearTop]);

  const items = stream.getVirtualItems();
  return (
    <Box sx={{ position: 'relative', height: '100%', minHeight: 0 }}>
      <Box
        ref={box}
        data-stream
        tabIndex={0}
        onScroll={onScroll}
        sx={{
          height: '100%',
          display: 'flex',
          flexDirection: 'column',
          overflowX: 'hidden',
          overflowY: 'auto',
          overflowAnchor: 'none',
          overscrollBehavior: 'contain',
          outline: 'none',
        }}
      >
        <Box
          role="log"
          aria-label={translate('workspace.chat.log')}
          aria-busy={loadingOlder}
          sx={{ position: 'relative', flex: 'none', mt: 'auto' }}
          style={{ height }}
        >
          <div style={{ position: 'absolute', top: items[0]?.start, left: 0, right: 0 }}>
            {items.map(({ index, key }) => {
              const row = rows[index];
              return (
                row && (
                  <div key={key} ref={stream.measureElement} data-index={index}>
                    <MessageRow row={row} ticket={ticket} unread={unread} lit={row.key === litKey} />
                  </div>
                )
              );
            })}
          </div>
        </Box>
      </Box>
      {loadingOlder && (
        <LinearProgress
          aria-label={translate('workspace.chat.loading')}
          sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2 }}
        />
      )}
      <StickyDay row={rows[stream.range?.startIndex ?? -1]} shown={stream.isScrolling && !atEnd} />
      {!atEnd && <ToBottom count={missed} onClick={() => stream.scrollToEnd()} />}
    </Box>
  );
}

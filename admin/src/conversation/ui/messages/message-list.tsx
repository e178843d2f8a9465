import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import { Badge, Box, Fab, LinearProgress } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { MessageHistory } from '../../data/use-messages';
import type { TimelineRow } from '../../model/timeline-rows';
import { MessageRow, StickyDay } from './message-row';
import { type MessageListHandle, type ScrollStart, useMessageScroll } from './use-message-scroll';

/** How many messages have arrived while the end of the conversation was out of sight. */
function useUnseenCount(rows: readonly TimelineRow[], atEnd: boolean): number {
  const lastKey = rows.at(-1)?.key ?? null;
  const [seen, setSeen] = useState(lastKey);
  if (atEnd && seen !== lastKey) setSeen(lastKey);
  const from = atEnd ? -1 : rows.findLastIndex(({ key }) => key === seen);
  return from === -1 ? 0 : rows.slice(from + 1).filter((row) => row.kind === 'message' && !row.message.fromMe).length;
}

function ToBottom({ count, onClick }: { count: number; onClick: () => void }) {
  const translate = useTranslate();
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
        aria-label={translate(`workspace.chat.to_bottom${count > 0 ? '_new' : ''}`, { count })}
        onClick={onClick}
        sx={{
          bgcolor: 'background.paper',
          color: 'text.secondary',
          border: 1,
          borderColor: 'divider',
          boxShadow: 'none',
          // below its badge
          zIndex: 0,
          '&:hover': { bgcolor: 'background.paper', color: 'text.primary' },
        }}
      >
        <KeyboardArrowDown />
      </Fab>
    </Badge>
  );
}

interface MessageListProps {
  rows: TimelineRow[];
  unread: number;
  highlightedKey: string | null;
  /** The message to open at, if it is loaded. */
  startId: number | null;
  history: MessageHistory;
  list: RefObject<MessageListHandle | null>;
  loadOlderPx?: number | undefined;
}

/** At the linked message, else at the unread divider, else (null) at the end. */
function scrollStart(rows: readonly TimelineRow[], startId: number | null): ScrollStart | null {
  const indexOf = (found: (row: TimelineRow) => boolean) => rows.findIndex(found);
  const linked = startId === null ? -1 : indexOf((row) => row.kind === 'message' && row.message.id === startId);
  if (linked !== -1) return { rowIndex: linked, align: 'center' };
  const divider = indexOf((row) => row.kind === 'message' && row.divider);
  return divider === -1 ? null : { rowIndex: divider, align: 'start' };
}

/** The virtual list of messages and notes. */
export function MessageList(props: MessageListProps) {
  const translate = useTranslate();
  const { rows, unread, highlightedKey, startId, history, list, loadOlderPx } = props;
  const [start] = useState(() => scrollStart(rows, startId));
  const { box, virtualizer, height, nearTop, atEnd, onScroll } = useMessageScroll(rows, start, list, loadOlderPx);
  const unseen = useUnseenCount(rows, atEnd);
  const { loadingOlder, loadFailed } = history;
  const hasOlder = history.state?.hasMore ?? false;

  const loadOlder = useEffectEvent(history.loadOlder);
  useEffect(() => {
    if (nearTop && hasOlder && !loadingOlder && !loadFailed) loadOlder();
  }, [nearTop, hasOlder, loadingOlder, loadFailed]);
  // after a failure only scrolling up again retries
  const retry = useEffectEvent(() => loadFailed && history.loadOlder());
  useEffect(() => {
    if (nearTop) retry();
  }, [nearTop]);

  const items = virtualizer.getVirtualItems();
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
                  <div key={key} ref={virtualizer.measureElement} data-index={index}>
                    <MessageRow row={row} unread={unread} highlighted={row.key === highlightedKey} />
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
      <StickyDay row={rows[virtualizer.range?.startIndex ?? -1]} shown={virtualizer.isScrolling && !atEnd} />
      {!atEnd && <ToBottom count={unseen} onClick={() => virtualizer.scrollToEnd()} />}
    </Box>
  );
}

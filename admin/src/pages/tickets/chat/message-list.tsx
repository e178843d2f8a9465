import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { StreamRow } from '../model/rows';
import type { Ticket } from '../model/types';
import { MessageRow } from './message-row';
import { StickyDay } from './sticky-day';
import { ToBottom } from './to-bottom';
import { useMissed } from './use-missed';
import { type StreamHandle, type StreamStart, useStreamScroll } from './use-stream-scroll';

interface MessageListProps {
  ticket: Ticket;
  rows: StreamRow[];
  unread: number;
  litKey: string | null;
  /** Where to open, if that is loaded already. */
  startId: number | null;
  loadingOlder: boolean;
  hasOlder: boolean;
  /** Older ones did not come: they are asked for when somebody goes up again. */
  stuck: boolean;
  list: RefObject<StreamHandle | null>;
  onOlder: () => void;
}

/** At the message that was asked for, else at what is new, else at the end. */
function startOf(rows: readonly StreamRow[], startId: number | null): StreamStart | null {
  const indexOf = (found: (row: StreamRow) => boolean) => rows.findIndex(found);
  const asked = startId === null ? -1 : indexOf((row) => row.kind === 'message' && row.message.id === startId);
  if (asked !== -1) return { rowIndex: asked, align: 'center' };
  const divider = indexOf((row) => row.kind === 'message' && row.divider);
  return divider === -1 ? null : { rowIndex: divider, align: 'start' };
}

/** The conversation; only the rows around those in sight exist. */
export function MessageList(props: MessageListProps) {
  const { ticket, rows, unread, litKey, startId, loadingOlder, hasOlder, stuck, list, onOlder } = props;
  const translate = useTranslate();
  const [start] = useState(() => startOf(rows, startId));
  const { box, stream, height, nearTop, atEnd, onScroll } = useStreamScroll(rows, start, list);
  const missed = useMissed(rows, atEnd);

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

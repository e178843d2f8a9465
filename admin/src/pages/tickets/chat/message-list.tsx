import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { type ComponentPropsWithRef, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { MessageRow as Row } from '../model/rows';
import { MessageRow } from './message-row';
import { ToBottom } from './to-bottom';
import { useBottom } from './use-bottom';
import { useSettling } from './use-settling';

const NEAR_TOP_PX = 50;
const NEAR_BOTTOM_PX = 80;

interface ListContext {
  loadingOlder: boolean;
}

function Log({ context, ...props }: ComponentPropsWithRef<'div'> & { context?: ListContext }) {
  const translate = useTranslate();
  return <div {...props} role="log" aria-label={translate('workspace.chat.log')} aria-busy={context?.loadingOlder} />;
}

function Header({ context }: { context?: ListContext }) {
  const translate = useTranslate();
  return (
    <Box sx={{ height: 14 }}>
      {context?.loadingOlder && <LinearProgress aria-label={translate('workspace.chat.loading')} sx={{ height: 2 }} />}
    </Box>
  );
}

const Footer = () => <div style={{ height: 10 }} />;

const components = { List: Log, Header, Footer };

interface MessageListProps {
  rows: Row[];
  firstIndex: number;
  unread: number;
  litId: number | null;
  loadingOlder: boolean;
  hasOlder: boolean;
  list: RefObject<VirtuosoHandle | null>;
  onOlder: () => void;
}

/** The conversation, virtual: older pages come above without a jump, new messages are followed while the end is in sight. */
export function MessageList({
  rows,
  firstIndex,
  unread,
  litId,
  loadingOlder,
  hasOlder,
  list,
  onOlder,
}: MessageListProps) {
  const { atBottom, missed, setAtBottom } = useBottom(rows);
  const [nearTop, setNearTop] = useState(false);
  const older = useEffectEvent(onOlder);
  useEffect(() => {
    if (nearTop && hasOlder && !loadingOlder) older();
  }, [nearTop, hasOlder, loadingOlder]);
  const dividerAt = rows.findIndex(({ divider }) => divider);
  const [start] = useState(
    dividerAt === -1
      ? ({ index: 'LAST', align: 'end' } as const)
      : ({ index: dividerAt, align: 'start', offset: -60 } as const),
  );
  const settling = useSettling(dividerAt === -1);
  const last = rows.at(-1)?.message;
  return (
    <Box {...settling.stop} sx={{ position: 'relative', height: '100%', minHeight: 0 }}>
      <Virtuoso
        ref={list}
        style={{ height: '100%' }}
        data={rows}
        context={{ loadingOlder }}
        components={components}
        firstItemIndex={firstIndex}
        initialTopMostItemIndex={start}
        alignToBottom
        followOutput={(bottom) => (bottom || (last !== undefined && last.id < 0) ? 'auto' : false)}
        computeItemKey={(_, row) => row.key}
        defaultItemHeight={56}
        increaseViewportBy={{ top: 600, bottom: 400 }}
        atTopThreshold={NEAR_TOP_PX}
        atTopStateChange={setNearTop}
        atBottomThreshold={NEAR_BOTTOM_PX}
        atBottomStateChange={setAtBottom}
        totalListHeightChanged={() => settling.current && list.current?.autoscrollToBottom()}
        itemContent={(_, row) => <MessageRow row={row} unread={unread} lit={row.message.id === litId} />}
      />
      {!atBottom && (
        <ToBottom
          count={missed}
          onClick={() => list.current?.scrollToIndex({ index: 'LAST', align: 'end', behavior: 'auto' })}
        />
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import {
  type ComponentPropsWithRef,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { type FlatIndexLocationWithAlign, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { StreamRow } from '../model/rows';
import type { Ticket } from '../model/types';
import { MessageRow } from './message-row';
import { ToBottom } from './to-bottom';
import { useBottom } from './use-bottom';
import { useHeldEnd } from './use-held-end';
import { useKeptPlace } from './use-kept-place';
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
  ticket: Ticket;
  rows: StreamRow[];
  firstIndex: number;
  unread: number;
  litKey: string | null;
  /** Where to open, if that is loaded already. */
  startId: number | null;
  loadingOlder: boolean;
  hasOlder: boolean;
  /** Older ones did not come: they are asked for when somebody goes up again. */
  stuck: boolean;
  list: RefObject<VirtuosoHandle | null>;
  /** Opened for one message of it, not for its end. */
  landing: boolean;
  onOlder: () => void;
}

/** At the message that was asked for, else at what is new, else at the end. */
function startOf(rows: readonly StreamRow[], dividerAt: number, startId: number | null): FlatIndexLocationWithAlign {
  const at = startId === null ? -1 : rows.findIndex((row) => row.kind === 'message' && row.message.id === startId);
  if (at !== -1) return { index: at, align: 'center' };
  return dividerAt === -1 ? { index: 'LAST', align: 'end' } : { index: dividerAt, align: 'start', offset: -60 };
}

/** The conversation, virtual: older pages come above without a jump, new messages are followed while the end is in sight. */
export function MessageList({
  ticket,
  rows,
  firstIndex,
  unread,
  litKey,
  startId,
  loadingOlder,
  hasOlder,
  stuck,
  list,
  landing,
  onOlder,
}: MessageListProps) {
  const { atBottom, missed, setAtBottom } = useBottom(rows);
  const [nearTop, setNearTop] = useState(false);
  const { keepIn, expectOlder } = useKeptPlace(firstIndex);
  const holdEnd = useHeldEnd();
  const scroller = useRef<HTMLElement>(null);
  const scrollerRef = useCallback(
    (element: HTMLElement | Window | null) => {
      const box = element instanceof HTMLElement ? element : null;
      scroller.current = box;
      keepIn(box);
      holdEnd(box);
    },
    [keepIn, holdEnd],
  );
  const older = useEffectEvent(() => {
    expectOlder();
    onOlder();
  });
  useEffect(() => {
    if (nearTop && hasOlder && !loadingOlder && !stuck) older();
  }, [nearTop, hasOlder, loadingOlder, stuck]);
  useEffect(() => {
    const box = scroller.current;
    if (!stuck || !box) return undefined;
    let away = false;
    const look = () => {
      const near = box.scrollTop <= NEAR_TOP_PX;
      if (near && away) older();
      away = !near;
    };
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, [stuck]);
  const dividerAt = rows.findIndex((row) => row.kind === 'message' && row.divider);
  const [start] = useState(() => startOf(rows, dividerAt, startId));
  const settling = useSettling(start.index === 'LAST' && !landing);
  const last = rows.at(-1);
  const sending = last?.kind === 'message' && last.message.id < 0;
  return (
    <Box {...settling.stop} sx={{ position: 'relative', height: '100%', minHeight: 0 }}>
      <Virtuoso
        ref={list}
        scrollerRef={scrollerRef}
        style={{ height: '100%' }}
        data={rows}
        context={{ loadingOlder }}
        components={components}
        firstItemIndex={firstIndex}
        initialTopMostItemIndex={start}
        alignToBottom
        followOutput={(bottom) => (bottom || sending ? 'auto' : false)}
        computeItemKey={(_, row) => row.key}
        defaultItemHeight={56}
        increaseViewportBy={{ top: 600, bottom: 400 }}
        atTopThreshold={NEAR_TOP_PX}
        atTopStateChange={setNearTop}
        atBottomThreshold={NEAR_BOTTOM_PX}
        atBottomStateChange={setAtBottom}
        totalListHeightChanged={() =>
          !landing && settling.holds() && list.current?.scrollToIndex({ index: 'LAST', align: 'end', behavior: 'auto' })
        }
        itemContent={(_, row) => <MessageRow row={row} ticket={ticket} unread={unread} lit={row.key === litKey} />}
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

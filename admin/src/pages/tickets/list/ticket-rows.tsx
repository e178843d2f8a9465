import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { type ComponentPropsWithRef, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { TicketList } from '../../../conversation/data/use-ticket-list';
import { useTicketNavigation } from '../../../conversation/data/use-ticket-navigation';
import type { Ticket } from '../../../conversation/model/types';
import { useTicketActionRunner } from '../../../conversation/ticket-actions/use-ticket-action-runner';
import { errorText } from '../../../shared/error-text';
import type { Selection } from '../bulk/use-selection';
import { ROW_PX } from './row-styles';
import { TicketRow } from './ticket-row';
import { useRowGestures, useRowKeys } from './use-row-interaction';

/** Accepts a waiting conversation for oneself and opens it. */
export function useAccept(): { acceptingId: number | null; accept: (ticket: Ticket) => void } {
  const actOn = useTicketActionRunner();
  const notify = useNotify();
  const { openTicket } = useTicketNavigation();
  const [acceptingId, setAcceptingId] = useState<number | null>(null);
  const act = useRef<(ticket: Ticket) => void>(() => undefined);
  async function perform(ticket: Ticket) {
    setAcceptingId(ticket.id);
    try {
      await actOn('accept', [ticket], {}, () => openTicket(ticket.uuid, { tab: 'open' }));
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setAcceptingId(null);
    }
  }
  useEffect(() => {
    act.current = (ticket) => void perform(ticket);
  });
  // the same function for good: rows are drawn again only when they change
  const accept = useCallback((ticket: Ticket) => act.current(ticket), []);
  return { acceptingId, accept };
}

const NEAR_PX = 100;

// a long press chooses a row, and is not for the browser
const Touchable = styled('div')({
  height: '100%',
  WebkitTouchCallout: 'none',
  '@media (hover: none)': { userSelect: 'none' },
});

const Listing = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

function List(props: ComponentPropsWithRef<'div'>) {
  const translate = useTranslate();
  return <Listing {...(props as ComponentPropsWithRef<'ul'>)} aria-label={translate('workspace.title')} />;
}

function Item(props: ComponentPropsWithRef<'div'>) {
  return <li {...(props as ComponentPropsWithRef<'li'>)} />;
}

function Footer({ context }: { context?: { loading: boolean } }) {
  const translate = useTranslate();
  return context?.loading ? (
    <LinearProgress aria-label={translate('workspace.list.loading')} sx={{ height: 2, my: 1 }} />
  ) : null;
}

const components = { List, Item, Footer };

interface TicketRowsProps {
  list: TicketList;
  selection: Selection;
  openUuid: string | undefined;
  /** The words of the search. */
  sought: readonly string[];
  mayPeek: boolean;
  acceptingId: number | null;
  onAccept: (ticket: Ticket) => void;
  onPeek: (ticket: Ticket) => void;
}

/** The rows, virtual; the next page is asked for within 100 px of the end. */
export function TicketRows({
  list,
  selection,
  openUuid,
  sought,
  mayPeek,
  acceptingId,
  onAccept,
  onPeek,
}: TicketRowsProps) {
  const { listSearch } = useTicketNavigation();
  const [near, setNear] = useState(false);
  const tickets = list.state?.tickets ?? [];
  const handle = useRef<VirtuosoHandle>(null);
  const box = useRowKeys(
    handle,
    tickets.length,
    tickets.findIndex(({ uuid }) => uuid === openUuid),
    (index) => {
      const ticket = tickets[index];
      if (ticket) selection.toggle(ticket.id);
    },
  );
  const gestures = useRowGestures(tickets, selection);
  const more = list.state?.hasMore === true && !list.loadingMore && !list.loadFailed;
  const load = useEffectEvent(list.loadMore);
  useEffect(() => {
    // Runs again after every page: one that does not fill the view keeps the end in sight.
    if (near && more) load();
  }, [near, more]);
  return (
    <Touchable ref={box} {...gestures}>
      <Virtuoso
        ref={handle}
        style={{ height: '100%' }}
        data={tickets}
        context={{ loading: list.loadingMore }}
        components={components}
        computeItemKey={(_, ticket) => ticket.id}
        fixedItemHeight={ROW_PX}
        increaseViewportBy={400}
        atBottomThreshold={NEAR_PX}
        atBottomStateChange={(at) => {
          setNear(at);
          // whoever comes back to the end wants it once more
          if (at && list.loadFailed) list.loadMore();
        }}
        itemContent={(_, ticket) => (
          <TicketRow
            ticket={ticket}
            current={ticket.uuid === openUuid}
            listSearch={listSearch}
            sought={sought}
            mayPeek={mayPeek}
            selecting={selection.on}
            chosen={selection.has(ticket.id)}
            accepting={ticket.id === acceptingId}
            onAccept={onAccept}
            onPeek={onPeek}
            onToggle={selection.toggle}
          />
        )}
      />
    </Touchable>
  );
}

import { LinearProgress, styled } from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { TicketList } from '../../../../conversation/data/use-ticket-list';
import { useTicketNavigation } from '../../../../conversation/data/use-ticket-navigation';
import type { Ticket } from '../../../../conversation/model/types';
import { useTicketActionRunner } from '../../../../conversation/ui/ticket-actions/use-ticket-action-runner';
import { useTask } from '../../../../shared/use-task';
import type { Selection } from '../bulk/use-selection';
import { ROW_PX } from './row-styles';
import { TicketRow } from './ticket-row';
import { useRowGestures, useRowKeys } from './use-row-interaction';

/** Opens a pending conversation and accepts it. The function never changes, so that rows are not rendered again. */
function useAccept() {
  const perform = useTicketActionRunner();
  const { openTicket } = useTicketNavigation();
  const { run } = useTask();
  const latest = useRef<(ticket: Ticket) => void>(() => undefined);
  useEffect(() => {
    latest.current = (ticket) => {
      const onStart = () => openTicket(ticket.uuid, { tab: 'open' });
      void run(() => perform('accept', [ticket], {}, { onStart }));
    };
  });
  return useCallback((ticket: Ticket) => latest.current(ticket), []);
}

const NEAR_END_ROWS = 2;
const OVERSCAN_ROWS = 6;

const Scroller = styled('div')({
  height: '100%',
  overflowY: 'auto',
  overflowAnchor: 'none',
  outline: 'none',
  // a long press selects a row instead of opening the browser's menu
  WebkitTouchCallout: 'none',
  '@media (hover: none)': { userSelect: 'none' },
});

const Listing = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

export interface TicketRowsProps {
  list: TicketList;
  selection: Selection;
  openUuid: string | undefined;
  searchTerms: readonly string[];
  mayPeek: boolean;
  onPeek: (ticket: Ticket) => void;
}

/** The rows near the visible part of the list; the others are only its padding. */
export function TicketRows({ list, selection, openUuid, searchTerms, mayPeek, onPeek }: TicketRowsProps) {
  const translate = useTranslate();
  const { listSearch } = useTicketNavigation();
  const accept = useAccept();
  const tickets = list.state?.tickets ?? [];
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtualizer.getVirtualItems();
  const openIndex = tickets.findIndex(({ uuid }) => uuid === openUuid);
  useRowKeys(scroller, virtualizer.scrollToIndex, tickets.length, openIndex, (index) => {
    const ticket = tickets[index];
    if (ticket) selection.toggle(ticket.id);
  });
  const gestures = useRowGestures(tickets, selection);
  const nearEnd = virtualizer.range !== null && virtualizer.range.endIndex >= tickets.length - NEAR_END_ROWS;
  const mayLoad = list.state?.hasMore === true && !list.loadingMore && !list.loadFailed;
  const load = useEffectEvent(list.loadMore);
  // runs again after every page: one that does not fill the view keeps the end visible
  useEffect(() => {
    if (nearEnd && mayLoad) load();
  }, [nearEnd, mayLoad]);
  const retry = useEffectEvent(() => list.loadFailed && list.loadMore());
  // scrolling to the end again retries after a failure
  useEffect(() => {
    if (nearEnd) retry();
  }, [nearEnd]);
  return (
    <Scroller ref={scroller} tabIndex={0} data-list {...gestures}>
      <Listing
        aria-label={translate('workspace.title')}
        style={{
          paddingTop: items[0]?.start ?? 0,
          paddingBottom: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
        }}
      >
        {items.map(({ index }) => {
          const ticket = tickets[index];
          return (
            ticket && (
              <li key={ticket.id} data-item-index={index}>
                <TicketRow
                  ticket={ticket}
                  current={ticket.uuid === openUuid}
                  listSearch={listSearch}
                  searchTerms={searchTerms}
                  mayPeek={mayPeek}
                  selecting={selection.on}
                  chosen={selection.has(ticket.id)}
                  onAccept={accept}
                  onPeek={onPeek}
                  onToggle={selection.toggle}
                />
              </li>
            )
          );
        })}
      </Listing>
      {list.loadingMore && (
        <LinearProgress aria-label={translate('workspace.list.loading')} sx={{ height: 2, my: 1 }} />
      )}
    </Scroller>
  );
}

import { LinearProgress, styled } from '@mui/material';
import { type ComponentPropsWithRef, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
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

const NEAR_END_PX = 100;

// a long press selects a row instead of opening the browser's menu
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
  if (!context?.loading) return null;
  return <LinearProgress aria-label={translate('workspace.list.loading')} sx={{ height: 2, my: 1 }} />;
}

const components = { List, Item, Footer };

export interface TicketRowsProps {
  list: TicketList;
  selection: Selection;
  openUuid: string | undefined;
  searchTerms: readonly string[];
  mayPeek: boolean;
  onPeek: (ticket: Ticket) => void;
}

export function TicketRows({ list, selection, openUuid, searchTerms, mayPeek, onPeek }: TicketRowsProps) {
  const { listSearch } = useTicketNavigation();
  const accept = useAccept();
  const [nearEnd, setNearEnd] = useState(false);
  const tickets = list.state?.tickets ?? [];
  const handle = useRef<VirtuosoHandle>(null);
  const openIndex = tickets.findIndex(({ uuid }) => uuid === openUuid);
  const box = useRowKeys(handle, tickets.length, openIndex, (index) => {
    const ticket = tickets[index];
    if (ticket) selection.toggle(ticket.id);
  });
  const gestures = useRowGestures(tickets, selection);
  const mayLoad = list.state?.hasMore === true && !list.loadingMore && !list.loadFailed;
  const load = useEffectEvent(list.loadMore);
  // runs again after every page: one that does not fill the view keeps the end visible
  useEffect(() => {
    if (nearEnd && mayLoad) load();
  }, [nearEnd, mayLoad]);
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
        atBottomThreshold={NEAR_END_PX}
        atBottomStateChange={(atEnd) => {
          setNearEnd(atEnd);
          // scrolling to the end again retries after a failure
          if (atEnd && list.loadFailed) list.loadMore();
        }}
        itemContent={(_, ticket) => (
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
        )}
      />
    </Touchable>
  );
}

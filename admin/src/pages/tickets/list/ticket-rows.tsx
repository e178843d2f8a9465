import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { type ComponentPropsWithRef, useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Virtuoso } from 'react-virtuoso';
import type { TicketList } from '../data/use-ticket-list';
import type { Ticket } from '../model/types';
import { TicketRow } from './ticket-row';

const NEAR_PX = 100;

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
  openUuid: string | undefined;
  mayPeek: boolean;
  acceptingId: number | null;
  onAccept: (ticket: Ticket) => void;
  onPeek: (ticket: Ticket) => void;
}

/** The rows, virtual; the next page is asked for within 100 px of the end. */
export function TicketRows({ list, openUuid, mayPeek, acceptingId, onAccept, onPeek }: TicketRowsProps) {
  const [near, setNear] = useState(false);
  const tickets = list.state?.tickets ?? [];
  const more = list.state?.hasMore === true && !list.loadingMore;
  const load = useEffectEvent(list.loadMore);
  useEffect(() => {
    // Runs again after every page: one that does not fill the view keeps the end in sight.
    if (near && more) load();
  }, [near, more]);
  return (
    <Virtuoso
      style={{ height: '100%' }}
      data={tickets}
      context={{ loading: list.loadingMore }}
      components={components}
      computeItemKey={(_, ticket) => ticket.id}
      defaultItemHeight={91}
      increaseViewportBy={400}
      atBottomThreshold={NEAR_PX}
      atBottomStateChange={setNear}
      itemContent={(_, ticket) => (
        <TicketRow
          ticket={ticket}
          current={ticket.uuid === openUuid}
          mayPeek={mayPeek}
          accepting={ticket.id === acceptingId}
          onAccept={onAccept}
          onPeek={onPeek}
        />
      )}
    />
  );
}

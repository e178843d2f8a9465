import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { PeekDrawer } from '../../conversation/chat/peek-drawer';
import { ContactPanel } from '../../conversation/contact/contact-panel';
import { queryKeys } from '../../conversation/data/query-keys';
import { useLiveUpdates } from '../../conversation/data/use-live-updates';
import { useTicket } from '../../conversation/data/use-ticket';
import { useTicketList } from '../../conversation/data/use-ticket-list';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import type { TicketView } from '../../conversation/model/ticket-rules';
import type { Ticket } from '../../conversation/model/types';
import { focusList, rowOf } from '../../shared/focus';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { TicketListPanel } from './list/ticket-list-panel';
import { isFiltering, useFilters } from './list/use-filters';
import { useListScope } from './list/use-list-scope';
import { OpenedTicket } from './opened-ticket';
import { useFirstRun, Welcome } from './welcome';
import { type Pane, useContactDrawer, useWide, WorkspaceLayout } from './workspace-layout';

const NewTicketDialog = lazy(() => import('../../conversation/new-ticket/new-ticket-dialog'));

/** While another page was shown nobody listened: what was cached then may be stale and is not shown first. */
function useFreshStart() {
  const client = useQueryClient();
  useState(() => {
    client.removeQueries({ queryKey: queryKeys.conversations, type: 'inactive' });
    client.removeQueries({ queryKey: queryKeys.tickets, type: 'inactive' });
  });
}

/** On a phone: whoever goes to a conversation sees it, also when it is the one that is open already. */
function useShownPane(uuid: string | undefined, show: (pane: Pane) => void) {
  const location = useLocation();
  const shown = useRef(uuid);
  useEffect(() => {
    if (shown.current !== uuid || !isFiltering(location.state)) show(uuid ? 'chat' : 'list');
    shown.current = uuid;
  }, [uuid, location, show]);
}

/** The conversation workspace. */
export default function TicketsPage() {
  useFreshStart();
  useLiveUpdates();
  const { ticketId: uuid } = useParams();
  const { openList } = useTicketNavigation();
  const address = useFilters();
  const scope = useListScope(address);
  const view: TicketView = { status: 'open', showAll: scope.showAll, queueIds: scope.queueIds, search: '' };
  const open = useTicketList(view);
  const pending = useTicketList({ ...view, status: 'pending' });
  const opened = useTicket(uuid);
  const [contactOpen, setContactOpen] = useContactDrawer();
  const [pane, setPane] = useState<Pane>(uuid ? 'chat' : 'list');
  const [overlay, setOverlay] = useState<{ peek: Ticket } | 'new' | null>(null);
  const wide = useWide();
  const active = wide || pane === 'chat';
  const peek = useCallback((ticket: Ticket) => setOverlay({ peek: ticket }), []);
  useShortcut('create', () => setOverlay('new'));
  useShortcut('search', () => address.change({ tab: 'search' }, true));
  useShortcut(
    'close',
    () => {
      if (uuid) focusList(rowOf(uuid));
      openList();
    },
    uuid !== undefined,
  );
  useShownPane(uuid, setPane);

  const closeContact = () => setContactOpen(false);
  const showPending = () => openList(false, { tab: 'pending' });
  const closeOverlay = () => setOverlay(null);
  const nothingNow = open.state?.tickets.length === 0 && pending.state?.tickets.length === 0;
  const firstRun = useFirstRun(nothingNow);
  const lists = {
    scope,
    view,
    open,
    pending,
    openUuid: uuid,
    // where only the list is seen, it shows the way itself
    firstRun: firstRun && !wide,
    ...address,
    onNew: () => setOverlay('new'),
    onPeek: peek,
  };
  return (
    <>
      <WorkspaceLayout
        pane={pane}
        onPane={setPane}
        onCloseContact={closeContact}
        list={<TicketListPanel {...lists} />}
        chat={
          uuid ? (
            <OpenedTicket
              opened={opened}
              active={active}
              contactOpen={contactOpen}
              onContact={() => setContactOpen(!contactOpen)}
              onPending={showPending}
            />
          ) : (
            <Welcome firstRun={firstRun} />
          )
        }
        contact={contactOpen && opened.ticket ? <ContactPanel ticket={opened.ticket} onClose={closeContact} /> : null}
      />
      {overlay === 'new' && (
        <Suspense>
          <NewTicketDialog onClose={closeOverlay} onDone={closeOverlay} />
        </Suspense>
      )}
      {overlay !== null && overlay !== 'new' && <PeekDrawer ticket={overlay.peek} onClose={closeOverlay} />}
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { PeekDrawer } from './chat/peek-drawer';
import { Welcome } from './chat/welcome';
import { ContactPanel } from './contact/contact-panel';
import { keys } from './data/keys';
import { useLiveWorkspace } from './data/use-live-workspace';
import { useScope } from './data/use-scope';
import { useTicket } from './data/use-ticket';
import { useTicketList } from './data/use-ticket-list';
import { useUnreadTitle } from './data/use-unread-title';
import { useViewer } from './data/use-viewer';
import type { ListTab } from './list/list-tabs';
import { TicketListPanel } from './list/ticket-list-panel';
import type { TicketListState } from './model/ticket-list';
import type { TicketView } from './model/ticket-rules';
import type { Ticket } from './model/types';
import { OpenedTicket } from './opened-ticket';
import { useContactDrawer } from './use-contact-drawer';
import { type Pane, useWide, WorkspaceLayout } from './workspace-layout';

const NewTicketDialog = lazy(() => import('./dialogs/new-ticket-dialog'));

/** While another page was shown nobody listened: what was cached then may be stale and is not shown first. */
function useFreshStart() {
  const client = useQueryClient();
  useState(() => {
    client.removeQueries({ queryKey: keys.conversations, type: 'inactive' });
    client.removeQueries({ queryKey: keys.tickets, type: 'inactive' });
  });
}

function unreadOf(state: TicketListState | undefined, userId: number): number {
  return state?.tickets.reduce((sum, ticket) => sum + (ticket.userId === userId ? ticket.unreadMessages : 0), 0) ?? 0;
}

/** The conversation workspace. */
export default function TicketsPage() {
  useFreshStart();
  useLiveWorkspace();
  const { ticketId: uuid } = useParams();
  const { id: userId } = useViewer();
  const scope = useScope();
  const view: TicketView = { status: 'open', showAll: scope.showAll, queueIds: scope.queueIds, search: '' };
  const open = useTicketList(view);
  const pending = useTicketList({ ...view, status: 'pending' });
  const opened = useTicket(uuid);
  const [contactOpen, setContactOpen] = useContactDrawer();
  const [tab, setTab] = useState<ListTab>('open');
  const [pane, setPane] = useState<Pane>(uuid ? 'chat' : 'list');
  const [overlay, setOverlay] = useState<{ peek: Ticket } | 'new' | null>(null);
  const active = useWide() || pane === 'chat';
  const peek = useCallback((ticket: Ticket) => setOverlay({ peek: ticket }), []);
  useUnreadTitle(unreadOf(open.state, userId));
  useEffect(() => setPane(uuid ? 'chat' : 'list'), [uuid]);

  const closeContact = () => setContactOpen(false);
  const closeOverlay = () => setOverlay(null);
  const nothingYet = open.state?.tickets.length === 0 && pending.state?.tickets.length === 0;
  const lists = {
    scope,
    view,
    open,
    pending,
    openUuid: uuid,
    tab,
    onTab: setTab,
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
            />
          ) : (
            <Welcome firstRun={nothingYet} />
          )
        }
        contact={contactOpen && opened.ticket ? <ContactPanel ticket={opened.ticket} onClose={closeContact} /> : null}
      />
      {overlay === 'new' && (
        <Suspense>
          <NewTicketDialog
            onClose={closeOverlay}
            onDone={() => {
              closeOverlay();
              setTab('open');
            }}
          />
        </Suspense>
      )}
      {overlay !== null && overlay !== 'new' && <PeekDrawer ticket={overlay.peek} onClose={closeOverlay} />}
    </>
  );
}

import { Box } from '@mui/material';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { isFiltering } from '../../../conversation/data/use-filters';
import { useFreshCache, useLiveUpdates } from '../../../conversation/data/use-live-updates';
import { type OpenedTicket, useTicket } from '../../../conversation/data/use-ticket';
import { useTicketNavigation } from '../../../conversation/data/use-ticket-navigation';
import type { Ticket } from '../../../conversation/model/types';
import { Chat, type ChatProps } from '../../../conversation/ui/chat/chat';
import { PeekDrawer } from '../../../conversation/ui/chat/peek-drawer';
import { ContactPanel } from '../../../conversation/ui/contact/contact-panel';
import { OpeningConversation } from '../../../conversation/ui/messages/conversation-view';
import { RemovedConversation } from '../../../conversation/ui/presence/takeover';
import { errorText } from '../../../shared/error-text';
import { focusList, restoreFocusTo, rowOf } from '../../../shared/focus';
import { lazyComponent } from '../../../shared/lazy-component';
import { LoadFailed } from '../../../shared/load-failed';
import { type Pane, useSideBySide } from '../../../shared/panes';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { isOverlay, useBackCloses } from '../../../shared/use-back-closes';
import { TicketListPanel } from './list/ticket-list-panel';
import { useTicketLists } from './list/use-ticket-lists';
import { useFirstRun, Welcome } from './welcome';
import { useContactColumn, useContactDrawer, WorkspaceLayout } from './workspace-layout';

const NewTicketDialog = lazyComponent(() => import('../../../conversation/ui/ticket-actions/new-ticket-dialog'));

/** On a phone: every navigation to a conversation shows it, also to the one that is already open. */
function usePane(uuid: string | undefined): [Pane, (pane: Pane) => void] {
  const [pane, setPane] = useState<Pane>(uuid ? 'chat' : 'list');
  const location = useLocation();
  const previous = useRef({ uuid, overlay: false });
  useEffect(() => {
    const overlay = isOverlay(location.state);
    const before = previous.current;
    // opening and closing an overlay is no navigation
    const same = isFiltering(location.state) || overlay || before.overlay;
    if (before.uuid !== uuid || !same) setPane(uuid ? 'chat' : 'list');
    previous.current = { uuid, overlay };
  }, [uuid, location]);
  return [pane, setPane];
}

/** The opened conversation; until it is known a skeleton, an error or the reason why it was removed. */
function OpenedChat({ opened, ...chat }: Omit<ChatProps, 'ticket'> & { opened: OpenedTicket }) {
  const { ticket, removed, error, retry } = opened;
  if (ticket) return <Chat key={ticket.uuid} ticket={ticket} {...chat} />;
  if (removed) return <RemovedConversation removed={removed} onPending={chat.onPending} />;
  return (
    <Box sx={{ height: '100%', display: 'grid', bgcolor: 'atende.chat' }}>
      {error ? <LoadFailed title={errorText(error)} onRetry={retry} /> : <OpeningConversation />}
    </Box>
  );
}

export default function TicketsPage() {
  useFreshCache();
  useLiveUpdates();
  const { ticketId: uuid } = useParams();
  const { openList } = useTicketNavigation();
  const lists = useTicketLists();
  const opened = useTicket(uuid);
  const [contactOpen, setContactOpen] = useContactDrawer();
  const [pane, setPane] = usePane(uuid);
  const [overlay, setOverlay] = useState<{ peek: Ticket } | { start: string | undefined } | null>(null);
  const sideBySide = useSideBySide();
  const contactColumn = useContactColumn();
  const firstRun = useFirstRun(lists.nothingOpen);
  const [startsWithList] = useState(uuid === undefined);
  // the first Tab leads into the list, not through the menu
  useEffect(() => {
    if (startsWithList) restoreFocusTo('main [data-list]');
  }, [startsWithList]);
  const peek = useCallback((ticket: Ticket) => setOverlay({ peek: ticket }), []);
  const create = (number?: string) => setOverlay({ start: number });
  const closeOverlay = () => setOverlay(null);
  const closeContact = () => setContactOpen(false);
  useBackCloses(contactOpen && !contactColumn, closeContact);
  useBackCloses(overlay !== null && !sideBySide, closeOverlay);
  const { filters, change } = lists;
  const list = (
    <TicketListPanel lists={lists} openUuid={uuid} firstRun={firstRun && !sideBySide} onNew={create} onPeek={peek} />
  );
  const chat = (
    <OpenedChat
      opened={opened}
      active={sideBySide || pane === 'chat'}
      search={filters.tab === 'search' ? filters.search : ''}
      contactOpen={contactOpen}
      onContact={() => setContactOpen(!contactOpen)}
      onPending={() => openList(false, { tab: 'pending' })}
    />
  );
  const contact = contactOpen && opened.ticket && (
    <ContactPanel
      ticket={opened.ticket}
      onClose={closeContact}
      onOpenTicket={contactColumn ? undefined : closeContact}
    />
  );
  useShortcut('create', () => create());
  useShortcut('search', () => change({ tab: 'search' }, true));
  useShortcut(
    'close',
    () => {
      if (contact) {
        closeContact();
        return;
      }
      if (uuid) focusList(rowOf(uuid));
      openList();
    },
    uuid !== undefined,
  );

  return (
    <>
      <WorkspaceLayout
        pane={pane}
        onPane={setPane}
        onCloseContact={closeContact}
        list={list}
        chat={uuid ? chat : <Welcome firstRun={firstRun} />}
        contact={contact || null}
      />
      {overlay && 'start' in overlay && (
        <NewTicketDialog number={overlay.start} onClose={closeOverlay} onDone={closeOverlay} />
      )}
      {overlay && 'peek' in overlay && <PeekDrawer ticket={overlay.peek} onClose={closeOverlay} />}
    </>
  );
}

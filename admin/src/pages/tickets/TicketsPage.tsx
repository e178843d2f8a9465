import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { PeekDrawer } from './chat/peek-drawer';
import { Welcome } from './chat/welcome';
import { ChatSide } from './chat-side';
import { keys } from './data/keys';
import { useLiveWorkspace } from './data/use-live-workspace';
import { useScope } from './data/use-scope';
import { useTicketList } from './data/use-ticket-list';
import { useUnreadTitle } from './data/use-unread-title';
import { useViewer } from './data/use-viewer';
import type { ListTab } from './list/list-tabs';
import { TicketListPanel } from './list/ticket-list-panel';
import type { TicketListState } from './model/ticket-list';
import type { Ticket } from './model/types';
import { type Pane, WorkspaceLayout } from './workspace-layout';

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
  const view = { showAll: scope.showAll, queueIds: scope.queueIds, search: '' };
  const open = useTicketList({ ...view, status: 'open' });
  const pending = useTicketList({ ...view, status: 'pending' });
  const [tab, setTab] = useState<ListTab>('open');
  const [pane, setPane] = useState<Pane>(uuid ? 'chat' : 'list');
  const [peeked, setPeeked] = useState<Ticket | null>(null);
  const [starting, setStarting] = useState(false);
  useUnreadTitle(unreadOf(open.state, userId));
  useEffect(() => setPane(uuid ? 'chat' : 'list'), [uuid]);

  const list = (
    <TicketListPanel
      scope={scope}
      view={{ ...view, status: 'open' }}
      open={open}
      pending={pending}
      openUuid={uuid}
      tab={tab}
      onTab={setTab}
      onNew={() => setStarting(true)}
      onPeek={setPeeked}
    />
  );
  const nothingYet = open.state?.tickets.length === 0 && pending.state?.tickets.length === 0;
  return (
    <>
      {uuid ? (
        <ChatSide key="chat" uuid={uuid} list={list} pane={pane} onPane={setPane} />
      ) : (
        <WorkspaceLayout list={list} pane={pane} onPane={setPane} onCloseContact={() => undefined} contact={null} chat={<Welcome firstRun={nothingYet} />} />
      )}
      {peeked && <PeekDrawer ticket={peeked} onClose={() => setPeeked(null)} />}
      {starting && (
        <Suspense>
          <NewTicketDialog
            onClose={() => setStarting(false)}
            onDone={() => {
              setStarting(false);
              setTab('open');
            }}
          />
        </Suspense>
      )}
    </>
  );
}

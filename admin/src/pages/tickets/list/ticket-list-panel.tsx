import Box from '@mui/material/Box';
import { useCallback, useId, useState } from 'react';
import { useSessionUser } from '../../../providers/session-user';
import { useDebounced } from '../../../shared/use-debounced';
import { useCounters } from '../data/use-counters';
import type { ScopeChoice } from '../data/use-scope';
import { type TicketList, useTicketList } from '../data/use-ticket-list';
import type { TicketView } from '../model/ticket-rules';
import type { Ticket } from '../model/types';
import { ListContent } from './list-content';
import { ListHeader } from './list-header';
import { ListSearch } from './list-search';
import { type ListTab, ListTabs } from './list-tabs';
import { useAccept } from './use-accept';

interface TicketListPanelProps {
  scope: ScopeChoice;
  view: TicketView;
  open: TicketList;
  pending: TicketList;
  openUuid: string | undefined;
  tab: ListTab;
  onTab: (tab: ListTab) => void;
  onNew: () => void;
  onPeek: (ticket: Ticket) => void;
}

/** The left column: header, rows of the chosen tab, tabs. */
export function TicketListPanel({
  scope,
  view,
  open,
  pending,
  openUuid,
  tab,
  onTab,
  onNew,
  onPeek,
}: TicketListPanelProps) {
  const user = useSessionUser();
  const panelId = useId();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const counters = useCounters(view);
  const showOpen = useCallback(() => onTab('open'), [onTab]);
  const { acceptingId, accept } = useAccept(showOpen);
  const closed = useTicketList({ ...view, status: 'closed' }, tab === 'closed');
  const found = useTicketList({ ...view, status: null, search }, tab === 'search' && search !== '');
  const lists = { open, pending, closed, search: found };
  return (
    <Box
      component="section"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        minWidth: 0,
        height: '100%',
        bgcolor: 'background.paper',
      }}
    >
      <ListHeader scope={scope} onNew={onNew} />
      {tab === 'search' && <ListSearch value={text} onChange={setText} />}
      <Box
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${tab}`}
        sx={{ flex: 1, minHeight: 0, overflow: 'hidden', display: 'grid' }}
      >
        <ListContent
          key={tab}
          tab={tab}
          asked={tab !== 'search' || search !== ''}
          list={lists[tab]}
          openUuid={openUuid}
          mayPeek={user.profile === 'admin'}
          acceptingId={acceptingId}
          onAccept={accept}
          onPeek={onPeek}
        />
      </Box>
      <ListTabs value={tab} counters={counters} panelId={panelId} onChange={onTab} />
    </Box>
  );
}

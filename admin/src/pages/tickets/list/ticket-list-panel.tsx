import Box from '@mui/material/Box';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import type { TicketList } from '../../../conversation/data/use-ticket-list';
import type { ListFilters, ListTab } from '../../../conversation/model/list-filters';
import { searchWords } from '../../../conversation/model/search-highlight';
import type { TicketView } from '../../../conversation/model/ticket-rules';
import type { Ticket } from '../../../conversation/model/types';
import { useSessionUser } from '../../../providers/session-user';
import { useSelection } from '../bulk/use-selection';
import { ListContent } from './list-content';
import { ListHeader } from './list-header';
import { ListSearch } from './list-search';
import { ListTabs } from './list-tabs';
import { useAccept } from './ticket-rows';
import type { ChangeFilters } from './use-filters';
import { useSearchText } from './use-filters';
import type { ScopeChoice } from './use-list-scope';
import { useCounters, useTicketLists } from './use-ticket-lists';

interface TicketListPanelProps {
  scope: ScopeChoice;
  view: TicketView;
  open: TicketList;
  pending: TicketList;
  openUuid: string | undefined;
  /** Whether an empty list shows the ways to a first conversation. */
  firstRun: boolean;
  filters: ListFilters;
  change: ChangeFilters;
  onNew: () => void;
  onPeek: (ticket: Ticket) => void;
}

const BulkBar = lazy(() => import('../bulk/bulk-bar'));
const none: readonly Ticket[] = [];

/** The left column: header, rows of the chosen tab, tabs. */
export function TicketListPanel({
  scope,
  view,
  open,
  pending,
  openUuid,
  firstRun,
  filters,
  change,
  onNew,
  onPeek,
}: TicketListPanelProps) {
  const user = useSessionUser();
  const panelId = useId();
  const { tab, search } = filters;
  const byUser = user.profile === 'admin';
  // what was typed last may rest only after another tab was chosen
  const [text, setText] = useSearchText(search, (values) => tab === 'search' && change(values));
  // what was looked for, while another tab is shown
  const [sought, setSought] = useState('');
  const counters = useCounters(view);
  const { acceptingId, accept } = useAccept();
  const { list, asked } = useTicketLists(view, filters, { open, pending }, byUser);
  const words = useMemo(() => searchWords(tab === 'search' ? search : ''), [tab, search]);
  const selection = useSelection(list.state?.tickets ?? none, tab);
  const choose = (next: ListTab) => {
    if (tab === 'search') setSought(text.trim());
    change(next === 'search' ? { tab: next, search: sought } : { tab: next }, true);
  };
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
      <Box sx={{ flex: 'none', display: 'grid', '& > *': { gridArea: '1 / 1', minWidth: 0 } }}>
        <Box inert={selection.on}>
          <ListHeader scope={scope} filters={filters} onNew={onNew} onSelect={selection.start} />
        </Box>
        {selection.on && (
          <Suspense>
            <BulkBar selection={selection} shown={list.state?.tickets.length ?? 0} />
          </Suspense>
        )}
      </Box>
      {tab === 'search' && (
        <ListSearch text={text} filters={filters} byUser={byUser} onText={setText} onChange={change} />
      )}
      <Box
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${tab}`}
        sx={{ flex: 1, minHeight: 0, overflow: 'hidden', display: 'grid' }}
      >
        <ListContent
          key={tab}
          tab={tab}
          asked={asked}
          firstRun={firstRun}
          list={list}
          selection={selection}
          openUuid={openUuid}
          sought={words}
          mayPeek={byUser}
          acceptingId={acceptingId}
          onAccept={accept}
          onPeek={onPeek}
        />
      </Box>
      <ListTabs value={tab} counters={counters} panelId={panelId} onChange={choose} />
    </Box>
  );
}

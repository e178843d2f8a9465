import { Box } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { useSearchText } from '../../../../conversation/data/use-filters';
import type { ListTab } from '../../../../conversation/model/list-filters';
import { searchWords } from '../../../../conversation/model/search-highlight';
import type { Ticket } from '../../../../conversation/model/types';
import { lazyComponent } from '../../../../shared/lazy-component';
import { useShortcut } from '../../../../shared/shortcuts/use-shortcut';
import { useSelection } from '../bulk/use-selection';
import { ListContent } from './list-content';
import { ListHeader } from './list-header';
import { ListSearch } from './list-search';
import { ListTabs } from './list-tabs';
import { type TicketLists, useCounters } from './use-ticket-lists';

const BulkBar = lazyComponent(() => import('../bulk/bulk-bar'));
const noTickets: readonly Ticket[] = [];

interface TicketListPanelProps {
  lists: TicketLists;
  openUuid: string | undefined;
  /** An empty list explains how to get a first conversation. */
  firstRun: boolean;
  /** With a number that was searched for and is no contact's. */
  onNew: (number?: string) => void;
  onPeek: (ticket: Ticket) => void;
}

export function TicketListPanel({ lists, openUuid, firstRun, onNew, onPeek }: TicketListPanelProps) {
  const panelId = useId();
  const { filters, change, scope, view, byUser, list } = lists;
  const { tab, search } = filters;
  // the debounce may end after another tab was chosen
  const [text, setText] = useSearchText(search, (values) => tab === 'search' && change(values));
  const [searchOnLeave, setSearchOnLeave] = useState('');
  const counters = useCounters(view);
  const searchTerms = useMemo(() => searchWords(tab === 'search' ? search : ''), [tab, search]);
  const selection = useSelection(list.state?.tickets ?? noTickets, tab);
  const chooseTab = (next: ListTab) => {
    if (tab === 'search') setSearchOnLeave(text.trim());
    change(next === 'search' ? { tab: next, search: searchOnLeave } : { tab: next }, true);
  };
  useShortcut('openTab', () => chooseTab('open'));
  useShortcut('pendingTab', () => chooseTab('pending'));
  useShortcut('closedTab', () => chooseTab('closed'));
  useShortcut('searchTab', () => chooseTab('search'));
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
          <ListHeader scope={scope} filters={filters} onNew={() => onNew()} onSelect={selection.start} />
        </Box>
        {selection.on && <BulkBar selection={selection} shown={list.state?.tickets.length ?? 0} />}
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
          nothingSearched={lists.nothingSearched}
          firstRun={firstRun}
          search={search}
          onNumber={onNew}
          list={list}
          selection={selection}
          openUuid={openUuid}
          searchTerms={searchTerms}
          mayPeek={byUser}
          onPeek={onPeek}
        />
      </Box>
      <ListTabs value={tab} counters={counters} panelId={panelId} onChange={chooseTab} />
    </Box>
  );
}

import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import type { TicketList } from '../../../conversation/data/use-ticket-list';
import type { ListTab } from '../../../conversation/model/list-filters';
import type { Ticket } from '../../../conversation/model/types';
import { EmptyState } from '../../../shared/empty-state';
import type { Selection } from '../bulk/use-selection';
import { FirstRun } from '../welcome';
import { ROW_PX } from './row-styles';
import { TicketRows } from './ticket-rows';

const rows = Array.from({ length: 7 }, (_, index) => index);

/** The shape of the rows while they load. */
export function RowSkeletons() {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('workspace.list.loading')} sx={{ overflow: 'hidden' }}>
      {rows.map((row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            height: ROW_PX,
            boxSizing: 'border-box',
            px: 2,
            borderBottom: 1,
            borderColor: 'atende.lineSoft',
          }}
        >
          <Skeleton variant="circular" width={44} height={44} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${45 + ((row * 17) % 30)}%`} height={18} />
            <Skeleton width={`${60 + ((row * 23) % 35)}%`} height={16} />
            <Skeleton width={70} height={18} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

interface ListContentProps {
  tab: ListTab;
  /** Whether there is something to search for yet. */
  asked: boolean;
  /** Whether there has never been a conversation, and nothing beside the list says so. */
  firstRun: boolean;
  list: TicketList;
  selection: Selection;
  openUuid: string | undefined;
  sought: readonly string[];
  mayPeek: boolean;
  acceptingId: number | null;
  onAccept: (ticket: Ticket) => void;
  onPeek: (ticket: Ticket) => void;
}

function Empty({ name }: { name: ListTab | 'not_found' }) {
  const translate = useTranslate();
  const Icon = name === 'search' || name === 'not_found' ? Search : Forum;
  return (
    <EmptyState
      icon={<Icon />}
      title={translate(`workspace.list.empty.${name}`)}
      message={translate(`workspace.list.empty.${name}_message`)}
    />
  );
}

function Failed({ retry }: { retry: () => void }) {
  const translate = useTranslate();
  return (
    <EmptyState
      icon={<ErrorOutline />}
      title={translate('workspace.list.failed')}
      action={
        <Button variant="outlined" onClick={retry}>
          {translate('workspace.list.retry')}
        </Button>
      }
    />
  );
}

/** What the list shows: rows, their skeletons, nothing with a word, or a failure with a way on. */
export function ListContent({ tab, asked, firstRun, list, ...rows }: ListContentProps) {
  if (!asked) return <Empty name="search" />;
  if (!list.state) return list.error ? <Failed retry={list.retry} /> : <RowSkeletons />;
  if (list.state.tickets.length === 0 && firstRun) return <FirstRun />;
  if (list.state.tickets.length === 0) return <Empty name={tab === 'search' ? 'not_found' : tab} />;
  return <TicketRows list={list} {...rows} />;
}

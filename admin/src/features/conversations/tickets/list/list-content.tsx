import Forum from '@mui/icons-material/ForumOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListTab } from '../../../../conversation/model/list-filters';
import { EmptyState } from '../../../../shared/empty-state';
import { LoadFailed } from '../../../../shared/load-failed';
import { FirstRun } from '../welcome';
import { ROW_PX } from './row-styles';
import { TicketRows, type TicketRowsProps } from './ticket-rows';

const skeletonRows = [0, 1, 2, 3, 4, 5, 6];

function RowSkeletons() {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('workspace.list.loading')} sx={{ overflow: 'hidden' }}>
      {skeletonRows.map((row) => (
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

interface ListContentProps extends TicketRowsProps {
  tab: ListTab;
  nothingSearched: boolean;
  firstRun: boolean;
}

export function ListContent({ tab, nothingSearched, firstRun, ...rows }: ListContentProps) {
  const translate = useTranslate();
  const { state, error, retry } = rows.list;
  if (nothingSearched) return <Empty name="search" />;
  if (!state && error) return <LoadFailed title={translate('workspace.list.failed')} onRetry={retry} />;
  if (!state) return <RowSkeletons />;
  if (state.tickets.length > 0) return <TicketRows {...rows} />;
  return firstRun ? <FirstRun /> : <Empty name={tab === 'search' ? 'not_found' : tab} />;
}

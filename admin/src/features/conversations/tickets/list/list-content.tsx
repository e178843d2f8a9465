import Forum from '@mui/icons-material/ForumOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import { Box, Button, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { ListTab } from '../../../../conversation/model/list-filters';
import { EmptyState } from '../../../../shared/empty-state';
import { LoadFailed } from '../../../../shared/load-failed';
import { isTypedNumber } from '../../../../shared/phone-typing';
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

function Empty({ name, action }: { name: ListTab | 'not_found'; action?: ReactNode }) {
  const translate = useTranslate();
  const Icon = name === 'search' || name === 'not_found' ? Search : Forum;
  return (
    <EmptyState
      icon={<Icon />}
      title={translate(`workspace.list.empty.${name}`)}
      message={translate(`workspace.list.empty.${name}_message`)}
      action={action}
    />
  );
}

interface ListContentProps extends TicketRowsProps {
  tab: ListTab;
  nothingSearched: boolean;
  firstRun: boolean;
  /** What was searched for. */
  search: string;
  onNumber: (number: string) => void;
}

export function ListContent({ tab, nothingSearched, firstRun, search, onNumber, ...rows }: ListContentProps) {
  const translate = useTranslate();
  const { state, error, retry } = rows.list;
  if (nothingSearched) return <Empty name="search" />;
  if (!state && error) return <LoadFailed title={translate('workspace.list.failed')} onRetry={retry} />;
  if (!state) return <RowSkeletons />;
  if (state.tickets.length > 0) return <TicketRows {...rows} />;
  if (firstRun) return <FirstRun />;
  if (tab !== 'search') return <Empty name={tab} />;
  const toNumber = isTypedNumber(search) && (
    <Button variant="contained" onClick={() => onNumber(search.trim())}>
      {translate('workspace.new.to_number', { typed: search.trim() })}
    </Button>
  );
  return <Empty name="not_found" action={toNumber} />;
}

import Inbox from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import Paper from '@mui/material/Paper';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { EmptyState } from '../../shared/empty-state';
import { LoadFailed } from '../../shared/load-failed';
import type { ResourceView } from '../types';
import { ListCards } from './list-cards';
import { AddButton } from './list-header';
import { ListTable } from './list-table';
import { MoreRows } from './more-rows';
import { DeleteDialog } from './row-actions';

/** Shown instead of rows: the error, no match for the filters, or an empty list. */
export function NoRows({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { filterValues, error, refetch } = useListContext();
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (Object.keys(filterValues).length > 0) {
    return (
      <EmptyState
        icon={<SearchOff />}
        title={translate('app.list.not_found')}
        message={translate('app.list.not_found_message')}
      />
    );
  }
  return (
    <EmptyState
      icon={<Inbox />}
      title={view.list?.empty.title ?? ''}
      message={view.list?.empty.message}
      action={view.can.create ? <AddButton view={view} /> : undefined}
    />
  );
}

export function ListBody({ view }: { view: ResourceView }) {
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const { data, isPending } = useListContext<RaRecord>();
  const [pendingDelete, setPendingDelete] = useState<RaRecord | null>(null);
  const Rows = phone ? ListCards : ListTable;
  const empty = !isPending && (data ?? []).length === 0;
  return (
    <>
      <Paper
        variant="outlined"
        sx={{
          flex: '0 1 auto',
          minHeight: 0,
          overflowY: 'auto',
          overflowX: 'hidden',
          borderRadius: '14px',
          mb: { xs: 2, sm: 3 },
          display: 'flex',
          flexDirection: 'column',
        }}
        tabIndex={-1}
      >
        {empty ? (
          <NoRows view={view} />
        ) : (
          <Rows view={view} rows={isPending ? null : data} onDelete={setPendingDelete} />
        )}
        <MoreRows />
      </Paper>
      <DeleteDialog view={view} record={pendingDelete} onClose={() => setPendingDelete(null)} />
    </>
  );
}

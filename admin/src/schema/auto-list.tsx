import Add from '@mui/icons-material/Add';
import Inbox from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import { Box, Button, Paper, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  InfiniteListBase,
  type RaRecord,
  useInfinitePaginationContext,
  useListContext,
  useTranslate,
} from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { EmptyState } from '../shared/empty-state';
import { LoadFailed } from '../shared/load-failed';
import { Page } from '../shared/page';
import { textSize } from '../shared/type-scale';
import { ListCards } from './list/list-cards';
import { ListFilters } from './list/list-filters';
import { ListTable } from './list/list-table';
import { DeleteDialog } from './list/row-actions';
import { overridesOf } from './overrides';
import type { ResourceView } from './types';

function AddButton({ view }: { view: ResourceView }) {
  const Add = overridesOf(view.name).add ?? AddLink;
  return <Add view={view} />;
}

function AddLink({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { search } = useLocation();
  return (
    <Button
      variant="contained"
      startIcon={<Add />}
      component={Link}
      to={{ pathname: `/${view.screenPath}/create`, search }}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {translate('ra.action.create')}
    </Button>
  );
}

function ListHeader({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { total } = useListContext();
  const { list } = view;
  const Tools = overridesOf(view.name).tools;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, pb: 2, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
          <Typography variant="h1" noWrap>
            {view.label}
          </Typography>
          {total !== undefined && (
            <Typography
              variant="body2"
              role="status"
              noWrap
              sx={{ color: 'atende.faint', display: { xs: Tools ? 'none' : 'block', sm: 'block' } }}
            >
              {translate('app.list.count', { smart_count: total })}
            </Typography>
          )}
        </Box>
        {Tools && <Tools view={view} />}
        {view.can.create && <AddButton view={view} />}
      </Box>
      {list && (list.search || list.dated !== null || list.filters.length > 0) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25 }}>
          <ListFilters list={list} />
        </Box>
      )}
    </Box>
  );
}

const AHEAD_PX = 100;

/** Loads the next page when the end of the list is within 100 px of the visible part; after an error, on click. */
export function MoreRows() {
  const translate = useTranslate();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfinitePaginationContext();
  const [failed, setFailed] = useState(false);
  const more = useEffectEvent(async () => {
    if (isFetchingNextPage) return;
    const { isFetchNextPageError } = await fetchNextPage();
    setFailed(isFetchNextPageError);
  });
  useEffect(() => {
    const element = end.current;
    if (!element || !hasNextPage || isFetchingNextPage || failed) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void more(), {
      root: element.parentElement,
      rootMargin: `${AHEAD_PX}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, failed]);
  return (
    <Box
      ref={end}
      role="status"
      sx={{ flex: 'none', textAlign: 'center', color: 'atende.faint', fontSize: textSize.small, minHeight: '1px' }}
    >
      {isFetchingNextPage && <Box sx={{ p: 1.5 }}>{translate('app.list.loading_more')}</Box>}
      {failed && !isFetchingNextPage && (
        <Button size="small" onClick={() => void more()} sx={{ m: 0.5 }}>
          {translate('app.error.retry')}
        </Button>
      )}
    </Box>
  );
}

/** Shown instead of rows: an error, no match for the filters, or an empty list. */
export function NoRows({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { filterValues, error, refetch } = useListContext();
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const { scope } = overridesOf(view.name);
  if (Object.keys(filterValues).some((name) => name !== scope)) {
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

function ListBody({ view }: { view: ResourceView }) {
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const { data, isPending } = useListContext<RaRecord>();
  const [pendingDelete, setPendingDelete] = useState<RaRecord | null>(null);
  const Rows = phone ? ListCards : ListTable;
  const empty = !isPending && (data ?? []).length === 0;
  const Legend = overridesOf(view.name).legend;
  return (
    <>
      {Legend && !empty && <Legend />}
      <Paper
        variant="outlined"
        sx={{
          flex: '0 1 auto',
          minHeight: 0,
          overflow: 'auto',
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

const PAGE_SIZE = 20;

interface AutoListProps {
  view: ResourceView;
  /** How many rows are loaded at once, at most 100. */
  pageSize?: number;
  children?: ReactNode;
}

/** The generated list of a resource: search, filters, columns, infinite scrolling, edit and delete, or own rows. */
export function AutoList({ view, pageSize = PAGE_SIZE, children }: AutoListProps) {
  if (!view.list) return null;
  return (
    <InfiniteListBase resource={view.path} perPage={pageSize} sort={view.list.sort} disableAuthentication>
      <Page title={view.label}>
        <ListHeader view={view} />
        {children || <ListBody view={view} />}
      </Page>
    </InfiniteListBase>
  );
}

import Add from '@mui/icons-material/Add';
import Inbox from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import { Box, Button, Paper, Skeleton, Switch, TextField, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { normalize } from '../../../conversation/model/search-highlight';
import { ellipsis } from '../../../shared/ellipsis';
import { EmptyState } from '../../../shared/empty-state';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { type RowColumn, RowTable } from '../../../shared/row-table';
import { textSize } from '../../../shared/type-scale';
import type { Campaign } from './api';
import { type RowAction, RowButton } from './row-parts';

interface RowsProps<T> {
  label: string;
  rows: readonly T[];
  /** The heading of the switch, which comes first. */
  statusLabel: string;
  /** Of the campaign that is being switched. */
  switching?: number | undefined;
  onSwitch: (row: T) => void;
  facts: readonly RowColumn<T>[];
  /** Below the name. */
  detail?: (row: T) => ReactNode;
  actions: readonly RowAction[];
  onAction: (action: RowAction, row: T) => void;
  /** The heading of all actions; without it each has one of its own. */
  actionsLabel?: string;
}

interface CampaignNameProps {
  campaign: Campaign;
  detail: ReactNode;
}

/** The name, how far it is, and why it waits. */
function CampaignName({ campaign: { name, rows, sent, failed, last_error }, detail }: CampaignNameProps) {
  const translate = useTranslate();
  const small = { variant: 'caption', component: 'div', sx: { whiteSpace: 'normal' } } as const;
  return (
    <>
      {name}
      <Typography {...small} sx={{ ...small.sx, color: 'atende.faint', fontWeight: 400 }}>
        {rows === 0
          ? translate('campaign_service.no_recipients')
          : translate('campaign_service.progress', { smart_count: rows, sent, rows })}
        {failed > 0 && ` · ${translate('campaign_service.failures', { smart_count: failed })}`}
      </Typography>
      {detail && (
        <Typography {...small} sx={{ ...small.sx, color: 'text.secondary', fontWeight: 400 }}>
          {detail}
        </Typography>
      )}
      {last_error && (
        <Typography {...small} sx={{ ...small.sx, color: 'atende.warn', fontWeight: 500 }}>
          {last_error}
        </Typography>
      )}
    </>
  );
}

function useCells<T extends Campaign>({ switching, onSwitch, onAction }: RowsProps<T>) {
  const translate = useTranslate();
  return {
    status: (row: T) => (
      <Switch
        checked={row.status === 1}
        disabled={switching === row.id}
        onChange={() => onSwitch(row)}
        slotProps={{ input: { 'aria-label': translate('campaign_service.switch', { name: row.name }) } }}
      />
    ),
    action: (name: RowAction) => (row: T) => (
      <RowButton key={name} action={name} name={row.name} onClick={() => onAction(name, row)} />
    ),
  };
}

function CampaignTable<T extends Campaign>(props: RowsProps<T>) {
  const { label, rows, statusLabel, facts, detail, actions, actionsLabel } = props;
  const translate = useTranslate();
  const { status, action } = useCells(props);
  const text = { maxWidth: 280, ...ellipsis };
  const faint = { ...text, color: 'text.secondary' };
  const button: Pick<RowColumn<T>, 'align' | 'sx'> = {
    align: actionsLabel ? 'right' : 'center',
    sx: { py: 0.5, whiteSpace: 'nowrap' },
  };
  const columns: RowColumn<T>[] = [
    { name: 'status', label: statusLabel, sx: faint, cell: status },
    {
      name: 'name',
      label: translate('campaign_service.columns.name'),
      sx: { ...text, fontWeight: 500 },
      cell: (row) => <CampaignName campaign={row} detail={detail?.(row)} />,
    },
    ...facts.map((fact) => ({ ...fact, sx: faint })),
    ...(actionsLabel
      ? [
          {
            name: 'actions',
            label: actionsLabel,
            ...button,
            cell: (row: T) => actions.map((name) => action(name)(row)),
          },
        ]
      : actions.map((name) => ({
          name,
          label: translate(`campaign_service.columns.${name}`),
          ...button,
          cell: action(name),
        }))),
  ];
  return <RowTable stickyHeader hover aria-label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function CampaignCards<T extends Campaign>(props: RowsProps<T>) {
  const { label, rows, facts, detail, actions } = props;
  const { status, action } = useCells(props);
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{
            px: 1.75,
            py: 1,
            borderBottom: 1,
            borderColor: 'atende.lineSoft',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
            <Typography sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }} component="div">
              <CampaignName campaign={row} detail={detail?.(row)} />
            </Typography>
            {status(row)}
          </Box>
          <Box component="dl" sx={{ m: 0, mt: 0.5, display: 'grid', gap: '3px', fontSize: textSize.small }}>
            {facts.map(({ name, label: term, cell }) => (
              <Box key={name} sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
                <Box component="dt" sx={{ color: 'atende.faint', flex: '0 0 164px' }}>
                  {term}
                </Box>
                <Box component="dd" sx={{ m: 0, minWidth: 0, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {cell(row)}
                </Box>
              </Box>
            ))}
          </Box>
          <Box sx={{ display: 'flex', gap: 0.5, ml: -0.75, mt: 0.5 }}>{actions.map((name) => action(name)(row))}</Box>
        </Box>
      ))}
    </Box>
  );
}

interface CampaignListProps<T> extends Omit<RowsProps<T>, 'rows' | 'label'> {
  title: string;
  query: UseQueryResult<T[]>;
  /** Below the title of the state without any campaign. */
  empty: string;
  /** Title of the state of a failure. */
  failed?: string;
  /** Beside the title. */
  tools?: ReactNode;
  onAdd: () => void;
}

/** So many the server answers at most, the newest. */
const MAX_LISTED = 500;

/** The campaigns with a search in what is loaded: a table, or cards where it is narrow. */
export function CampaignList<T extends Campaign>(props: CampaignListProps<T>) {
  const { title, query, empty, failed, tools, onAdd, ...columns } = props;
  const translate = useTranslate();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [search, setSearch] = useState('');
  const words = normalize(search.trim());
  const rows = query.data?.filter(({ name }) => normalize(name).includes(words)) ?? [];
  const Rows = narrow ? CampaignCards : CampaignTable;
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, pb: 1.5 }}>
        <Typography variant="h1" sx={{ flex: '1 1 0', minWidth: 0 }}>
          {title}
        </Typography>
        {tools}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.25, justifyContent: 'space-between', pb: 2 }}>
        <TextField
          type="search"
          label={translate('campaign_service.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          sx={{ flex: '1 1 0', minWidth: 0, maxWidth: { sm: 360 } }}
        />
        <Button variant="contained" startIcon={<Add />} onClick={onAdd} sx={{ whiteSpace: 'nowrap', flex: 'none' }}>
          {translate('campaign_service.add')}
        </Button>
      </Box>
      {query.data && query.data.length >= MAX_LISTED && (
        <Typography variant="body2" sx={{ color: 'text.secondary', pb: 1.5 }}>
          {translate('campaign_service.newest', { count: MAX_LISTED })}
        </Typography>
      )}
      <Paper
        variant="outlined"
        tabIndex={0}
        role="region"
        aria-label={title}
        aria-busy={query.isPending}
        sx={{ flex: '0 1 auto', minHeight: 0, overflowY: 'auto', borderRadius: '14px', mb: { xs: 2, sm: 3 } }}
      >
        {query.isPending ? (
          <Box sx={{ p: 2 }}>
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} width={`${50 + ((index * 23) % 40)}%`} height={40} />
            ))}
          </Box>
        ) : !query.data ? (
          <LoadFailed title={failed} error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data.length === 0 ? (
          <EmptyState icon={<Inbox />} title={translate('campaign_service.none')} message={empty} />
        ) : rows.length === 0 ? (
          <EmptyState icon={<SearchOff />} title={translate('app.list.not_found')} />
        ) : (
          <Rows label={title} rows={rows} {...columns} />
        )}
      </Paper>
    </Page>
  );
}

import SearchOff from '@mui/icons-material/SearchOffOutlined';
import { Box, Button, Chip, MenuItem, Paper, Skeleton, TextField, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../../../shared/empty-state';
import { formatCount, formatDateTime, formatPhone } from '../../../../shared/format';
import { LoadFailed } from '../../../../shared/load-failed';
import { numeric, RowTable } from '../../../../shared/row-table';
import { useDebounced } from '../../../../shared/use-debounced';
import { SegmentTools } from './segments';
import type { CampaignRecipient, RecipientFilters, useCampaignReport } from './use-report';

const statuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  'replied',
  'confirmed',
  'unread',
  'unreplied',
  'unsubscribed',
  'left_out',
] as const;

interface FiltersProps {
  filters: RecipientFilters;
  onChange: (change: RecipientFilters) => void;
}

function SearchField({ filters: { searchParam = '' }, onChange }: FiltersProps) {
  const translate = useTranslate();
  const [text, setText] = useState(searchParam);
  const wanted = useDebounced(text.trim());
  const apply = useEffectEvent((term: string) => term !== searchParam && onChange({ searchParam: term }));
  useEffect(() => {
    apply(wanted);
  }, [wanted]);
  return (
    <TextField
      type="search"
      label={translate('campaigns.report.search')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={{ flex: '1 1 200px', maxWidth: { sm: 280 } }}
    />
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) {
  const translate = useTranslate();
  return (
    <TextField
      select
      label={label}
      value={options.some(([known]) => known === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 140px', maxWidth: { sm: 200 } }}
    >
      <MenuItem value="">{translate('campaigns.report.all')}</MenuItem>
      {options.map(([known, text]) => (
        <MenuItem key={known} value={known}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

const at = (moment: string | null) => (moment ? formatDateTime(moment) : '–');

/** Recipients whom the campaign left out after its start. */
const leftOutCodes: readonly string[] = ['OPTED_OUT', 'FREQUENCY', 'REPLIED'];

/** Nothing is queued in a cancelled campaign; who opted out, or got another campaign a short while ago, is no failure. */
function outcomeOf(status: string, cancelled: boolean, errorCode: string | null = null): string {
  const isLeftOut = leftOutCodes.includes(errorCode ?? '');
  return `campaigns.recipient.${isLeftOut ? 'left_out' : cancelled && status === 'queued' ? 'not_sent' : status}`;
}

interface RowsProps {
  rows: readonly CampaignRecipient[];
  cancelled: boolean;
}

function Outcome({
  recipient: { status, errorText, errorCode },
  cancelled,
}: {
  recipient: CampaignRecipient;
  cancelled: boolean;
}) {
  const translate = useTranslate();
  return (
    <>
      {translate(outcomeOf(status, cancelled, errorCode))}
      {errorText && (
        <Box component="span" title={errorText} sx={{ color: 'error.main' }}>
          {' · '}
          {errorText}
        </Box>
      )}
    </>
  );
}

function RecipientTable({ rows, cancelled }: RowsProps) {
  const translate = useTranslate();
  const head = (name: string) => ({ name, label: translate(`campaigns.report.${name}`) });
  return (
    <RowTable
      fixed
      hover
      aria-label={translate('campaigns.report.recipients')}
      columns={[
        { ...head('name'), cell: ({ name }) => name || '–' },
        { ...head('number'), width: 170, cell: ({ number }) => formatPhone(number) },
        { ...head('message'), width: 96, ...numeric, cell: ({ message }) => message ?? '–' },
        {
          ...head('outcome'),
          width: '26%',
          cell: (recipient) => <Outcome recipient={recipient} cancelled={cancelled} />,
        },
        { ...head('sent_at'), width: 142, ...numeric, cell: ({ sentAt }) => at(sentAt) },
        { ...head('read_at'), width: 142, ...numeric, from: 'lg', cell: ({ readAt }) => at(readAt) },
        { ...head('replied_at'), width: 142, ...numeric, cell: ({ repliedAt }) => at(repliedAt) },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

function RecipientCards({ rows, cancelled }: RowsProps) {
  const translate = useTranslate();
  return (
    <Box component="ul" aria-label={translate('campaigns.report.recipients')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
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
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{row.name || formatPhone(row.number)}</Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {formatPhone(row.number)} · <Outcome recipient={row} cancelled={cancelled} />
          </Typography>
          {row.sentAt && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate('campaigns.report.sent_at')} {at(row.sentAt)}
              {row.repliedAt && ` · ${translate('campaigns.report.replied_at')} ${at(row.repliedAt)}`}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}

interface RecipientsProps extends FiltersProps {
  id: number;
  /** The filters as a query. */
  query: string;
  cancelled: boolean;
  recipients: ReturnType<typeof useCampaignReport>['recipients'];
}

/** Each recipient and what became of their message. */
export function Recipients({ id, query, cancelled, recipients, filters, onChange }: RecipientsProps) {
  const translate = useTranslate();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const [first] = recipients.data?.pages ?? [];
  const rows = recipients.data?.pages.flatMap(({ records }) => records) ?? [];
  const Rows = narrow ? RecipientCards : RecipientTable;
  const title = translate('campaigns.report.recipients');
  return (
    <Box component="section" aria-label={title}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1.5 }}>
        <Typography variant="h2">{title}</Typography>
        {first && (
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
            {formatCount(first.count)}
            {first.countIsMinimum && '+'}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25, rowGap: 1.75, mb: 1.5 }}>
        <SearchField filters={filters} onChange={onChange} />
        <Choice
          label={translate('campaigns.report.outcome')}
          value={filters.status ?? ''}
          options={statuses.map((status) => [status, translate(outcomeOf(status, cancelled))])}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          label={translate('campaigns.report.message')}
          value={filters.message ?? ''}
          options={['1', '2', '3', '4', '5'].map((number) => [
            number,
            translate('campaigns.report.message_number', { number }),
          ])}
          onChange={(message) => onChange({ message })}
        />
        {filters.errorCode && (
          <Chip
            label={translate('campaigns.report.with_reason', { code: filters.errorCode })}
            onDelete={() => onChange({ errorCode: '' })}
          />
        )}
        {first && first.count > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: { md: 'auto' } }}>
            <SegmentTools
              id={id}
              query={query}
              count={`${formatCount(first.count)}${first.countIsMinimum ? '+' : ''}`}
            />
          </Box>
        )}
      </Box>
      <Paper variant="outlined" sx={{ borderRadius: '14px', overflow: 'hidden' }} aria-busy={recipients.isPending}>
        {recipients.isPending && <Skeleton variant="rectangular" height={200} />}
        {recipients.error && rows.length === 0 && (
          <LoadFailed error={recipients.error} onRetry={() => void recipients.refetch()} />
        )}
        {recipients.isSuccess && rows.length === 0 && (
          <EmptyState icon={<SearchOff />} title={translate('campaigns.report.no_recipients')} />
        )}
        {rows.length > 0 && <Rows rows={rows} cancelled={cancelled} />}
        {recipients.hasNextPage && (
          <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center' }}>
            <Button
              variant="outlined"
              loading={recipients.isFetchingNextPage}
              onClick={() => void recipients.fetchNextPage()}
            >
              {translate('reports.more')}
            </Button>
          </Box>
        )}
      </Paper>
    </Box>
  );
}

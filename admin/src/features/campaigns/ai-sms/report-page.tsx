import Download from '@mui/icons-material/FileDownloadOutlined';
import ShowChart from '@mui/icons-material/InsertChartOutlined';
import Replay from '@mui/icons-material/ReplayOutlined';
import { Box, Button, MenuItem, Paper, Skeleton, TextField, Typography } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { apiDownload } from '../../../providers/http';
import Bars from '../../../shared/charts/bars';
import { ChartCard } from '../../../shared/charts/chart-card';
import Lines from '../../../shared/charts/lines';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { formatCount } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { useAddressFilters } from '../../../shared/use-address-filters';
import { useMinute } from '../../../shared/use-minute';
import {
  type Campaign,
  type Kind,
  pathOf,
  type ReportRow,
  useAiFigures,
  useCampaigns,
  useNotifyFailure,
  useReportRows,
  useRetryRows,
} from './api';
import { figuresOf, type Period, periods } from './report-figures';

/** The names of the parts of a period, as its scale shows them. */
function namesOf(period: Period, count: number, locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(period === 'week' ? { weekday: 'short' } : { month: 'short' }),
  });
  return Array.from({ length: count }, (_, index) => {
    if (period === 'today') return String(index);
    if (period === 'month') return String(index + 1);
    // the 4th of January 2026 was a Sunday
    return format.format(period === 'week' ? Date.UTC(2026, 0, 4 + index) : Date.UTC(2026, index, 1));
  });
}

const HEIGHT = 220;
/** Rows that are listed with their reason. */
const MAX_UNSENT = 200;

function PeriodChart({ period, rows, now }: { period: Period; rows: readonly ReportRow[]; now: Date }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { sent, unsent } = figuresOf(rows, period, now);
  const title = translate(`campaign_service.report.${period}`);
  const names = namesOf(period, sent.length, locale === 'pt' ? 'pt-BR' : locale);
  const series = [
    { name: translate('campaign_service.report.sent'), values: sent },
    { name: translate('campaign_service.report.unsent'), values: unsent },
  ];
  const Chart = period === 'today' ? Lines : Bars;
  return (
    <ChartCard
      title={title}
      query={{ data: rows, error: null, refetch: () => undefined }}
      empty={[...sent, ...unsent].every((count) => count === 0)}
      height={HEIGHT}
      table={{
        headings: [translate(`campaign_service.report.part.${period}`), ...series.map(({ name }) => name)],
        rows: names.map((name, index) => ({ key: name, cells: [name, sent[index], unsent[index]] })),
      }}
    >
      <Chart label={title} names={names} series={series} height={HEIGHT} />
    </ChartCard>
  );
}

/** Who got nothing, or perhaps nothing, and why. */
function Unsent({ kind, campaignId, rows }: { kind: Kind; campaignId: number; rows: readonly ReportRow[] }) {
  const translate = useTranslate();
  const retry = useRetryRows(kind);
  const [asking, setAsking] = useState(false);
  const unsent = rows.filter(({ status }) => status !== 'sent');
  if (unsent.length === 0) return null;
  const text = (name: string, args?: object) => translate(`campaign_service.report.${name}`, args);
  const uncertain = unsent.filter(({ status }) => status === 'uncertain').length;
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <ChartCard
        title={text('not_sent')}
        controls={
          <Button
            variant="outlined"
            size="small"
            startIcon={<Replay />}
            loading={retry.isPending}
            onClick={() => setAsking(true)}
          >
            {text('retry')}
          </Button>
        }
        query={{ data: rows, error: null, refetch: () => undefined }}
        empty={false}
        height={0}
        table={{
          textOnly: true,
          headings: [text('name'), text('phone'), text('reason')],
          rows: unsent.slice(0, MAX_UNSENT).map(({ id, name, phone, status, error }) => ({
            key: id,
            cells: [name || '–', phone, error ?? text(status === 'uncertain' ? 'uncertain' : 'unsent')],
          })),
        }}
      />
      <ConfirmDialog
        open={asking}
        title={text('retry')}
        message={text(uncertain > 0 ? 'retry_uncertain' : 'retry_question', {
          count: unsent.length,
          smart_count: uncertain > 0 ? uncertain : unsent.length,
        })}
        confirmLabel={text('retry')}
        busy={retry.isPending}
        onConfirm={() => retry.mutate(campaignId, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}

const results = ['sent', 'replied', 'accepted', 'tokens'] as const;

/** What came of an AI campaign, and what its first texts cost. */
function AiFigures({ campaignId }: { campaignId: number }) {
  const translate = useTranslate();
  const { data, error, refetch } = useAiFigures(campaignId);
  const text = (name: string) => translate(`campaign_service.report.${name}`);
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Paper
      component="dl"
      variant="outlined"
      aria-label={text('results')}
      aria-busy={!data}
      sx={{
        m: 0,
        mb: 2,
        p: 2,
        borderRadius: '14px',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr', md: `repeat(${results.length}, 1fr)` },
      }}
    >
      {results.map((name) => (
        <Box key={name}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {text(`result_${name}`)}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {data ? formatKnown(data[name]) : <Skeleton width={48} />}
          </Typography>
        </Box>
      ))}
    </Paper>
  );
}

/** A dash stands for what was not counted. */
const formatKnown = (count: number | null): string => (count === null ? '–' : formatCount(count));

/** The campaign that the address names, if there is one. */
function useChosen(campaigns: readonly Campaign[] | undefined) {
  const { filters, change } = useAddressFilters(['campaign']);
  const chosen = campaigns?.find(({ id }) => String(id) === filters.campaign) ?? null;
  return { chosen, choose: (id: string) => change({ campaign: id }) };
}

/** Sent and not sent messages of a campaign, as charts and as a file. */
export default function ReportPage({ kind }: { kind: Kind }) {
  const translate = useTranslate();
  const notify = useNotify();
  const fail = useNotifyFailure();
  const [exporting, setExporting] = useState(false);
  const campaigns = useCampaigns<Campaign>(kind);
  const { chosen, choose } = useChosen(campaigns.data);
  const report = useReportRows(kind, chosen?.id ?? null);
  const minute = useMinute();
  const now = useMemo(() => new Date(minute * 60_000), [minute]);
  // a failure leaves no figures of before (spec 001 §8)
  const rows = (!report.isError && report.data) || [];
  const text = (name: string, args?: object) => translate(`campaign_service.report.${name}`, args);

  const listError = campaigns.error;
  useEffect(() => {
    if (listError)
      notify('campaign_service.report.list_failed', {
        type: 'error',
        messageArgs: { reason: errorText(listError) },
      });
  }, [listError, notify]);
  const failed = report.isError;
  useEffect(() => {
    if (failed) notify(`campaign_service.report.${kind}_failed`, { type: 'error' });
  }, [failed, kind, notify]);

  async function download() {
    if (!chosen || rows.length === 0) {
      notify('campaign_service.report.nothing_to_export', { type: 'warning' });
      return;
    }
    setExporting(true);
    try {
      await apiDownload(pathOf(kind, `relatories/${chosen.id}/export`), 'relatorio_ia.csv');
    } catch (error) {
      fail('campaign_service.report.export_failed', error);
    } finally {
      setExporting(false);
    }
  }
  const title = translate(`campaign_service.${kind}.reports`);
  const sent = rows.filter(({ is_sent }) => is_sent === 1).length;
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25, pb: 2 }}>
        <Typography variant="h1" sx={{ flex: '1 1 200px', minWidth: 0 }}>
          {title}
        </Typography>
        <TextField
          select
          label={text('campaign')}
          value={chosen?.id ?? ''}
          onChange={({ target }) => choose(target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ width: { xs: '100%', sm: 280 } }}
        >
          <MenuItem value="" disabled>
            {text('choose')}
          </MenuItem>
          {campaigns.data?.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="outlined"
          startIcon={<Download />}
          disabled={kind === 'sms' && rows.length === 0}
          loading={exporting}
          onClick={() => void download()}
        >
          {text('download')}
        </Button>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', pb: 3 }} tabIndex={0} role="region" aria-label={title}>
        {report.isLoading ? (
          <Skeleton variant="rounded" height={HEIGHT} />
        ) : rows.length === 0 ? (
          <EmptyState icon={<ShowChart />} title={text('empty')} />
        ) : (
          <>
            <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mb: 1.5 }}>
              {text('totals', { sent, unsent: rows.length - sent })}
            </Typography>
            {kind === 'ai' && chosen && <AiFigures campaignId={chosen.id} />}
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
              {periods.map((period) => (
                <PeriodChart key={period} period={period} rows={rows} now={now} />
              ))}
              {chosen && <Unsent kind={kind} campaignId={chosen.id} rows={rows} />}
            </Box>
          </>
        )}
      </Box>
    </Page>
  );
}

import { Box, Link } from '@mui/material';
import { type TranslateFunction as Translate, useTranslate } from 'react-admin';
import Bars from '../../../../shared/charts/bars';
import { ChartCard } from '../../../../shared/charts/chart-card';
import { ShareList } from '../../../../shared/charts/share-list';
import { formatCount } from '../../../../shared/format';
import { percent } from '../percent';
import { bestMessage } from './best-message';
import { spansOf } from './hours';
import type { Report, useCampaignReport } from './use-report';

const series = ['sent', 'delivered', 'read', 'replied'] as const;

interface ChartsProps {
  query: ReturnType<typeof useCampaignReport>['report'];
  report: Report | undefined;
  /** Shows the recipients with that error. */
  onReason: (code: string) => void;
}

function Funnel({ query, report }: Omit<ChartsProps, 'onReason'>) {
  const translate = useTranslate();
  const totals = report?.totals;
  const base = totals?.sent ?? 0;
  const rows = series.map((name) => ({ name, count: totals?.[name] ?? 0 }));
  return (
    <ChartCard
      title={translate('campaigns.report.funnel')}
      lead={translate('campaigns.report.funnel_lead')}
      query={query}
      empty={base === 0}
      emptyText={translate('campaigns.report.nothing_sent')}
      table={{
        headings: ['stage', 'count', 'share'].map((name) => translate(`campaigns.report.${name}`)),
        rows: rows.map(({ name, count }) => ({
          key: name,
          cells: [translate(`campaigns.report.${name}`), formatCount(count), percent(count, base)],
        })),
      }}
      height={180}
    >
      <ShareList
        shares={rows.map(({ name, count }) => ({
          key: name,
          label: translate(`campaigns.report.${name}`),
          value: `${formatCount(count)} · ${percent(count, base)}`,
          part: count / base,
        }))}
      />
    </ChartCard>
  );
}

function Hours({ query, report }: Omit<ChartsProps, 'onReason'>) {
  const translate = useTranslate();
  const spans = spansOf(report?.hours ?? []);
  const title = translate('campaigns.report.hours');
  return (
    <ChartCard
      title={title}
      query={query}
      empty={spans.length === 0}
      emptyText={translate('campaigns.report.nothing_sent')}
      table={{
        headings: [translate('campaigns.report.hour'), ...series.map((name) => translate(`campaigns.report.${name}`))],
        rows: spans.map(({ name, ...figures }) => ({
          key: name,
          cells: [name, ...series.map((key) => formatCount(figures[key]))],
        })),
      }}
      height={220}
    >
      <Bars
        label={title}
        names={spans.map(({ name }) => name)}
        series={[{ name: translate('campaigns.report.sent'), values: spans.map(({ sent }) => sent) }]}
        height={220}
      />
    </ChartCard>
  );
}

function Failures({ query, report, onReason }: ChartsProps) {
  const translate = useTranslate();
  const failures = report?.failures ?? [];
  const most = Math.max(1, ...failures.map(({ count }) => count));
  return (
    <ChartCard
      title={translate('campaigns.report.failures')}
      query={query}
      empty={failures.length === 0}
      emptyText={translate('campaigns.report.no_failures')}
      table={{
        headings: ['reason', 'code', 'count'].map((name) => translate(`campaigns.report.${name}`)),
        rows: failures.map(({ code, text, count }) => ({ key: code, cells: [text, code, formatCount(count)] })),
      }}
      height={100}
    >
      <ShareList
        shares={failures.map(({ code, text, count }) => ({
          key: code,
          label: (
            <Link
              component="button"
              type="button"
              onClick={() => onReason(code)}
              sx={{ fontSize: 'inherit', textAlign: 'left', minHeight: 24 }}
            >
              {text} ({code})
            </Link>
          ),
          value: formatCount(count),
          part: count / most,
        }))}
      />
    </ChartCard>
  );
}

/** The usual limit. */
const sureConfidence = 0.95;

const messageSeries = [...series, 'failed'] as const;

/** Which message got more replies, and how sure that is. */
function comparison(messages: Report['messages'], translate: Translate): string | undefined {
  if (messages.length < 2) return undefined;
  const found = bestMessage(messages);
  if (!found) return translate('campaigns.report.too_few_to_compare');
  const { best, second, confidence } = found;
  return translate(`campaigns.report.${confidence >= sureConfidence ? 'best_message' : 'best_message_unsure'}`, {
    number: best.message,
    share: percent(best.replied, best.sent),
    other: second.message,
    other_share: percent(second.replied, second.sent),
    confidence: Math.min(99, Math.floor(100 * confidence)),
  });
}

function Messages({ query, report }: Omit<ChartsProps, 'onReason'>) {
  const translate = useTranslate();
  const messages = report?.messages ?? [];
  return (
    <ChartCard
      title={translate('campaigns.report.messages')}
      lead={comparison(messages, translate)}
      query={query}
      empty={messages.length === 0}
      emptyText={translate('campaigns.report.nothing_sent')}
      table={{
        headings: [
          translate('campaigns.report.message'),
          ...messageSeries.map((name) => translate(`campaigns.report.${name}`)),
        ],
        rows: messages.map((figures) => ({
          key: figures.message,
          cells: [
            translate('campaigns.report.message_number', { number: figures.message }),
            ...messageSeries.map((name) =>
              name === 'sent' || name === 'failed' || figures.sent === 0
                ? formatCount(figures[name])
                : `${formatCount(figures[name])}\u00a0(${percent(figures[name], figures.sent)})`,
            ),
          ],
        })),
      }}
      height={100}
    />
  );
}

export function CampaignCharts(props: ChartsProps) {
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Funnel {...props} />
        <Hours {...props} />
      </Box>
      <Messages {...props} />
      <Failures {...props} />
    </>
  );
}

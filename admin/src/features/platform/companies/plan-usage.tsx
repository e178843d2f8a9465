import Check from '@mui/icons-material/CheckOutlined';
import Remove from '@mui/icons-material/RemoveOutlined';
import { Box, LinearProgress, Paper, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { formatBytes, formatMoney } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { RowTable } from '../../../shared/row-table';
import { textSize } from '../../../shared/type-scale';
import { DueDate } from './due-date';

type Usage = Schemas['CompanyUsage'];

const limits = ['users', 'connections', 'queues'] as const;
const features = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useIntegrations',
  'useAiActive',
  'useSms',
  'useLeads',
] as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, borderRadius: '14px', minWidth: 0 }}>
      <Typography id={id} variant="h4" component="h2" sx={{ color: 'atende.faint', mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
      <Box component="dt" sx={{ flex: '0 0 104px', color: 'atende.faint' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  );
}

function Limit({ label, used, limit }: { label: string; used: number; limit: number }) {
  const translate = useTranslate();
  const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit);
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.5 }}>
        <span>{label}</span>
        <span>{translate('platform.use', { used: count(used), limit: count(limit) })}</span>
      </Box>
      <LinearProgress
        aria-hidden
        variant="determinate"
        value={share}
        color={used >= limit ? 'warning' : 'primary'}
        sx={{ height: 6, borderRadius: 3 }}
      />
    </Box>
  );
}

function Features({ plan }: { plan: Usage['plan'] }) {
  const translate = useTranslate();
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 0.75,
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      }}
    >
      {features.map((name) => {
        const Icon = plan[name] ? Check : Remove;
        const title = translate(`platform.plan.${plan[name] ? 'included' : 'not_included'}`);
        return (
          <Box
            component="li"
            key={name}
            sx={{ display: 'flex', gap: 0.75, alignItems: 'center', color: plan[name] ? undefined : 'atende.faint' }}
          >
            <Icon fontSize="small" titleAccess={title} sx={{ color: plan[name] ? 'atende.ok' : 'atende.faint' }} />
            {translate(`platform.features.${name}`)}
          </Box>
        );
      })}
    </Box>
  );
}

type Month = Usage['months'][number];

interface MonthTableProps {
  title: string;
  months: readonly Month[];
  figures: readonly (readonly [label: string, text: (month: Month) => string])[];
  note: string;
}

/** Labels are keys of texts. */
function MonthTable({ title, months, figures, note }: MonthTableProps) {
  const translate = useTranslate();
  return (
    <>
      <RowTable
        aria-label={translate(title)}
        sx={{ '& .MuiTableCell-root': { px: { xs: 0.75, sm: 2 } } }}
        columns={figures.map(([label, text], index) => ({
          name: label,
          label: translate(label),
          align: index === 0 ? 'left' : 'right',
          cell: text,
        }))}
        rows={months}
        rowKey={({ month }) => month}
      />
      <Typography variant="body2" sx={{ color: 'atende.faint', fontSize: textSize.caption, mt: 1 }}>
        {translate(note)}
      </Typography>
    </>
  );
}

const monthName = ({ month }: Month) => month.split('-').reverse().join('/');
const count = (value: number) => value.toLocaleString('pt-BR');
const tokensOf = ({ assistant }: Month) => assistant.inputTokens + assistant.outputTokens;

function Months({ months }: { months: readonly Month[] }) {
  return (
    <MonthTable
      title="platform.plan.months"
      months={months}
      figures={[
        ['platform.plan.month', monthName],
        ['platform.plan.messages_in', ({ messagesIn }) => count(messagesIn)],
        ['platform.plan.messages_out', ({ messagesOut }) => count(messagesOut)],
        ['platform.plan.media', ({ mediaBytes }) => formatBytes(mediaBytes)],
      ]}
      note="platform.plan.note"
    />
  );
}

/** What the company's prompts used, and how much of its ceiling that is. */
/** A few answers cost less than a cent, which is not nothing. */
const costOf = ({ cost }: Month['assistant']): string =>
  cost > 0 && cost < 0.01 ? `< ${formatMoney(0.01)}` : formatMoney(cost);

function AssistantUse({ months, ceiling }: { months: readonly Month[]; ceiling: number }) {
  const translate = useTranslate();
  const [current] = months;
  return (
    <>
      {ceiling > 0 && current && (
        <Box sx={{ mb: 1.5 }}>
          <Limit label={translate('assistant.usage.ceiling')} used={tokensOf(current)} limit={ceiling} />
        </Box>
      )}
      <MonthTable
        title="assistant.usage.title"
        months={months.filter(({ month, assistant }) => assistant.requests > 0 || month === current?.month)}
        figures={[
          ['assistant.usage.month', monthName],
          ['assistant.usage.requests', ({ assistant }) => count(assistant.requests)],
          ['assistant.usage.tokens', (month) => count(tokensOf(month))],
          ['assistant.usage.cost', ({ assistant }) => costOf(assistant)],
        ]}
        note="assistant.usage.note"
      />
    </>
  );
}

/** The plan of a company, how much of it is used, and its usage per month. */
export function PlanUsage({ companyId }: { companyId: number }) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['companies', 'usage', companyId],
    queryFn: ({ signal }) => api<Usage>(`/companies/${companyId}/usage`, { signal }),
  });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={320} />;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        '& > :nth-of-type(n + 3)': { gridColumn: '1 / -1' },
      }}
    >
      <Section title={translate('platform.plan.plan')}>
        <Box component="dl" sx={{ m: 0, mb: 2, display: 'grid', gap: 0.75 }}>
          <Fact label={translate('platform.plan.plan')}>{data.plan.name}</Fact>
          <Fact label={translate('platform.plan.price')}>{formatMoney(data.plan.value)}</Fact>
          <Fact label={translate('platform.plan.due')}>
            <DueDate due={data} />
          </Fact>
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {limits.map((name) => (
            <Limit key={name} label={translate(`platform.plan.${name}`)} {...data.limits[name]} />
          ))}
        </Box>
      </Section>
      <Section title={translate('platform.plan.features')}>
        <Features plan={data.plan} />
      </Section>
      <Section title={translate('platform.plan.months')}>
        <Months months={data.months} />
      </Section>
      {data.plan.useAiActive && (
        <Section title={translate('assistant.usage.title')}>
          <AssistantUse months={data.months} ceiling={data.assistantCeiling} />
        </Section>
      )}
    </Box>
  );
}

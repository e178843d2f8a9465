import Check from '@mui/icons-material/CheckOutlined';
import Remove from '@mui/icons-material/RemoveOutlined';
import {
  Box,
  LinearProgress,
  Paper,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { formatBytes, formatMoney } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
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
        <span>{translate('platform.use', { used, limit })}</span>
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

function Months({ months }: { months: Usage['months'] }) {
  const translate = useTranslate();
  const count = (value: number) => value.toLocaleString('pt-BR');
  return (
    <>
      <Table size="small" aria-label={translate('platform.plan.months')}>
        <TableHead>
          <TableRow>
            {['month', 'messages_in', 'messages_out', 'media'].map((name, index) => (
              <TableCell key={name} align={index === 0 ? 'left' : 'right'} sx={{ px: { xs: 0.75, sm: 2 } }}>
                {translate(`platform.plan.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {months.map(({ month, messagesIn, messagesOut, mediaBytes }) => (
            <TableRow key={month}>
              {[
                month.split('-').reverse().join('/'),
                count(messagesIn),
                count(messagesOut),
                formatBytes(mediaBytes),
              ].map((text, index) => (
                <TableCell key={index} align={index === 0 ? 'left' : 'right'} sx={{ px: { xs: 0.75, sm: 2 } }}>
                  {text}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Typography variant="body2" sx={{ color: 'atende.faint', fontSize: textSize.caption, mt: 1 }}>
        {translate('platform.plan.note')}
      </Typography>
    </>
  );
}

/** What the company's prompts used, and how much of its ceiling that is. */
function AssistantUse({ months, ceiling }: { months: Usage['months']; ceiling: number }) {
  const translate = useTranslate();
  const [current] = months;
  const rows = months.filter(({ month, assistant }) => assistant.requests > 0 || month === current?.month);
  const tokensOf = ({ assistant }: Usage['months'][number]) => assistant.inputTokens + assistant.outputTokens;
  const columns = ['month', 'requests', 'tokens', 'cost'] as const;
  return (
    <>
      {ceiling > 0 && current && (
        <Box sx={{ mb: 1.5 }}>
          <Limit label={translate('assistant.usage.ceiling')} used={tokensOf(current)} limit={ceiling} />
        </Box>
      )}
      <Table size="small" aria-label={translate('assistant.usage.title')}>
        <TableHead>
          <TableRow>
            {columns.map((name, index) => (
              <TableCell key={name} align={index === 0 ? 'left' : 'right'} sx={{ px: { xs: 0.75, sm: 2 } }}>
                {translate(`assistant.usage.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.month}>
              {[
                row.month.split('-').reverse().join('/'),
                row.assistant.requests.toLocaleString('pt-BR'),
                tokensOf(row).toLocaleString('pt-BR'),
                formatMoney(row.assistant.cost),
              ].map((text, index) => (
                <TableCell key={index} align={index === 0 ? 'left' : 'right'} sx={{ px: { xs: 0.75, sm: 2 } }}>
                  {text}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Typography variant="body2" sx={{ color: 'atende.faint', fontSize: textSize.caption, mt: 1 }}>
        {translate('assistant.usage.note')}
      </Typography>
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

import Add from '@mui/icons-material/Add';
import { Box, Button, Link, Paper, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type TranslateFunction, useTranslate } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { formatDateTime } from '../../../shared/format';
import { useTask } from '../../../shared/use-task';
import { CampaignStatus } from './campaign-status';
import { type Campaign, isEditable } from './types';

type Step = Schemas['SequenceStep'];

const mostSteps = 6;

const timesOf = ({ followsId, followDays, scheduledAt, completedAt }: Step, translate: TranslateFunction): string =>
  [
    followsId && translate('campaigns.sequence.days', { smart_count: followDays }),
    completedAt
      ? translate('campaigns.report.completed_at', { at: formatDateTime(completedAt) })
      : scheduledAt && translate('campaigns.report.scheduled_at', { at: formatDateTime(scheduledAt) }),
  ]
    .filter(Boolean)
    .join(' · ');

/** The campaigns that follow one another, and a further one for those who do not reply. */
export function Sequence({ id }: { id: number }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const { data: steps } = useQuery({
    queryKey: ['campaigns', 'sequence', id],
    queryFn: ({ signal }) => api<Step[]>(`/campaigns/${id}/sequence`, { signal }),
  });
  if (!steps) return null;
  const add = () =>
    run(async () => {
      const next = await api<Campaign>(`/campaigns/${id}/next-step`, { method: 'POST' });
      void client.invalidateQueries({ queryKey: ['campaigns'] });
      void navigate(`/campaigns/${next.id}?step=message`);
    });
  return (
    <Paper component="section" variant="outlined" sx={{ borderRadius: '14px', p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="h3">{translate('campaigns.sequence.title')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('campaigns.sequence.help')}
          </Typography>
        </Box>
        {steps.length < mostSteps && (
          <Button variant="outlined" startIcon={<Add />} loading={busy} onClick={() => void add()}>
            {translate('campaigns.sequence.add')}
          </Button>
        )}
      </Box>
      {steps.length > 1 && (
        <Box component="ol" sx={{ m: 0, pl: 3, display: 'grid', gap: 1 }}>
          {steps.map((step) => (
            <li key={step.id}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}>
                {step.id === id ? (
                  <Typography component="span" aria-current="step" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                    {step.name}
                  </Typography>
                ) : (
                  <Link component={RouterLink} to={`/campaigns/${step.id}${isEditable(step.status) ? '' : '/report'}`}>
                    {step.name}
                  </Link>
                )}
                <CampaignStatus status={step.status} />
                <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                  {timesOf(step, translate)}
                </Typography>
              </Box>
            </li>
          ))}
        </Box>
      )}
    </Paper>
  );
}

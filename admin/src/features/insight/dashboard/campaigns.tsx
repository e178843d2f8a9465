import { Box, LinearProgress, Link, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { useResources } from '../../../schema/resources';
import { formatCount, formatDateTime } from '../../../shared/format';
import { CampaignStatus } from '../../campaigns/mass/campaign-status';
import { isEditable } from '../../campaigns/mass/types';

type CurrentCampaign = Schemas['CurrentCampaign'];

function CampaignCard({ campaign }: { campaign: CurrentCampaign }) {
  const translate = useTranslate();
  const { id, name, status, recipients, waiting, sent, replied, failed, scheduledAt, completedAt } = campaign;
  const done = recipients - waiting;
  const planned = status === 'PROGRAMADA' && scheduledAt;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ borderRadius: '14px', p: 1.75, minWidth: 0, display: 'grid', gap: 0.75, alignContent: 'start' }}
    >
      <Link
        component={RouterLink}
        to={isEditable(status) ? `/campaigns/${id}` : `/campaigns/${id}/report`}
        noWrap
        sx={{ color: 'inherit', fontWeight: 600 }}
      >
        {name}
      </Link>
      <Typography
        variant="body2"
        component="div"
        sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 1 }}
      >
        <CampaignStatus status={status} />
        {planned && translate('dashboard.campaigns.starts', { at: formatDateTime(planned) })}
        {completedAt && translate('dashboard.campaigns.ended', { at: formatDateTime(completedAt) })}
      </Typography>
      {recipients > 0 && (
        <>
          <LinearProgress
            variant="determinate"
            value={(100 * done) / recipients}
            aria-label={translate('dashboard.campaigns.progress', {
              name,
              done: formatCount(done),
              recipients: formatCount(recipients),
            })}
            sx={{ height: 6, borderRadius: '3px' }}
          />
          <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {translate('dashboard.campaigns.figures', {
              sent: `${formatCount(sent)}/${formatCount(recipients)}`,
              replied: formatCount(replied),
              failed: formatCount(failed),
            })}
          </Typography>
        </>
      )}
    </Paper>
  );
}

/** How far the campaigns of now are; nothing where there are none, or for whom they are not. */
export function Campaigns() {
  const translate = useTranslate();
  const view = useResources().resource('campaigns');
  const { data = [] } = useQuery({
    queryKey: ['dashboard', '/campaigns'],
    queryFn: ({ signal }) => api<CurrentCampaign[]>('/campaigns/current', { signal }),
    enabled: view !== undefined && !view.locked && view.can.list,
  });
  if (data.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="current-campaigns">
      <Typography variant="h2" id="current-campaigns" sx={{ mb: 1 }}>
        {translate('dashboard.campaigns.title')}
      </Typography>
      <Box
        component="ul"
        aria-labelledby="current-campaigns"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1.25,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
        }}
      >
        {data.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} />
        ))}
      </Box>
    </Box>
  );
}

import { Box, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatCount, formatSpan } from '../../../../shared/format';
import type { Report } from './use-report';

const shown = ['recipients', 'sent', 'delivered', 'read', 'replied', 'unsubscribed', 'failed'] as const;
const reasons = ['invalid', 'repeated', 'optedOut', 'capped', 'answered'] as const;

/** A time that is only estimated; below a minute in seconds. */
const inMinutes = (seconds: number): number => (seconds < 60 ? seconds : 60 * Math.round(seconds / 60));

/** How far the campaign is, and what became of its messages so far. */
export function CampaignFigures({ report: { totals, campaign, followUps, pace } }: { report: Report }) {
  const translate = useTranslate();
  const { recipients, waiting, uncertain } = totals;
  const values = campaign.confirmation ? ([...shown, 'confirmed'] as const) : shown;
  const done = recipients - waiting;
  const { refused, status } = campaign;
  const isCancelled = status === 'CANCELADA';
  const leftOut = {
    ...{ invalid: 0, repeated: 0, ...refused },
    optedOut: (refused?.optedOut ?? 0) + totals.optedOut,
    capped: totals.capped,
    answered: totals.answered,
  };
  const left = reasons.flatMap((reason) =>
    leftOut[reason] > 0
      ? translate(`campaigns.review.refused_${reason}`, {
          smart_count: leftOut[reason],
          count: formatCount(leftOut[reason]),
        })
      : [],
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '14px',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <LinearProgress
          variant="determinate"
          value={recipients === 0 ? 0 : (100 * done) / recipients}
          aria-label={translate('campaigns.report.progress')}
          sx={{ height: 8, borderRadius: 4 }}
        />
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {[
            translate('campaigns.report.done_of', { done: formatCount(done), recipients: formatCount(recipients) }),
            waiting > 0 &&
              translate(`campaigns.report.${isCancelled ? 'not_sent' : 'waiting'}`, { count: formatCount(waiting) }),
            uncertain > 0 && translate('campaigns.report.uncertain', { count: formatCount(uncertain) }),
            pace &&
              pace.perMinute > 0 &&
              translate('campaigns.report.per_minute', { count: formatCount(pace.perMinute) }),
            pace?.secondsLeft && waiting > 0
              ? translate('campaigns.report.time_left', { span: formatSpan(inMinutes(pace.secondsLeft)) })
              : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {left.length > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('campaigns.report.left_out', { reasons: left.join(', ') })}
          </Typography>
        )}
      </Box>
      <Box
        component="dl"
        aria-label={translate('campaigns.report.figures')}
        sx={{
          m: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', md: `repeat(${values.length}, minmax(0, 1fr))` },
        }}
      >
        {values.map((name) => (
          <Box key={name} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="body2" noWrap sx={{ color: 'text.secondary' }}>
              {translate(`campaigns.report.${name}`)}
            </Typography>
            <Typography component="dd" variant="h2" noWrap sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(totals[name])}
            </Typography>
          </Box>
        ))}
      </Box>
      {followUps && (
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {translate('campaigns.report.follow_ups', {
            figures: (['sent', 'delivered', 'read', 'failed'] as const)
              .map((name) => `${translate(`campaigns.report.${name}`)} ${formatCount(followUps[name])}`)
              .join(' · '),
          })}
        </Typography>
      )}
    </Box>
  );
}

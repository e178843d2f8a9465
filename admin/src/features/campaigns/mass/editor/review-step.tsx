import { Alert, Box, Paper, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type TranslateFunction, useTranslate } from 'react-admin';
import { api } from '../../../../providers/http';
import { formatCount, formatDateTime, formatMoney, formatSpan } from '../../../../shared/format';
import { LoadFailed } from '../../../../shared/load-failed';
import { isDue } from '../is-due';
import { Sequence } from '../sequence';
import { TestField } from '../test-field';
import { type Campaign, hasSendingHours } from '../types';
import { type CampaignPreview, useCampaignPreview } from '../use-campaign';

function Fact({ label, value, detail }: { label: string; value: ReactNode; detail?: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="h2"
        sx={{ m: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
      >
        {value}
        {detail && (
          <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Typography>
    </Box>
  );
}

const reasons = ['invalid', 'repeated', 'optedOut', 'capped'] as const;

function costDetail({ costClass, cost }: CampaignPreview, translate: TranslateFunction): string {
  if (!costClass) return translate('campaigns.cost.free');
  if (!cost) return translate('campaigns.cost.charged');
  const name = translate(`campaigns.cost.${costClass}`, { _: costClass });
  const { unpriced } = cost;
  const without = { smart_count: unpriced, count: formatCount(unpriced) };
  return unpriced > 0 ? `${name} · ${translate('campaigns.cost.unpriced', without)}` : name;
}

interface EstimateProps {
  preview: CampaignPreview;
  startsAt: string | null;
  /** Of a follow-up. */
  after: string | null;
  /** Whether its hours are those of each recipient's place. */
  byRecipient: boolean;
}

function Estimate({ preview, startsAt, after, byRecipient }: EstimateProps) {
  const translate = useTranslate();
  const { recipients, seconds, costClass, cost } = preview;
  const refused = { ...preview.refused, capped: preview.capped };
  const left = reasons.filter((reason) => refused[reason] > 0);
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' } }}
    >
      <Fact
        label={translate('campaigns.review.recipients')}
        value={formatCount(recipients)}
        detail={[
          after !== null && translate('campaigns.sequence.unanswered'),
          ...left.map((reason) => (
            <Box component="span" key={reason} sx={{ display: 'block' }}>
              {translate(`campaigns.review.refused_${reason}`, {
                smart_count: refused[reason],
                count: formatCount(refused[reason]),
              })}
            </Box>
          )),
        ]}
      />
      <Fact
        label={translate('campaigns.review.start')}
        value={startsAt ? formatDateTime(startsAt) : (after ?? translate('campaigns.review.by_hand'))}
      />
      <Fact
        label={translate('campaigns.review.duration')}
        value={formatSpan(seconds)}
        detail={translate(`campaigns.review.duration_${byRecipient ? 'by_recipient' : 'help'}`)}
      />
      <Fact
        label={translate('campaigns.review.cost')}
        value={cost ? formatMoney(cost.amount) : translate(`campaigns.cost.${costClass ?? 'none'}`, { _: costClass })}
        detail={costDetail(preview, translate)}
      />
    </Box>
  );
}

/** What some recipients lack, and what they would get. */
function MissingColumns({ preview: { missing, costClass } }: { preview: CampaignPreview }) {
  const translate = useTranslate();
  return (
    <Alert severity="warning">
      {translate(`campaigns.review.missing_${costClass === null ? 'text' : 'template'}`)}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {missing.map(({ name, recipients }) => (
          <li key={name}>
            {translate('campaigns.review.missing_column', {
              smart_count: recipients,
              count: formatCount(recipients),
              name: `{${name}}`,
            })}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

function TestSend({ id }: { id: number }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h3">{translate('campaigns.review.test')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {translate('campaigns.review.test_help')}
      </Typography>
      <TestField
        label={translate('campaigns.review.number')}
        help={translate('campaigns.review.number_help')}
        onSend={(number) => api(`/campaigns/${id}/test`, { method: 'POST', body: { number } })}
      />
    </Box>
  );
}

/** What is about to happen: to how many, for how long, at whose cost, and a test. */
export function ReviewStep({ campaign, plannedAt }: { campaign: Campaign; plannedAt: string | null }) {
  const translate = useTranslate();
  const { id, status, scheduledAt, follows, followDays } = campaign;
  const { data, error, refetch } = useCampaignPreview(id);
  const planned = status === 'PROGRAMADA' && scheduledAt !== null;
  const when = isDue(campaign) ? 'at_once' : 'after';
  const after = follows && translate(`campaigns.sequence.${when}`, { smart_count: followDays, name: follows.name });
  return (
    <>
      <Paper variant="outlined" sx={{ borderRadius: '14px', p: 2 }} aria-busy={!data && !error}>
        {data && (
          <Estimate
            preview={data}
            startsAt={planned ? scheduledAt : plannedAt}
            after={after}
            byRecipient={campaign.recipientHours && hasSendingHours(campaign)}
          />
        )}
        {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={84} />}
      </Paper>
      {planned && (
        <Alert severity="info">{translate('campaigns.review.planned', { at: formatDateTime(scheduledAt) })}</Alert>
      )}
      {data && data.missing.length > 0 && <MissingColumns preview={data} />}
      {follows && status === 'PROGRAMADA' && !planned && (
        <Alert severity="info">{translate('campaigns.sequence.waits', { name: follows.name })}</Alert>
      )}
      {data?.recipients === 0 && !follows && <Alert severity="warning">{translate('campaigns.review.nobody')}</Alert>}
      <TestSend id={id} />
      <Sequence id={id} />
    </>
  );
}

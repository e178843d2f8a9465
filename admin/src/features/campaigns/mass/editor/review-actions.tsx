import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { formatDateTime } from '../../../../shared/format';
import { useTask } from '../../../../shared/use-task';
import { type CampaignAction, CampaignActions } from '../campaign-actions';
import { hasPassed } from '../has-passed';
import type { Campaign } from '../types';
import { storeCampaign } from '../use-campaign';

interface ReviewActionsProps {
  campaign: Campaign;
  /** When it is to start by itself, which is not stored before it is confirmed here. */
  plannedAt: string | null;
}

/** Starts the campaign now, or has it start at its time. */
export function ReviewActions({ campaign, plannedAt }: ReviewActionsProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { busy: planning, run } = useTask();
  const plan = () =>
    run(async () => {
      await storeCampaign(campaign.id, { scheduledAt: plannedAt });
      notify('campaigns.done.plan', { type: 'success' });
      await client.invalidateQueries({ queryKey: ['campaigns'] });
      void navigate('/campaigns');
    });
  const leave = (action: CampaignAction) =>
    void navigate(action === 'cancel' ? '/campaigns' : `/campaigns/${campaign.id}/report`);
  const toPlan = plannedAt !== null && !hasPassed(plannedAt) && campaign.status !== 'PROGRAMADA';
  return (
    <>
      <CampaignActions campaign={campaign} onDone={leave}>
        {(actions, act, busy) =>
          actions.toReversed().map((action) => (
            <Button
              key={action}
              variant={action === 'cancel' || toPlan ? 'outlined' : 'contained'}
              loading={busy === action}
              disabled={planning}
              onClick={() => act(action)}
            >
              {translate(`campaigns.actions.${action}`)}
            </Button>
          ))
        }
      </CampaignActions>
      {toPlan && (
        <Button variant="contained" loading={planning} onClick={() => void plan()}>
          {translate('campaigns.review.plan', { at: formatDateTime(plannedAt) })}
        </Button>
      )}
    </>
  );
}

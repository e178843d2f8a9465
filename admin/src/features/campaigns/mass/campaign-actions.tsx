import Cancel from '@mui/icons-material/CancelOutlined';
import Pause from '@mui/icons-material/PauseOutlined';
import Play from '@mui/icons-material/PlayArrowOutlined';
import Replay from '@mui/icons-material/ReplayOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { api } from '../../../providers/http';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { formatCount, formatDateTime } from '../../../shared/format';
import { useNamedTask } from '../../../shared/use-task';
import { hasPassed } from './has-passed';
import { isDue } from './is-due';
import type { Campaign, CampaignStatus } from './types';

export type CampaignAction = 'start' | 'activate' | 'restart' | 'pause' | 'resume' | 'cancel' | 'retry';

const actionsOf: Record<CampaignStatus, readonly CampaignAction[]> = {
  INATIVA: ['start'],
  PROGRAMADA: ['start', 'cancel'],
  EM_ANDAMENTO: ['pause', 'cancel'],
  PAUSADA: ['resume', 'cancel'],
  FINALIZADA: [],
  CANCELADA: ['restart'],
};

export const actionIcons = {
  start: Play,
  activate: Play,
  pause: Pause,
  resume: Play,
  cancel: Cancel,
  restart: Replay,
  retry: Replay,
} as const;

/** These reach customers, or cannot be taken back. */
const asked: readonly CampaignAction[] = ['start', 'activate', 'cancel', 'restart', 'retry'];

type ActionsOf = Pick<Campaign, 'id' | 'name' | 'status' | 'scheduledAt' | 'startedAt' | 'follows' | 'followDays'>;

/** Before its time it was cancelled: there is nothing to go on with. */
const isUnbegun = ({ status, startedAt }: ActionsOf): boolean => status === 'CANCELADA' && startedAt === null;

/** What begins after another campaign is activated instead of started. */
function usualActions(campaign: ActionsOf): readonly CampaignAction[] {
  const { status, follows, startedAt } = campaign;
  const usual = isUnbegun(campaign) ? actionsOf.INATIVA : actionsOf[status];
  if (!follows || startedAt !== null) return usual;
  return status === 'PROGRAMADA' ? ['cancel'] : usual.map((action) => (action === 'start' ? 'activate' : action));
}

interface CampaignActionsProps {
  campaign: ActionsOf;
  /** Of a finished one, where it is known: recipients that can be tried again, and those of them that may have it. */
  failed?: { readonly retriable: number; readonly unconfirmed: number };
  onDone?: (action: CampaignAction) => void;
  children: (
    actions: readonly CampaignAction[],
    act: (action: CampaignAction) => void,
    busy: CampaignAction | null,
  ) => ReactNode;
}

/** What can be done with a campaign in its state, confirmed where customers notice it. */
export function CampaignActions({ campaign, failed, onDone, children }: CampaignActionsProps) {
  const { id, name, status, scheduledAt, follows, followDays } = campaign;
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useNamedTask<CampaignAction>();
  const [asking, setAsking] = useState<CampaignAction | null>(null);
  const perform = async (action: CampaignAction) => {
    // one call, with other words for a campaign that was cancelled, or follows another
    const verb = action === 'start' || action === 'activate' ? 'restart' : action;
    // the question has said that its time has passed
    const body = action === 'start' ? { startNow: true } : undefined;
    const done = await run(action, () => api(`/campaigns/${id}/${verb}`, { method: 'POST', body }));
    setAsking(null);
    // after a refusal, too: the state was another one
    void client.invalidateQueries({ queryKey: ['campaigns'] });
    if (!done) return;
    notify(`campaigns.done.${action}`, { type: 'success' });
    onDone?.(action);
  };
  const act = (action: CampaignAction) => (asked.includes(action) ? setAsking(action) : void perform(action));
  const question = (action: CampaignAction): string => {
    const { retriable = 0, unconfirmed = 0 } = failed ?? {};
    if (action === 'start' && scheduledAt && hasPassed(scheduledAt))
      return translate('campaigns.ask.start_late', { at: formatDateTime(scheduledAt) });
    if (action === 'activate')
      return translate(`campaigns.ask.${isDue(campaign) ? 'activate_now' : 'activate'}`, {
        smart_count: followDays,
        name: follows?.name,
      });
    if (action !== 'retry') return translate(`campaigns.ask.${action}`);
    const counts = { smart_count: retriable, count: formatCount(retriable), unconfirmed: formatCount(unconfirmed) };
    return translate(`campaigns.ask.${unconfirmed > 0 ? 'retry_unconfirmed' : 'retry'}`, counts);
  };
  const possible = status === 'FINALIZADA' && failed?.retriable ? (['retry'] as const) : usualActions(campaign);
  return (
    <>
      {children(possible, act, busy)}
      <ConfirmDialog
        open={asking !== null}
        destructive={asking === 'cancel'}
        busy={busy !== null}
        title={asking ? translate(`campaigns.ask.${asking}_title`, { name }) : ''}
        message={asking ? question(asking) : ''}
        confirmLabel={asking ? translate(`campaigns.actions.${asking}`) : ''}
        onConfirm={() => asking && void perform(asking)}
        onClose={() => setAsking(null)}
      />
    </>
  );
}

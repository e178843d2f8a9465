import { Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { formatDateTime, formatMoney } from '../../../shared/format';
import { type SmsCampaign, useCampaigns, useDispatchNumbers, useSmsServices, useSwitchCampaign } from './api';
import { CampaignList } from './campaign-list';
import { RemoveDialog, type RowAction } from './row-parts';
import { SmsBalance, smsNeededBy } from './sms-balance';
import { SmsCampaignDialog } from './sms-campaign-dialog';
import { UploadDialog } from './upload-dialog';

type Open = { dialog: 'new' } | { dialog: RowAction | 'switch'; campaign: SmsCampaign };

/** What is sent, and from when. */
function SmsText({ campaign: { message, scheduled_at } }: { campaign: SmsCampaign }) {
  const translate = useTranslate();
  return (
    <>
      <Box
        component="span"
        sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, overflow: 'hidden' }}
      >
        {message || translate('campaign_service.sms.no_text')}
      </Box>
      {scheduled_at && translate('campaign_service.sms.scheduled', { at: formatDateTime(scheduled_at) })}
    </>
  );
}

interface ActivateSmsDialogProps {
  campaign: SmsCampaign;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a campaign spends, with how many SMS it needs and what they cost. */
function ActivateSmsDialog({ campaign, busy, onConfirm, onClose }: ActivateSmsDialogProps) {
  const translate = useTranslate();
  const { data: services } = useSmsServices();
  const price = services?.find(({ id }) => id === campaign.service_identifier)?.price ?? 0;
  const needed = smsNeededBy(campaign);
  const text = (name: string, args?: object) => translate(`campaign_service.sms.${name}`, args);
  const question = text('activate_question', { name: campaign.name, smart_count: needed });
  return (
    <ConfirmDialog
      open
      title={text('activate')}
      message={price > 0 ? `${question} ${text('activate_cost', { cost: formatMoney(needed * price) })}` : question}
      confirmLabel={text('activate_confirm')}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** SMS campaigns, for managers. */
export default function SmsCampaignsPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const campaigns = useCampaigns<SmsCampaign>('sms');
  const { data: connections } = useDispatchNumbers();
  const change = useSwitchCampaign('sms');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const text = (name: string, args?: object) => translate(`campaign_service.${name}`, args);
  const failed = campaigns.isError;
  useEffect(() => {
    if (failed) notify('campaign_service.sms.list_failed', { type: 'error' });
  }, [failed, notify]);
  return (
    <>
      <CampaignList
        title={text('sms.title')}
        query={campaigns}
        empty={text('sms.none')}
        failed={text('sms.load_failed')}
        onAdd={() => setOpen({ dialog: 'new' })}
        tools={<SmsBalance campaigns={campaigns.data ?? []} />}
        statusLabel={text('columns.status')}
        switching={change.isPending ? change.variables.id : undefined}
        onSwitch={(campaign) =>
          campaign.status === 1 ? change.mutate(campaign) : setOpen({ dialog: 'switch', campaign })
        }
        detail={(campaign) => <SmsText campaign={campaign} />}
        facts={[
          {
            name: 'number',
            label: text('sms.gateway'),
            // the word of the specification where the number is gone; support sees no tokens
            cell: ({ connection_id }) =>
              connections?.find(({ id }) => id === connection_id)?.name ?? text('sms.number'),
          },
        ]}
        actionsLabel={text('columns.actions')}
        actions={['upload', 'edit', 'remove']}
        onAction={(dialog, campaign) => setOpen({ dialog, campaign })}
      />
      {open?.dialog === 'new' && <SmsCampaignDialog campaign={null} onClose={close} />}
      {open?.dialog === 'edit' && <SmsCampaignDialog campaign={open.campaign} onClose={close} />}
      {open?.dialog === 'upload' && <UploadDialog kind="sms" campaign={open.campaign} onClose={close} />}
      {open?.dialog === 'switch' && (
        <ActivateSmsDialog
          campaign={open.campaign}
          busy={change.isPending}
          onConfirm={() => change.mutate(open.campaign, { onSettled: close })}
          onClose={close}
        />
      )}
      {open?.dialog === 'remove' && <RemoveDialog kind="sms" campaign={open.campaign} onClose={close} />}
    </>
  );
}

import School from '@mui/icons-material/SchoolOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { ToolButton } from '../../../shared/tool-button';
import { ActivateAiDialog } from './activate-ai-dialog';
import { AiCampaignDialog } from './ai-campaign-dialog';
import { type AiCampaign, useAiInstances, useCampaigns, useDispatchNumbers, useSwitchCampaign } from './api';
import { CampaignList } from './campaign-list';
import { HistoryDialog } from './history-dialog';
import { RemoveDialog, type RowAction } from './row-parts';
import { TutorialDialog } from './tutorial-dialog';
import { UploadDialog } from './upload-dialog';

type Open = { dialog: 'tutorial' | 'new' } | { dialog: RowAction | 'switch'; campaign: AiCampaign };

/** AI campaigns, for managers. A list that could not be loaded says so in its place, without a toast (spec 001 §2). */
export default function AiCampaignsPage() {
  const translate = useTranslate();
  const campaigns = useCampaigns<AiCampaign>('ai');
  const { data: instances } = useAiInstances();
  const { data: connections } = useDispatchNumbers();
  const change = useSwitchCampaign('ai');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const flip = () => {
    if (open?.dialog === 'switch') change.mutate(open.campaign, { onSettled: close });
  };
  const text = (name: string, args?: object) => translate(`campaign_service.${name}`, args);
  const nameOf = (named: readonly { id: number; name: string }[] | undefined, id: number | null) =>
    named?.find((one) => one.id === id)?.name ?? '–';
  return (
    <>
      <CampaignList
        title={text('ai.title')}
        query={campaigns}
        empty={text('ai.none')}
        onAdd={() => setOpen({ dialog: 'new' })}
        tools={
          <ToolButton icon={<School />} label={text('tutorial.open')} onClick={() => setOpen({ dialog: 'tutorial' })} />
        }
        statusLabel={text('columns.active')}
        onSwitch={(campaign) => setOpen({ dialog: 'switch', campaign })}
        facts={[
          { name: 'instance', label: text('ai.instance'), cell: ({ instance_id }) => nameOf(instances, instance_id) },
          {
            name: 'number',
            label: text('form.number'),
            cell: ({ connection_id }) => nameOf(connections, connection_id),
          },
        ]}
        actions={['upload', 'history', 'edit', 'remove']}
        onAction={(dialog, campaign) => setOpen({ dialog, campaign })}
      />
      {open?.dialog === 'tutorial' && <TutorialDialog onClose={close} />}
      {open?.dialog === 'new' && <AiCampaignDialog campaign={null} onClose={close} />}
      {open?.dialog === 'edit' && <AiCampaignDialog campaign={open.campaign} onClose={close} />}
      {open?.dialog === 'upload' && <UploadDialog kind="ai" campaign={open.campaign} onClose={close} />}
      {open?.dialog === 'history' && <HistoryDialog campaign={open.campaign} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog kind="ai" campaign={open.campaign} onClose={close} />}
      {open?.dialog === 'switch' && open.campaign.status === 0 && (
        <ActivateAiDialog campaign={open.campaign} busy={change.isPending} onConfirm={flip} onClose={close} />
      )}
      {open?.dialog === 'switch' && open.campaign.status === 1 && (
        <ConfirmDialog
          open
          title={text('ai.deactivate')}
          message={text('ai.deactivate_question', { name: open.campaign.name })}
          confirmLabel={text('ai.deactivate_confirm')}
          busy={change.isPending}
          onConfirm={flip}
          onClose={close}
        />
      )}
    </>
  );
}

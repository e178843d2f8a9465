import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { type Campaign, type Kind, useRemoveCampaign } from './api';

const icons = { upload: UploadFile, history: History, edit: Edit, remove: Delete } as const;
export type RowAction = keyof typeof icons;

/** An action of the campaign of that name. */
export function RowButton({ action, name, onClick }: { action: RowAction; name: string; onClick: () => void }) {
  const translate = useTranslate();
  const Icon = icons[action];
  return (
    <TooltipIconButton
      size="small"
      label={translate(`campaign_service.actions.${action}`, { name })}
      tooltip={translate(`campaign_service.columns.${action}`)}
      onClick={onClick}
    >
      <Icon />
    </TooltipIconButton>
  );
}

/** Asks before a campaign is deleted, with the question of the specification. */
export function RemoveDialog({ kind, campaign, onClose }: { kind: Kind; campaign: Campaign; onClose: () => void }) {
  const translate = useTranslate();
  const { mutate, isPending } = useRemoveCampaign(kind);
  return (
    <ConfirmDialog
      open
      destructive
      busy={isPending}
      title={translate('app.list.delete_of', { name: campaign.name })}
      confirmLabel={translate('ra.action.delete')}
      onConfirm={() => mutate(campaign, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

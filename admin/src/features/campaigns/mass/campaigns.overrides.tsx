import BarChart from '@mui/icons-material/BarChartOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps } from '../../../schema/registry';
import { lazyComponent } from '../../../shared/lazy-component';
import { ToolButton } from '../../../shared/tool-button';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { actionIcons, CampaignActions } from './campaign-actions';
import { CampaignStatus } from './campaign-status';
import { type Campaign, isEditable } from './types';

const SettingsDialog = lazyComponent(() => import('./settings-dialog'));

const Status = ({ record }: FieldProps) => <CampaignStatus {...(record as Campaign)} />;

function SettingsButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ToolButton icon={<Settings />} label={translate('campaigns.settings.open')} onClick={() => setOpen(true)} />
      {open && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function RowActions({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const campaign = record as Campaign;
  const { name } = campaign;
  return (
    <>
      <CampaignActions campaign={campaign}>
        {(actions, act, busy) =>
          actions.map((action) => {
            const Icon = actionIcons[action];
            return (
              <TooltipIconButton
                key={action}
                size="small"
                label={translate(`campaigns.actions.${action}_of`, { name })}
                tooltip={translate(`campaigns.actions.${action}`)}
                disabled={busy !== null}
                onClick={() => act(action)}
              >
                <Icon fontSize="small" />
              </TooltipIconButton>
            );
          })
        }
      </CampaignActions>
      {campaign.startedAt && (
        <Tooltip title={translate('campaigns.report.open')}>
          <IconButton
            size="small"
            component={Link}
            to={`/campaigns/${campaign.id}/report`}
            aria-label={translate('campaigns.report.open_of', { name })}
          >
            <BarChart fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'campaigns',
  fields: { status: Status },
  tools: SettingsButton,
  rowActions: RowActions,
  rights: (record) => {
    const { status } = record as Campaign;
    return { edit: isEditable(status), delete: status !== 'EM_ANDAMENTO' };
  },
};

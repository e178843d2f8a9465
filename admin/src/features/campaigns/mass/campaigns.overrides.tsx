import BarChart from '@mui/icons-material/BarChartOutlined';
import Copy from '@mui/icons-material/ContentCopyOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import { Box, IconButton, LinearProgress, Tooltip } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps } from '../../../schema/registry';
import { formatCount } from '../../../shared/format';
import { lazyComponent } from '../../../shared/lazy-component';
import { ToolButton } from '../../../shared/tool-button';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { actionIcons, CampaignActions } from './campaign-actions';
import { CampaignStatus } from './campaign-status';
import { percent } from './percent';
import { type Campaign, isEditable } from './types';
import { useDuplicate } from './use-duplicate';

const SettingsDialog = lazyComponent(() => import('./settings-dialog'));

const Status = ({ record }: FieldProps) => <CampaignStatus {...(record as Campaign)} />;

/** How many of the recipients had their turn. */
function Progress({ record }: FieldProps) {
  const { figures } = record as Campaign;
  if (!figures?.recipients) return '–';
  const { recipients, waiting } = figures;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'end' }}>
      {percent(recipients - waiting, recipients)}
      <LinearProgress
        role="presentation"
        aria-hidden
        variant="determinate"
        value={(100 * (recipients - waiting)) / recipients}
        sx={{ width: 64, height: 3, borderRadius: 2 }}
      />
    </Box>
  );
}

/** A figure of a campaign that has begun, with its share of those that were sent. */
function Figure({ record, view }: FieldProps) {
  const { figures } = record as Campaign;
  if (!figures) return '–';
  const count = figures[view.name as FigureName];
  const isShare = view.name !== 'sent' && view.name !== 'failed';
  return (
    <Box
      component="span"
      title={isShare ? percent(count, figures.sent) : undefined}
      sx={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {formatCount(count)}
    </Box>
  );
}

const figureNames = ['sent', 'delivered', 'read', 'replied', 'failed', 'unsubscribed'] as const;
type FigureName = (typeof figureNames)[number];

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
  const { busy: duplicating, act } = useDuplicate(campaign);
  return (
    <>
      <CampaignActions campaign={campaign}>
        {(actions, perform, busy) =>
          actions.map((action) => {
            const Icon = actionIcons[action];
            return (
              <TooltipIconButton
                key={action}
                size="small"
                label={translate(`campaigns.actions.${action}_of`, { name })}
                tooltip={translate(`campaigns.actions.${action}`)}
                disabled={busy !== null}
                onClick={() => perform(action)}
              >
                <Icon fontSize="small" />
              </TooltipIconButton>
            );
          })
        }
      </CampaignActions>
      <TooltipIconButton
        size="small"
        label={translate('campaigns.actions.duplicate_of', { name })}
        tooltip={translate('campaigns.actions.duplicate')}
        disabled={duplicating}
        onClick={() => void act()}
      >
        <Copy fontSize="small" />
      </TooltipIconButton>
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
  fields: {
    status: Status,
    progress: Progress,
    ...Object.fromEntries(figureNames.map((name) => [name, Figure])),
  },
  tools: SettingsButton,
  rowActions: RowActions,
  rights: (record) => {
    const { status } = record as Campaign;
    return { edit: isEditable(status), delete: status !== 'EM_ANDAMENTO' };
  },
};

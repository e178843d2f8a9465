import ArrowBack from '@mui/icons-material/ArrowBack';
import Copy from '@mui/icons-material/ContentCopyOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Box, Button, IconButton, Skeleton, Typography } from '@mui/material';
import { useRef } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { apiDownload } from '../../../providers/http';
import { useResources } from '../../../schema/resources';
import { AccessDenied } from '../../../shared/access-denied';
import { formatDateTime } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { useTask } from '../../../shared/use-task';
import { actionIcons, CampaignActions } from './campaign-actions';
import { CampaignStatus } from './campaign-status';
import { CampaignCharts } from './report/charts';
import { CampaignFigures } from './report/figures';
import { Recipients } from './report/recipients';
import { resumption } from './report/resumption';
import { SendAgain } from './report/segments';
import { type Report as ReportData, useCampaignReport } from './report/use-report';
import { Sequence } from './sequence';
import { type Campaign, isEditable } from './types';
import { useDuplicate } from './use-duplicate';

function Actions({ report: { campaign, totals } }: { report: ReportData }) {
  const translate = useTranslate();
  return (
    <CampaignActions campaign={campaign} failed={totals}>
      {(actions, act, busy) =>
        actions.map((action) => {
          const Icon = actionIcons[action];
          return (
            <Button
              key={action}
              variant={action === 'cancel' ? 'outlined' : 'contained'}
              color={action === 'cancel' ? 'error' : 'primary'}
              startIcon={<Icon />}
              loading={busy === action}
              onClick={() => act(action)}
            >
              {translate(`campaigns.actions.${action}`)}
            </Button>
          );
        })
      }
    </CampaignActions>
  );
}

function Duplicate({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate();
  const { busy, act } = useDuplicate(campaign);
  return (
    <Button variant="outlined" startIcon={<Copy />} loading={busy} onClick={() => void act()}>
      {translate('campaigns.actions.duplicate')}
    </Button>
  );
}

function Times({ campaign: { startedAt, completedAt, scheduledAt } }: { campaign: Campaign }) {
  const translate = useTranslate();
  const times = [
    startedAt
      ? translate('campaigns.report.started_at', { at: formatDateTime(startedAt) })
      : scheduledAt && translate('campaigns.report.scheduled_at', { at: formatDateTime(scheduledAt) }),
    completedAt && translate('campaigns.report.completed_at', { at: formatDateTime(completedAt) }),
  ];
  return <>{times.filter(Boolean).join(' · ')}</>;
}

function Report({ id }: { id: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { busy, run } = useTask();
  const table = useRef<HTMLDivElement>(null);
  const { report, recipients, filters, change, query } = useCampaignReport(id);
  const { data } = report;
  const campaign = data?.campaign;
  const title = campaign?.name ?? translate('campaigns.report.title');
  const download = () => {
    if (data?.totals.recipients === 0) return notify('reports.nothing_to_export', { type: 'warning' });
    return void run(() => apiDownload(`/campaigns/${id}/recipients/export?${query}`, `campanha-${id}.csv`));
  };
  const showReason = (errorCode: string) => {
    change({ status: '', message: '', errorCode });
    table.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Page title={title}>
      <Box
        sx={{
          overflowY: 'auto',
          mx: { xs: -2, sm: -3 },
          px: { xs: 2, sm: 3 },
          pb: 3,
          minHeight: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'minmax(0, 1fr)',
          alignContent: 'start',
        }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <IconButton edge="start" component={Link} to="/campaigns" aria-label={translate('campaigns.editor.to_list')}>
            <ArrowBack />
          </IconButton>
          <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {campaign && (
              <Typography
                variant="body2"
                component="div"
                sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
              >
                <CampaignStatus status={campaign.status} />
                <Times campaign={campaign} />
              </Typography>
            )}
          </Box>
          {campaign && isEditable(campaign.status) && (
            <Button variant="outlined" startIcon={<Edit />} component={Link} to={`/campaigns/${id}`}>
              {translate('ra.action.edit')}
            </Button>
          )}
          <Button variant="outlined" startIcon={<Download />} loading={busy} disabled={!data} onClick={download}>
            {translate('reports.csv')}
          </Button>
          {campaign && <Duplicate campaign={campaign} />}
          {data && <SendAgain report={data} />}
          {data && <Actions report={data} />}
        </Box>
        {campaign?.pauseReason && (
          <Alert severity="warning">
            {translate(`campaigns.report.${campaign.status === 'EM_ANDAMENTO' ? 'waits_for' : 'paused_by'}`, {
              reason: campaign.pauseReason.text,
            })}
          </Alert>
        )}
        {campaign?.follows && campaign.status === 'PROGRAMADA' && !campaign.scheduledAt && (
          <Alert severity="info">{translate('campaigns.sequence.waits', { name: campaign.follows.name })}</Alert>
        )}
        {data?.pace?.resumesAt && <Alert severity="info">{translate(...resumption(data.pace.resumesAt))}</Alert>}
        {report.error && !data && <LoadFailed error={report.error} onRetry={() => void report.refetch()} />}
        {!data && !report.error && <Skeleton variant="rounded" height={130} />}
        {data && <CampaignFigures report={data} />}
        {campaign && <Sequence id={campaign.id} />}
        <CampaignCharts query={report} report={data} onReason={showReason} />
        <Box ref={table}>
          <Recipients
            id={Number(id)}
            query={query}
            cancelled={campaign?.status === 'CANCELADA'}
            recipients={recipients}
            filters={filters}
            onChange={change}
          />
        </Box>
      </Box>
    </Page>
  );
}

/** What becomes of a campaign, as it happens. */
export default function CampaignReportPage() {
  const view = useResources().resource('campaigns');
  const { id = '' } = useParams();
  if (!view || view.locked || !view.can.list) return <AccessDenied />;
  return <Report key={id} id={id} />;
}

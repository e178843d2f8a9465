import Description from '@mui/icons-material/DescriptionOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemText,
  Skeleton,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { api, apiDownload } from '../../../providers/http';
import { EmptyState } from '../../../shared/empty-state';
import { formatDateTime } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useNamedTask } from '../../../shared/use-task';
import { type Campaign, keyOf, pathOf } from './api';

type HistoryFile = Schemas['CampaignHistoryFile'];

/** The files that were imported into a campaign, each to be downloaded as it came. */
export function HistoryDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const titleId = useId();
  const { busy, run } = useNamedTask<string>();
  const path = pathOf('ai', `history/${campaign.id}`);
  const files = useQuery({
    queryKey: keyOf('ai', 'history', campaign.id),
    queryFn: ({ signal }) => api<HistoryFile[]>(path, { signal }),
    staleTime: 0,
  });
  const failed = files.isError;
  useEffect(() => {
    if (failed) notify('campaign_service.history.failed', { type: 'error' });
  }, [failed, notify]);
  const download = (name: string) =>
    void run(name, () => apiDownload(`${path}/download/${encodeURIComponent(name)}`, name));
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {translate('campaign_service.history.title', { name: campaign.name })}
      </DialogTitle>
      <DialogContent>
        {files.isPending ? (
          <Skeleton variant="rounded" height={96} />
        ) : !files.data ? (
          <LoadFailed
            title={translate('campaign_service.history.failed')}
            error={files.error}
            onRetry={() => void files.refetch()}
          />
        ) : files.data.length === 0 ? (
          <EmptyState icon={<Description />} title={translate('campaign_service.history.none')} />
        ) : (
          <List disablePadding>
            {files.data.map(({ filename, imported_at }) => (
              <ListItem
                key={filename}
                divider
                disableGutters
                secondaryAction={
                  <TooltipIconButton
                    edge="end"
                    label={translate('campaign_service.history.download', { name: filename })}
                    disabled={busy === filename}
                    onClick={() => download(filename)}
                  >
                    <Download />
                  </TooltipIconButton>
                }
              >
                <ListItemText
                  primary={filename}
                  secondary={formatDateTime(imported_at)}
                  slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
                />
              </ListItem>
            ))}
          </List>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import Campaign from '@mui/icons-material/CampaignOutlined';
import { Box, LinearProgress, Paper, Typography } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useAnnouncements, useUnseenAnnouncements } from '../../../conversation/data/use-announcements';
import { AnnouncementView, HighPriority } from '../../../conversation/ui/announcements/announcement-view';
import { EmptyState } from '../../../shared/empty-state';
import { formatDateTime } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';

/** All current announcements; looking at them makes them seen. */
export default function AnnouncementsPage() {
  const translate = useTranslate();
  const { data, error, refetch } = useAnnouncements();
  const { unseen, see } = useUnseenAnnouncements();
  const seeAll = useEffectEvent(() => see(unseen));
  useEffect(() => {
    if (unseen.size > 0) seeAll();
  }, [unseen]);
  const title = translate('content.announcements.title');
  return (
    <Page title={title}>
      <Typography variant="h1" sx={{ pb: 2, flex: 'none' }}>
        {title}
      </Typography>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', display: 'flex', flexDirection: 'column', pb: 3 }}>
        {data?.map(({ id, title: name, text, mediaPath, priority, createdAt }) => (
          <Paper
            key={id}
            component="article"
            variant="outlined"
            sx={{ width: '100%', maxWidth: 760, p: { xs: 2, sm: 2.5 }, mb: 2, flex: 'none' }}
          >
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, mb: 1.5 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Typography>
                <Typography variant="caption" component="time" dateTime={createdAt} sx={{ color: 'atende.faint' }}>
                  {formatDateTime(createdAt)}
                </Typography>
              </Box>
              {priority === 1 && <HighPriority />}
            </Box>
            <AnnouncementView text={text} picture={mediaPath} />
          </Paper>
        ))}
        {data?.length === 0 && (
          <EmptyState
            icon={<Campaign />}
            title={translate('content.announcements.none')}
            message={translate('content.announcements.none_message')}
          />
        )}
        {!data && !error && <LinearProgress aria-label={title} sx={{ height: 2 }} />}
        {!data && error && (
          <LoadFailed title={translate('content.announcements.failed')} error={error} onRetry={() => void refetch()} />
        )}
      </Box>
    </Page>
  );
}

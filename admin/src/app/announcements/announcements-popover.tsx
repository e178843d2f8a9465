import Campaign from '@mui/icons-material/CampaignOutlined';
import Close from '@mui/icons-material/Close';
import {
  Box,
  Button,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  LinearProgress,
  List,
  ListItem,
  ListItemButton,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type Announcement, useAnnouncements, useUnseenAnnouncements } from '../../conversation/data/use-announcements';
import { shortDateTime } from '../../conversation/model/dates';
import { plainText } from '../../conversation/model/text-format';
import { AnnouncementView, HighPriority } from '../../conversation/ui/announcements/announcement-view';
import { ellipsis } from '../../shared/ellipsis';
import { EmptyState } from '../../shared/empty-state';
import { LoadFailed } from '../../shared/load-failed';
import { Spoken } from '../../shared/spoken';
import { BarPopover, type PopoverProps } from '../layout/popover-button';

function Row({ announcement, isNew, onOpen }: { announcement: Announcement; isNew: boolean; onOpen: () => void }) {
  const translate = useTranslate();
  const { title, text, priority, createdAt } = announcement;
  return (
    <ListItem disablePadding divider>
      <ListItemButton onClick={onOpen} sx={{ gap: 1.25, px: 2, py: 1.125, alignItems: 'flex-start' }}>
        <Box
          aria-hidden
          sx={{
            width: 8,
            height: 8,
            mt: '6px',
            flex: 'none',
            borderRadius: '50%',
            bgcolor: isNew ? 'primary.main' : 'transparent',
          }}
        />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: isNew ? 600 : 500 }}>
            {isNew && <Spoken>{`${translate('content.announcements.new')}: `}</Spoken>}
            {title}
          </Typography>
          <Typography variant="body2" sx={{ ...ellipsis, color: 'text.secondary' }}>
            {plainText(text).replace(/\s+/g, ' ')}
          </Typography>
          <Typography variant="caption" component="time" dateTime={createdAt} sx={{ color: 'atende.faint' }}>
            {shortDateTime(createdAt, translate)}
          </Typography>
        </Box>
        {priority === 1 && <HighPriority />}
      </ListItemButton>
    </ListItem>
  );
}

function AnnouncementDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, pr: 1.5, pt: 1 }}>
        <DialogTitle id={titleId} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {announcement.title}
        </DialogTitle>
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')} autoFocus sx={{ mt: 1 }}>
          <Close />
        </IconButton>
      </Box>
      <DialogContent>
        <AnnouncementView text={announcement.text} picture={announcement.mediaPath} />
      </DialogContent>
    </Dialog>
  );
}

/** The current announcements; a row opens one. */
export default function AnnouncementsPopover({ anchor, onClose }: PopoverProps) {
  const translate = useTranslate();
  const { data, error, refetch } = useAnnouncements();
  const { unseen, see } = useUnseenAnnouncements();
  const [opened, setOpened] = useState<Announcement | null>(null);
  const title = translate('content.announcements.title');
  function open(announcement: Announcement) {
    see([announcement.id]);
    setOpened(announcement);
  }
  return (
    <>
      <BarPopover
        anchor={anchor}
        label={title}
        sx={{ width: 380, maxHeight: 'min(560px, calc(100dvh - 80px))', display: 'flex', flexDirection: 'column' }}
        onClose={onClose}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
          <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
            {title}
          </Typography>
          <Button size="small" component={Link} to="/announcements" onClick={onClose}>
            {translate('content.announcements.all')}
          </Button>
        </Box>
        {data && data.length > 0 && (
          <List disablePadding aria-label={title} sx={{ overflowY: 'auto', minHeight: 0 }}>
            {data.map((one) => (
              <Row key={one.id} announcement={one} isNew={unseen.has(one.id)} onOpen={() => open(one)} />
            ))}
          </List>
        )}
        {data?.length === 0 && (
          <EmptyState
            icon={<Campaign />}
            title={translate('content.announcements.none')}
            message={translate('content.announcements.none_message')}
          />
        )}
        {!data && !error && <LinearProgress aria-label={title} sx={{ height: 2, my: 4 }} />}
        {!data && error && (
          <LoadFailed title={translate('content.announcements.failed')} onRetry={() => void refetch()} />
        )}
      </BarPopover>
      {opened && <AnnouncementDialog announcement={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

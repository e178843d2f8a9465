import Campaign from '@mui/icons-material/CampaignOutlined';
import { Badge } from '@mui/material';
import { lazy } from 'react';
import { useTranslate } from 'react-admin';
import {
  useAnnouncements,
  useLiveAnnouncements,
  useUnseenAnnouncements,
} from '../../conversation/data/use-announcements';
import { PopoverButton } from '../layout/popover-button';

const AnnouncementsPopover = lazy(() => import('./announcements-popover'));

/** What the platform announces; on a phone only while there is something. */
export function AnnouncementsButton() {
  const translate = useTranslate();
  useLiveAnnouncements();
  const { data = [] } = useAnnouncements();
  const { unseen } = useUnseenAnnouncements();
  const title = translate('content.announcements.title');
  return (
    <PopoverButton
      label={unseen.size > 0 ? translate('content.announcements.button', { smart_count: unseen.size }) : title}
      tooltip={title}
      Content={AnnouncementsPopover}
      sx={{ display: { xs: data.length > 0 ? 'inline-flex' : 'none', sm: 'inline-flex' } }}
    >
      <Badge variant="dot" color="primary" overlap="circular" invisible={unseen.size === 0}>
        <Campaign />
      </Badge>
    </PopoverButton>
  );
}

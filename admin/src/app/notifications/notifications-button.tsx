import Notifications from '@mui/icons-material/NotificationsOutlined';
import { Badge } from '@mui/material';
import { lazy } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import { PopoverButton } from '../layout/popover-button';
import { useNoticeCount } from './use-notice-count';

const NotificationsPopover = lazy(() => import('./notifications-popover'));

function CountedBell({ count }: { count: number }) {
  return (
    <Badge
      badgeContent={count}
      max={99}
      aria-hidden
      sx={{
        '& .MuiBadge-badge': {
          bgcolor: 'atende.badge',
          color: '#fff',
          fontSize: textSize.micro,
          height: 16,
          minWidth: 16,
          px: 0.5,
        },
      }}
    >
      <Notifications />
    </Badge>
  );
}

export function NotificationsButton() {
  const translate = useTranslate();
  const { unread, mentions, sum } = useNoticeCount();
  const title = translate('shell.notices.title');
  const names = [
    unread > 0 ? translate('shell.notices.button', { smart_count: unread }) : title,
    mentions > 0 && translate('notes.mentions', { smart_count: mentions }),
  ];
  return (
    <PopoverButton label={names.filter(Boolean).join(', ')} tooltip={title} Content={NotificationsPopover}>
      {/* not a Badge of 0, which would keep its last number in the text of the button */}
      {sum === 0 ? <Notifications /> : <CountedBell count={sum} />}
    </PopoverButton>
  );
}

import Notifications from '@mui/icons-material/NotificationsOutlined';
import { Badge } from '@mui/material';
import { lazy } from 'react';
import { useTranslate } from 'react-admin';
import { useMentions } from '../../shared/mentions';
import { textSize } from '../../shared/type-scale';
import { PopoverButton } from '../layout/popover-button';
import { useFocusedConversation } from './tab-locks';
import { noUnreadTickets } from './unread-tickets';
import { useUnreadTickets } from './use-unread-tickets';

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

/** The number of unread conversations and mentions, without those of the conversation that the user looks at. */
export function NotificationsButton() {
  const translate = useTranslate();
  const { data = noUnreadTickets } = useUnreadTickets();
  const focusedTicket = useFocusedConversation();
  const unread = data.tickets.filter(({ uuid }) => uuid !== focusedTicket).length + data.more;
  const mentions = useMentions().filter(({ ticket }) => ticket.uuid !== focusedTicket).length;
  const count = unread + mentions;
  const title = translate('shell.notices.title');
  const names = [
    unread > 0 ? translate('shell.notices.button', { smart_count: unread }) : title,
    mentions > 0 && translate('notes.mentions', { smart_count: mentions }),
  ];
  return (
    <PopoverButton label={names.filter(Boolean).join(', ')} tooltip={title} Content={NotificationsPopover}>
      {/* not a Badge of 0, which would keep its last number in the text of the button */}
      {count === 0 ? <Notifications /> : <CountedBell count={count} />}
    </PopoverButton>
  );
}

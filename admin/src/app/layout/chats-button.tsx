import ChatIcon from '@mui/icons-material/ChatOutlined';
import { Badge } from '@mui/material';
import { lazy } from 'react';
import { useTranslate } from 'react-admin';
import { useUnreadChats } from '../../conversation/data/use-chats';
import { useFocusedConversation } from '../notifications/tab-locks';
import { useHasChats } from './chats-badge';
import { PopoverButton } from './popover-button';

const ChatsPopover = lazy(() => import('./chats-popover'));

/** The internal chats, with a dot while one is unread that the user does not look at. */
export function ChatsButton() {
  const translate = useTranslate();
  const shown = useHasChats();
  const focused = useFocusedConversation();
  const unread = useUnreadChats(focused);
  if (!shown) return null;
  const title = translate('chats.title');
  return (
    <PopoverButton
      label={unread > 0 ? translate('chats.button', { smart_count: unread }) : title}
      tooltip={title}
      Content={ChatsPopover}
    >
      <Badge variant="dot" invisible={unread === 0} sx={{ '& .MuiBadge-badge': { bgcolor: 'atende.badge' } }}>
        <ChatIcon />
      </Badge>
    </PopoverButton>
  );
}

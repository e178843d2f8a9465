import Groups from '@mui/icons-material/GroupsOutlined';
import { Box, ListItem, ListItemButton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useSessionUser } from '../../../providers/session-user';
import { Avatar } from '../../../shared/avatar';
import { CountPill } from '../../../shared/count-pill';
import { useStoredDraft } from '../../data/drafts';
import { type Chat, unreadsOf } from '../../model/chat';
import { shortDateTime } from '../../model/dates';
import { MediaKindIcon, previewText } from '../messages/message-preview';

/** Initials of the other, or a picture of several. */
export function ChatAvatar({ chat, size = 40 }: { chat: Chat; size?: number }) {
  const { id } = useSessionUser();
  const other = chat.users.find(({ userId }) => userId !== id);
  if (chat.direct) return <Avatar name={chat.title} seed={other?.userId ?? chat.title} size={size} />;
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        borderRadius: '50%',
        color: 'atende.pri',
        bgcolor: 'atende.priSoft',
      }}
    >
      <Groups fontSize="small" />
    </Box>
  );
}

interface ChatRowProps {
  chat: Chat;
  current?: boolean;
  onOpen?: () => void;
}

/** A chat in a list, with its last message and what is unread. */
export function ChatRow({ chat, current = false, onOpen }: ChatRowProps) {
  const translate = useTranslate();
  const { id } = useSessionUser();
  const draft = useStoredDraft(chat.uuid);
  const unread = unreadsOf(chat, id);
  return (
    <ListItem disablePadding divider data-uuid={chat.uuid}>
      <ListItemButton
        component={Link}
        to={`/chats/${chat.uuid}`}
        selected={current}
        aria-current={current ? 'page' : undefined}
        data-row-focus
        onClick={onOpen}
        sx={{ gap: 1.5, px: 2, py: 1.25, minHeight: 68 }}
      >
        <ChatAvatar chat={chat} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
            <Typography noWrap sx={{ flex: 1, fontWeight: unread > 0 ? 700 : 600 }}>
              {chat.title}
            </Typography>
            <Typography variant="caption" component="time" dateTime={chat.updatedAt} sx={{ color: 'text.secondary' }}>
              {shortDateTime(chat.updatedAt, translate)}
            </Typography>
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 20 }}>
            <Typography variant="body2" noWrap sx={{ flex: 1, color: 'text.secondary' }}>
              {draft !== '' && !current ? (
                <>
                  <Box component="b" sx={{ fontWeight: 600, color: 'atende.warn' }}>
                    {translate('list.draft')}
                  </Box>{' '}
                  {draft}
                </>
              ) : (
                <>
                  <MediaKindIcon type={chat.lastMessageType} />
                  {previewText(chat.lastMessage, chat.lastMessageType, translate)}
                </>
              )}
            </Typography>
            {unread > 0 && (
              <CountPill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
                {unread > 98 ? '99+' : unread}
              </CountPill>
            )}
          </Box>
        </Box>
      </ListItemButton>
    </ListItem>
  );
}

import ChatIcon from '@mui/icons-material/ChatOutlined';
import { Box, Button, LinearProgress, List, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useChats } from '../../conversation/data/use-chats';
import { ChatRow } from '../../conversation/ui/chats/chat-row';
import { EmptyState } from '../../shared/empty-state';
import { LoadFailed } from '../../shared/load-failed';
import { chatsPath } from './chats-badge';
import { BarPopover, type PopoverProps } from './popover-button';

function Content({ onClose }: Pick<PopoverProps, 'onClose'>) {
  const translate = useTranslate();
  const { chats, error, refetch } = useChats();
  if (chats?.length === 0)
    return (
      <EmptyState icon={<ChatIcon />} title={translate('chats.empty')} message={translate('chats.empty_message')} />
    );
  if (chats)
    return (
      <List disablePadding aria-label={translate('chats.title')} sx={{ overflowY: 'auto', minHeight: 0 }}>
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} onOpen={onClose} />
        ))}
      </List>
    );
  if (error) return <LoadFailed title={translate('chats.failed')} onRetry={() => void refetch()} />;
  return <LinearProgress aria-label={translate('ra.page.loading')} sx={{ height: 2, my: 4 }} />;
}

/** The last internal chats and what is unread in them (spec 002 §2: at most 300 high and 500 wide). */
export default function ChatsPopover({ anchor, onClose }: PopoverProps) {
  const translate = useTranslate();
  const title = translate('chats.title');
  return (
    <BarPopover
      anchor={anchor}
      label={title}
      sx={{
        width: 'min(500px, calc(100vw - 24px))',
        maxHeight: 300,
        display: 'flex',
        flexDirection: 'column',
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <Button size="small" component={Link} to={chatsPath} onClick={onClose}>
          {translate('chats.open_all')}
        </Button>
      </Box>
      <Content onClose={onClose} />
    </BarPopover>
  );
}

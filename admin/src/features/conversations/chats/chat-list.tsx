import Add from '@mui/icons-material/Add';
import ChatIcon from '@mui/icons-material/ChatOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import { Box, Button, InputAdornment, LinearProgress, List, Skeleton, TextField, Typography } from '@mui/material';
import { type UIEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useChats } from '../../../conversation/data/use-chats';
import { ChatRow } from '../../../conversation/ui/chats/chat-row';
import { EmptyState } from '../../../shared/empty-state';
import { LoadFailed } from '../../../shared/load-failed';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useDebounced } from '../../../shared/use-debounced';

/** How near the end the next page is loaded (spec 002 §9). */
const NEAR_END_PX = 100;

interface ChatListProps {
  openUuid: string | undefined;
  onNew: () => void;
}

export function ChatList({ openUuid, onNew }: ChatListProps) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const field = useRef<HTMLInputElement>(null);
  const { chats, error, refetch, loadMore, loadingMore } = useChats(search);
  useShortcut('search', () => field.current?.focus());

  function onScroll({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) {
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) loadMore();
  }
  return (
    <Box
      component="aside"
      aria-label={translate('chats.title')}
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', bgcolor: 'background.paper' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, pt: 1.25 }}>
        <Typography variant="h2" component="h1" noWrap sx={{ flex: 1 }}>
          {translate('chats.title')}
        </Typography>
        <TooltipIconButton label={translate('chats.new')} onClick={onNew}>
          <Add />
        </TooltipIconButton>
      </Box>
      <Box role="search" sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'atende.lineSoft' }}>
        <TextField
          fullWidth
          inputRef={field}
          value={text}
          placeholder={translate('chats.search_placeholder')}
          onChange={(event) => setText(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': translate('chats.search'), maxLength: 100 },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      </Box>
      <Box onScroll={onScroll} sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        {chats && chats.length > 0 && (
          <List disablePadding aria-label={translate('chats.title')}>
            {chats.map((chat) => (
              <ChatRow key={chat.id} chat={chat} current={chat.uuid === openUuid} />
            ))}
          </List>
        )}
        {loadingMore && <LinearProgress aria-label={translate('ra.page.loading')} sx={{ height: 2 }} />}
        {chats?.length === 0 &&
          (search === '' ? (
            <EmptyState
              icon={<ChatIcon />}
              title={translate('chats.empty')}
              message={translate('chats.empty_message')}
              action={<Button onClick={onNew}>{translate('chats.new')}</Button>}
            />
          ) : (
            <EmptyState icon={<Search />} title={translate('chats.not_found')} />
          ))}
        {!chats && !error && [1, 2, 3].map((row) => <Skeleton key={row} height={68} sx={{ mx: 2 }} />)}
        {!chats && error && <LoadFailed title={translate('chats.failed')} onRetry={() => void refetch()} />}
      </Box>
    </Box>
  );
}

import ChatIcon from '@mui/icons-material/ChatOutlined';
import { Box, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { forgetChat, isOwnDeletion, useChat } from '../../../conversation/data/use-chats';
import type { Chat } from '../../../conversation/model/chat';
import { OpeningConversation } from '../../../conversation/ui/messages/conversation-view';
import { ApiError } from '../../../providers/http';
import { useSocketEvent } from '../../../providers/realtime';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { focusList } from '../../../shared/focus';
import { lazyComponent } from '../../../shared/lazy-component';
import { LoadFailed } from '../../../shared/load-failed';
import { type Pane, Panes, useSideBySide } from '../../../shared/panes';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { ChatConversation } from './chat-conversation';
import { ChatList } from './chat-list';

const ChatDialog = lazyComponent(() => import('./chat-dialog'));

/** The chat of the address; one that is not there, or not any more, leads back to the list. */
function useOpenedChat(uuid: string | undefined) {
  const navigate = useNavigate();
  const notify = useNotify();
  const { data: chat, error, refetch } = useChat(uuid);
  const id = chat?.id;
  const gone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (!gone) return;
    if (id !== undefined) forgetChat(id);
    notify(errorText(error), { type: 'info' });
    navigate('/chats', { replace: true });
  }, [gone, id, error, notify, navigate]);
  useSocketEvent('chat', (event) => {
    if (event.action !== 'delete' || event.id !== id || isOwnDeletion(id)) return;
    notify('chats.gone', { type: 'info' });
    navigate('/chats', { replace: true });
  });
  // an address with the id, as existing clients have
  const address = chat?.uuid;
  useEffect(() => {
    if (address !== undefined && uuid !== undefined && address !== uuid.toLowerCase())
      navigate(`/chats/${address}`, { replace: true });
  }, [address, uuid, navigate]);
  return { chat, error: gone ? null : error, retry: () => void refetch() };
}

export default function ChatsPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { id: uuid } = useParams();
  const { chat, error, retry } = useOpenedChat(uuid);
  const sideBySide = useSideBySide();
  const [pane, setPane] = useState<Pane>(uuid ? 'chat' : 'list');
  const [dialog, setDialog] = useState<Chat | 'new' | null>(null);
  const location = useLocation();
  // on a phone every navigation to a chat shows it, also to the one that is already open
  useEffect(() => {
    if (location) setPane(uuid ? 'chat' : 'list');
  }, [uuid, location]);
  const create = () => setDialog('new');
  useShortcut('create', create);
  useShortcut(
    'close',
    () => {
      focusList();
      navigate('/chats');
    },
    uuid !== undefined,
  );

  const nothing = (
    <EmptyState
      icon={<ChatIcon />}
      title={translate('chats.none_open')}
      message={translate('chats.none_open_message')}
      action={
        <Button variant="contained" onClick={create}>
          {translate('chats.new')}
        </Button>
      }
    />
  );
  const loading = error ? <LoadFailed title={errorText(error)} onRetry={retry} /> : <OpeningConversation />;
  return (
    <>
      <Panes
        list={<ChatList openUuid={uuid} onNew={create} />}
        chat={
          chat ? (
            <ChatConversation
              key={chat.uuid}
              chat={chat}
              active={sideBySide || pane === 'chat'}
              onEdit={() => setDialog(chat)}
            />
          ) : (
            <Box sx={{ height: '100%', display: 'grid', bgcolor: 'atende.chat' }}>{uuid ? loading : nothing}</Box>
          )
        }
        columns="minmax(240px, 3fr) minmax(0, 9fr)"
        tabs={[
          { pane: 'list', label: translate('chats.tab_list') },
          { pane: 'chat', label: translate('chats.tab_chat') },
        ]}
        label={translate('chats.title')}
        pane={pane}
        onPane={setPane}
      />
      {dialog !== null && <ChatDialog chat={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

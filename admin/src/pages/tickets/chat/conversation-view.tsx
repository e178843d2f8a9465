import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Button from '@mui/material/Button';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { VirtuosoHandle } from 'react-virtuoso';
import { EmptyState } from '../../../shared/empty-state';
import type { Conversation } from '../data/use-messages';
import { contactName } from '../list/ticket-name';
import { rowsOf } from '../model/rows';
import type { Message, Ticket } from '../model/types';
import { type ChatActions, ChatContext } from './chat-context';
import { Lightbox } from './lightbox';
import { MessageList } from './message-list';
import { MessageSkeletons } from './message-skeletons';
import { useGoTo } from './use-go-to';

interface ConversationViewProps {
  ticket: Ticket;
  conversation: Conversation;
  messages: readonly Message[];
  list: RefObject<VirtuosoHandle | null>;
  /** What was unread at opening: the message of the divider and their number. */
  opened: { dividerId: number | null; unread: number };
  actions: Pick<ChatActions, 'readOnly' | 'reply' | 'react' | 'retry' | 'discard'>;
  /** The message to open at; a new object asks again. */
  landing?: { messageId: number } | null;
}

function Loaded({ ticket, conversation, messages, list, opened, actions, landing }: ConversationViewProps) {
  const translate = useTranslate();
  const [image, setImage] = useState<Message | null>(null);
  const { isGroup, contact } = ticket;
  const { dividerId } = opened;
  const complete = conversation.state?.hasMore === false;
  const rows = useMemo(
    () => rowsOf(messages, { dividerId, isGroup, complete }),
    [messages, dividerId, isGroup, complete],
  );
  const { litId, goTo } = useGoTo(rows, list, conversation.reach);
  useEffect(() => {
    if (landing) goTo(landing.messageId);
  }, [landing, goTo]);
  const name = contactName(contact);
  const { readOnly, reply, react, retry, discard } = actions;
  const chat = useMemo<ChatActions>(
    () => ({ readOnly, isGroup, contactName: name, reply, react, retry, discard, goTo, openImage: setImage }),
    [readOnly, isGroup, name, reply, react, retry, discard, goTo],
  );
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Forum />}
        title={translate('workspace.chat.empty')}
        message={readOnly ? undefined : translate('workspace.chat.empty_message')}
      />
    );
  }
  return (
    <ChatContext value={chat}>
      <MessageList
        rows={rows}
        firstIndex={conversation.state?.firstIndex ?? 0}
        unread={opened.unread}
        litId={litId}
        loadingOlder={conversation.loadingOlder}
        hasOlder={conversation.state?.hasMore ?? false}
        list={list}
        onOlder={conversation.loadOlder}
      />
      {image && <Lightbox message={image} onClose={() => setImage(null)} />}
    </ChatContext>
  );
}

/** The messages, or what stands in their place. */
export function ConversationView(props: ConversationViewProps) {
  const translate = useTranslate();
  const { state, error, retry } = props.conversation;
  if (state) return <Loaded {...props} />;
  if (!error) return <MessageSkeletons />;
  return (
    <EmptyState
      icon={<ErrorOutline />}
      title={translate('workspace.chat.failed')}
      action={
        <Button variant="outlined" onClick={retry}>
          {translate('workspace.list.retry')}
        </Button>
      }
    />
  );
}

import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Typography } from '@mui/material';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { queryKeys } from '../../../conversation/data/cache';
import { type OutgoingMessage, outbox } from '../../../conversation/data/outbox-store';
import { deleteChat, useReadChat } from '../../../conversation/data/use-chats';
import { useUnreadAtOpening } from '../../../conversation/data/use-mark-read';
import { useMessages } from '../../../conversation/data/use-messages';
import { useSending } from '../../../conversation/data/use-sending';
import { useRoomTyping } from '../../../conversation/data/use-typing';
import { type Chat, unreadsOf } from '../../../conversation/model/chat';
import type { MessageAction } from '../../../conversation/model/message-content';
import { chatKey } from '../../../conversation/model/outbox';
import type { ConversationKey, Message, Named, QuotedMessage } from '../../../conversation/model/types';
import { headerBar } from '../../../conversation/ui/chat/chat-header';
import { ChatAvatar } from '../../../conversation/ui/chats/chat-row';
import { useMentionDraft, useMentionSuggestions } from '../../../conversation/ui/composer/mention-suggestions';
import { MessageComposer } from '../../../conversation/ui/composer/message-composer';
import { ConversationFrame } from '../../../conversation/ui/messages/conversation-frame';
import { ConversationView } from '../../../conversation/ui/messages/conversation-view';
import type { MessageListHandle } from '../../../conversation/ui/messages/use-message-scroll';
import { useLinkedMessage } from '../../../conversation/ui/messages/use-scroll-to-message';
import { TypingNames } from '../../../conversation/ui/presence/typing';
import { onResync, useSocketEvent, useSocketRoom } from '../../../providers/realtime';
import { useSessionUser } from '../../../providers/session-user';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { composerOf, moveFocus } from '../../../shared/focus';
import { plainText } from '../../../shared/plain-text';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { useTask } from '../../../shared/use-task';

/** The limit of the server; further names stay text. */
const MAX_MENTIONS = 20;
/** Older messages are loaded from here on (spec 002 §9). */
const LOAD_OLDER_PX = 600;

function DeleteChat({ chat }: { chat: Chat }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useTask();
  const remove = async () => {
    await deleteChat(chat.id);
    navigate('/chats');
  };
  return (
    <>
      <TooltipIconButton label={translate('chats.delete')} onClick={() => setAsking(true)}>
        <Delete />
      </TooltipIconButton>
      <ConfirmDialog
        open={asking}
        destructive
        busy={busy}
        title={translate('chats.delete_title', { name: chat.title })}
        confirmLabel={translate('ra.action.delete')}
        onConfirm={() => void run(remove)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Header({ chat, onEdit }: { chat: Chat; onEdit: () => void }) {
  const translate = useTranslate();
  const { id } = useSessionUser();
  const names = chat.users.map(({ user }) => user.name);
  const more = chat.usersCount - names.length;
  const members = [...names, ...(more > 0 ? [translate('chats.more_members', { smart_count: more })] : [])].join(', ');
  const owned = chat.ownerId === id;
  return (
    <Box component="header" sx={{ ...headerBar, gap: 1.5, px: 2 }}>
      <ChatAvatar chat={chat} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="h2" noWrap sx={{ fontSize: textSize.title, fontWeight: 650, lineHeight: 1.35 }}>
          {chat.title}
        </Typography>
        <Typography noWrap title={members} sx={{ fontSize: textSize.caption, color: 'text.secondary' }}>
          {chat.direct ? translate('chats.direct') : members}
        </Typography>
      </Box>
      {owned && !chat.direct && (
        // until all members are loaded, saving would remove the others
        <TooltipIconButton label={translate('chats.edit')} disabled={more > 0} onClick={onEdit}>
          <Edit />
        </TooltipIconButton>
      )}
      {owned && <DeleteChat chat={chat} />}
    </Box>
  );
}

/** Those who are typing in the open chat, but for the user. */
function ChatTyping({ chat }: { chat: Chat }) {
  const { id } = useSessionUser();
  const [typing, setTyping] = useState<readonly Named[]>([]);
  useSocketEvent('chatTyping', ({ chatId, users }) => {
    if (chatId === chat.id) setTyping(users);
  });
  // the end of typing may have been missed; the server sends who still types after the next join
  useEffect(() => onResync(() => setTyping([])), []);
  return <TypingNames names={typing.filter((user) => user.id !== id).map(({ name }) => name)} />;
}

/** The other members, by the beginning of a word of their name. */
function useMembers(chat: Chat) {
  const { id } = useSessionUser();
  return useMemo(
    () => ({
      queryKey: [...queryKeys.chats, 'members', chat.id, chat.usersCount],
      find: async (term: string): Promise<Named[]> =>
        chat.users
          .map(({ user }) => user)
          .filter((user) => user.id !== id && ` ${plainText(user.name)}`.includes(` ${plainText(term)}`))
          .slice(0, 8),
    }),
    [chat, id],
  );
}

interface ChatComposerProps {
  chat: Chat;
  active: boolean;
  quoted: QuotedMessage | null;
  onCancelQuote: () => void;
  onSend: (message: Omit<OutgoingMessage, 'quoted'>) => void;
  onFiles: (files: File[], caption?: string) => void;
}

function ChatComposer({ chat, active, ...props }: ChatComposerProps) {
  const translate = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, addMention, mentionedIds } = useMentionDraft(chat.uuid, `named:${chat.uuid}`);
  const people = useMembers(chat);
  useEffect(() => moveFocus(composerOf(chat.uuid)), [chat.uuid]);
  useShortcut('write', () => moveFocus(composerOf(chat.uuid)));
  const suggestions = useMentionSuggestions({ people, text, field, onText: write, onMention: addMention });
  return (
    <MessageComposer
      {...props}
      conversation={chatKey(chat)}
      draftKey={chat.uuid}
      text={text}
      onText={write}
      field={field}
      name={chat.title}
      placeholder={translate('chats.placeholder')}
      away={!active}
      typing={useRoomTyping('InternalChat', chat.uuid)}
      suggestions={suggestions}
      onSend={(message) =>
        props.onSend({ ...message, mentions: message.file ? [] : mentionedIds().slice(0, MAX_MENTIONS) })
      }
    />
  );
}

/** One's own texts are edited, one's own messages deleted. */
const allows = (action: MessageAction, message: Message): boolean => {
  if (message.id < 0 || message.isDeleted || !message.fromMe) return false;
  return action === 'delete' || (action === 'edit' && message.mediaType === 'chat');
};

const sending = { canReply: true, canReact: true };

interface ChatConversationProps {
  chat: Chat;
  /** Whether it is visible: on a phone the list may cover it. */
  active: boolean;
  onEdit: () => void;
}

export function ChatConversation({ chat, active, onEdit }: ChatConversationProps) {
  const list = useRef<MessageListHandle>(null);
  const { id } = useSessionUser();
  const conversation: ConversationKey = chatKey(chat);
  const history = useMessages(conversation);
  const opened = useUnreadAtOpening(history.state, unreadsOf(chat, id));
  const { messages, quoted, setQuoted, actions } = useSending(conversation, history.state?.messages, sending);
  useSocketRoom('InternalChat', chat.uuid);
  useReadChat(chat, active && opened !== null);

  function send(message: Omit<OutgoingMessage, 'quoted'>) {
    outbox.add(conversation, { ...message, quoted });
    setQuoted(null);
  }
  return (
    <ConversationFrame
      conversation={conversation}
      draftKey={chat.uuid}
      acceptsFiles
      onSend={send}
      header={
        <>
          <Header chat={chat} onEdit={onEdit} />
          <Box />
        </>
      }
      composer={(addFiles) => (
        <>
          <ChatTyping chat={chat} />
          <ChatComposer
            chat={chat}
            active={active}
            quoted={quoted}
            onCancelQuote={() => setQuoted(null)}
            onSend={send}
            onFiles={addFiles}
          />
        </>
      )}
    >
      <ConversationView
        conversation={conversation}
        name={chat.title}
        isGroup={!chat.direct}
        ticket={null}
        allows={allows}
        history={history}
        messages={messages}
        list={list}
        opened={opened}
        actions={actions}
        target={useLinkedMessage()}
        loadOlderPx={LOAD_OLDER_PX}
      />
    </ConversationFrame>
  );
}

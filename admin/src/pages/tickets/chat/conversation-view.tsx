import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Button from '@mui/material/Button';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../../shared/empty-state';
import type { Hits } from '../data/use-hits';
import type { Conversation } from '../data/use-messages';
import { useNoteStream } from '../data/use-notes';
import { useViewer } from '../data/use-viewer';
import { contactName } from '../list/ticket-name';
import { DeedDialogs } from '../message/deed-dialogs';
import { useDeeds } from '../message/deeds';
import type { Note } from '../model/note';
import { rowsOf } from '../model/rows';
import type { Message, Ticket } from '../model/types';
import { queueItem } from './audio/queue';
import { VoiceQueue } from './audio/voice-queue';
import { type ChatActions, ChatContext } from './chat-context';
import { MessageList } from './message-list';
import { MessageSkeletons } from './message-skeletons';
import { useGoTo } from './use-go-to';
import { useNoteLanding } from './use-note-landing';
import type { StreamHandle } from './use-stream-scroll';
import { MediaViewer } from './viewer/media-viewer';

interface ConversationViewProps {
  ticket: Ticket;
  conversation: Conversation;
  messages: readonly Message[];
  list: RefObject<StreamHandle | null>;
  /** What was unread at opening: the message of the divider and their number. */
  opened: { dividerId: number | null; unread: number };
  actions: Pick<ChatActions, 'readOnly' | 'reply' | 'react' | 'retry' | 'discard'>;
  /** The message to open at; a new object asks again. */
  landing?: { messageId: number } | null;
  /** Words to be marked. */
  hits?: Hits | null;
}

function Loaded(props: ConversationViewProps & { notes: Note[] }) {
  const { ticket, conversation, messages, notes, list, opened, actions, landing, hits } = props;
  const translate = useTranslate();
  const [viewed, setViewed] = useState<Message | null>(null);
  const { isGroup, contact } = ticket;
  const { dividerId } = opened;
  const { id: viewerId } = useViewer();
  const complete = conversation.state?.hasMore === false;
  const rows = useMemo(
    () => rowsOf(messages, { viewerId, dividerId, isGroup, complete, notes }),
    [messages, viewerId, dividerId, isGroup, complete, notes],
  );
  const { litKey, goTo, show } = useGoTo(rows, list, conversation.reach);
  useNoteLanding(rows, actions.readOnly ? null : notes, conversation, show);
  useEffect(() => {
    if (landing) goTo(landing.messageId);
  }, [landing, goTo]);
  const name = contactName(contact);
  const { readOnly, reply, react, retry, discard } = actions;
  const { deeds, asked, close } = useDeeds(ticket, readOnly);
  const wordsIn = useCallback((messageId: number) => (hits?.ids.includes(messageId) ? hits.words : undefined), [hits]);
  const chat = useMemo<ChatActions>(
    () => ({
      readOnly,
      isGroup,
      contactName: name,
      reply,
      react,
      deeds,
      retry,
      discard,
      goTo,
      openMedia: setViewed,
      wordsIn,
    }),
    [readOnly, isGroup, name, reply, react, deeds, retry, discard, goTo, wordsIn],
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
        ticket={ticket}
        rows={rows}
        unread={opened.unread}
        litKey={litKey}
        startId={landing?.messageId ?? null}
        loadingOlder={conversation.loadingOlder}
        hasOlder={conversation.state?.hasMore ?? false}
        list={list}
        stuck={conversation.stuck}
        onOlder={conversation.loadOlder}
      />
      <DeedDialogs asked={asked} onClose={close} />
      {viewed && <MediaViewer message={viewed} messages={messages} onClose={() => setViewed(null)} />}
    </ChatContext>
  );
}

/** The messages, or what stands in their place. */
export function ConversationView(props: ConversationViewProps) {
  const translate = useTranslate();
  const { state, error, retry } = props.conversation;
  const notes = useNoteStream(props.ticket, state?.hasMore ? state.messages[0]?.createdAt : undefined);
  // together, for what came a moment later would move what is being read
  if (state && notes)
    return (
      <VoiceQueue items={props.messages.map(queueItem)}>
        <Loaded {...props} notes={notes} />
      </VoiceQueue>
    );
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

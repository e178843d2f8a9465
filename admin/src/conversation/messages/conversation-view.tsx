import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Button from '@mui/material/Button';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../../shared/empty-state';
import { VoiceQueue } from '../audio/audio-player';
import { queueItem } from '../audio/voice-queue';
import type { SearchHits } from '../chat/search-hits';
import { useCurrentUser } from '../data/use-current-user';
import type { MessageHistory } from '../data/use-messages';
import { contactName } from '../model/contact-name';
import { viewerKindOf } from '../model/message-content';
import type { Note } from '../model/note';
import { buildRows } from '../model/timeline-rows';
import type { Message, Ticket } from '../model/types';
import { useTimelineNotes } from '../notes/use-notes';
import { ConversationContext, type ConversationContextValue } from './conversation-context';
import { MessageActionDialogs, useMessageActions } from './message-actions';
import { MessageList } from './message-list';
import { MessageSkeletons } from './message-skeletons';
import type { MessageListHandle } from './use-message-scroll';
import { useLinkedNote, useScrollToMessage } from './use-scroll-to-message';

const Gallery = lazy(() => import('../media/gallery'));
const PdfDialog = lazy(() => import('../media/pdf-dialog'));

interface MediaViewerProps {
  message: Message;
  /** The loaded conversation, for the pictures and videos around it. */
  messages: readonly Message[];
  onClose: () => void;
}

/** What somebody opened of a conversation, large. */
export function MediaViewer({ message, messages, onClose }: MediaViewerProps) {
  return (
    <Suspense>
      {viewerKindOf(message) === 'pdf' ? (
        <PdfDialog message={message} onClose={onClose} />
      ) : (
        <Gallery message={message} messages={messages} onClose={onClose} />
      )}
    </Suspense>
  );
}

interface ConversationViewProps {
  ticket: Ticket;
  conversation: MessageHistory;
  messages: readonly Message[];
  list: RefObject<MessageListHandle | null>;
  /** What was unread at opening: the message of the divider and their number. */
  opened: { dividerId: number | null; unread: number };
  actions: Pick<ConversationContextValue, 'readOnly' | 'reply' | 'react' | 'retry' | 'discard'>;
  /** The message to open at; a new object asks again. */
  landing?: { messageId: number } | null;
  /** Words to be marked. */
  hits?: SearchHits | null;
}

function Loaded(props: ConversationViewProps & { notes: Note[] }) {
  const { ticket, conversation, messages, notes, list, opened, actions, landing, hits } = props;
  const translate = useTranslate();
  const [viewed, setViewed] = useState<Message | null>(null);
  const { isGroup, contact } = ticket;
  const { dividerId } = opened;
  const { id: viewerId } = useCurrentUser();
  const complete = conversation.state?.hasMore === false;
  const rows = useMemo(
    () => buildRows(messages, { viewerId, dividerId, isGroup, complete, notes }),
    [messages, viewerId, dividerId, isGroup, complete, notes],
  );
  const { litKey, goTo, show } = useScrollToMessage(rows, list, conversation.loadUntil);
  useLinkedNote(rows, actions.readOnly ? null : notes, conversation, show);
  useEffect(() => {
    if (landing) goTo(landing.messageId);
  }, [landing, goTo]);
  const name = contactName(contact);
  const { readOnly, reply, react, retry, discard } = actions;
  const { actions: messageActions, pending, close } = useMessageActions(ticket, readOnly);
  const searchTermsOf = useCallback(
    (messageId: number) => (hits?.ids.includes(messageId) ? hits.terms : undefined),
    [hits],
  );
  const chat = useMemo<ConversationContextValue>(
    () => ({
      readOnly,
      isGroup,
      contactName: name,
      reply,
      react,
      messageActions,
      retry,
      discard,
      goTo,
      openMedia: setViewed,
      searchTermsOf,
    }),
    [readOnly, isGroup, name, reply, react, messageActions, retry, discard, goTo, searchTermsOf],
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
    <ConversationContext value={chat}>
      <MessageList
        ticket={ticket}
        rows={rows}
        unread={opened.unread}
        litKey={litKey}
        startId={landing?.messageId ?? null}
        loadingOlder={conversation.loadingOlder}
        hasOlder={conversation.state?.hasMore ?? false}
        list={list}
        stuck={conversation.loadFailed}
        onOlder={conversation.loadOlder}
      />
      <MessageActionDialogs pending={pending} onClose={close} />
      {viewed && <MediaViewer message={viewed} messages={messages} onClose={() => setViewed(null)} />}
    </ConversationContext>
  );
}

/** The messages, or what stands in their place. */
export function ConversationView(props: ConversationViewProps) {
  const translate = useTranslate();
  const { state, error, retry } = props.conversation;
  const notes = useTimelineNotes(props.ticket, state?.hasMore ? state.messages[0]?.createdAt : undefined);
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

import Forum from '@mui/icons-material/ForumOutlined';
import { Box, Skeleton } from '@mui/material';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../../providers/session-user';
import { useOpening } from '../../../shared/acting';
import { EmptyState } from '../../../shared/empty-state';
import { lazyComponent } from '../../../shared/lazy-component';
import { LoadFailed } from '../../../shared/load-failed';
import { type MessageActions, useMessageActions } from '../../data/use-message-actions';
import type { MessageHistory } from '../../data/use-messages';
import { useTimelineNotes } from '../../data/use-notes';
import type { SearchHits } from '../../data/use-search-hits';
import { viewerKindOf } from '../../model/message-content';
import type { Note } from '../../model/note';
import { buildRows } from '../../model/timeline-rows';
import type { ConversationKey, Message, Ticket } from '../../model/types';
import { toQueueItem } from '../../model/voice-queue';
import { VoiceQueue } from '../audio/audio-player';
import { ConversationContext, type ConversationContextValue } from './conversation-context';
import { MessageActionDialogs } from './message-actions';
import { MessageList } from './message-list';
import type { MessageListHandle } from './use-message-scroll';
import { type MessageTarget, useLinkedNote, useScrollToMessage } from './use-scroll-to-message';

const bubbles = [
  { me: false, width: 240, height: 56 },
  { me: true, width: 300, height: 40 },
  { me: false, width: 180, height: 40 },
  { me: false, width: 320, height: 72 },
  { me: true, width: 220, height: 56 },
];

/** In place of a conversation that is not loaded yet. */
export function OpeningConversation() {
  useOpening();
  return <MessageSkeletons />;
}

function MessageSkeletons() {
  const translate = useTranslate();
  return (
    <Box
      role="status"
      aria-label={translate('workspace.chat.loading')}
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'flex-end',
        gap: 1,
        p: { xs: 1.5, md: 5 },
        overflow: 'hidden',
        boxSizing: 'border-box',
      }}
    >
      {bubbles.map(({ me, width, height }) => (
        <Skeleton
          key={width}
          variant="rounded"
          width={width}
          height={height}
          sx={{ alignSelf: me ? 'flex-end' : 'flex-start', borderRadius: '14px', maxWidth: '80%', flex: 'none' }}
        />
      ))}
    </Box>
  );
}

const Gallery = lazyComponent(() => import('../media/gallery'));
const PdfDialog = lazyComponent(() => import('../media/pdf-dialog'));

interface ConversationViewProps {
  conversation: ConversationKey;
  /** Of the customer, or of the other in a direct chat. */
  name: string;
  isGroup: boolean;
  /** With its notes; null: an internal chat. */
  ticket: Ticket | null;
  allows: MessageActions['allows'];
  history: MessageHistory;
  /** With those that are still being sent. */
  messages: readonly Message[];
  list: RefObject<MessageListHandle | null>;
  /** The first unread message at opening, and their number; absent: none. */
  opened?: { dividerId: number | null; unread: number } | null;
  actions: Pick<ConversationContextValue, 'readOnly' | 'reply' | 'react' | 'retry' | 'discard'>;
  /** The message or note to scroll to; a new object scrolls again. */
  target?: MessageTarget | null;
  hits?: SearchHits | null;
  /** How far from the top older messages are loaded. */
  loadOlderPx?: number;
}

function Timeline(props: ConversationViewProps & { notes: readonly Note[] }) {
  const { conversation, name, isGroup, ticket, allows, history, messages, notes, list, opened, actions } = props;
  const { hits, target = null } = props;
  const { dividerId, unread } = opened ?? { dividerId: null, unread: 0 };
  const translate = useTranslate();
  const [viewed, setViewed] = useState<Message | null>(null);
  const { readOnly } = actions;
  const { id: viewerId } = useSessionUser();
  const complete = history.state?.hasMore === false;
  const rows = useMemo(
    () => buildRows(messages, { viewerId, dividerId, isGroup, complete, notes }),
    [messages, viewerId, dividerId, isGroup, complete, notes],
  );
  const { highlightedKey, goTo, show } = useScrollToMessage(rows, list, history.loadUntil);
  useLinkedNote({ rows, notes: readOnly ? null : notes, history, show, target });
  useEffect(() => {
    if (target?.messageId) goTo(target.messageId);
  }, [target, goTo]);
  const { actions: messageActions, pending, close } = useMessageActions(allows, readOnly);
  const context = useMemo<ConversationContextValue>(
    () => ({
      ...actions,
      conversation,
      ticket,
      contactName: name,
      messageActions,
      goTo,
      openMedia: setViewed,
      searchTermsOf: (messageId) => (hits?.hits.some((hit) => hit.messageId === messageId) ? hits.terms : undefined),
      noteTermsOf: (noteId) => (hits?.hits.some((hit) => hit.noteId === noteId) ? hits.terms : undefined),
    }),
    [actions, conversation, ticket, name, messageActions, goTo, hits],
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
  const closeViewer = () => setViewed(null);
  return (
    <ConversationContext value={context}>
      <MessageList
        rows={rows}
        unread={unread}
        highlightedKey={highlightedKey}
        startId={target?.messageId ?? null}
        history={history}
        list={list}
        loadOlderPx={props.loadOlderPx}
      />
      <MessageActionDialogs conversation={conversation} pending={pending} onClose={close} />
      {viewed &&
        (viewerKindOf(viewed) === 'pdf' ? (
          <PdfDialog message={viewed} onClose={closeViewer} />
        ) : (
          <Gallery message={viewed} messages={messages} onClose={closeViewer} />
        ))}
    </ConversationContext>
  );
}

/** Rendered only with the notes: inserted later they would move the messages. */
function LoadedTimeline(props: ConversationViewProps & { notes: readonly Note[] | undefined }) {
  const translate = useTranslate();
  const { state, error, retry } = props.history;
  const { notes } = props;
  if (state && notes)
    return (
      <VoiceQueue items={props.messages.map(toQueueItem)}>
        <Timeline {...props} notes={notes} />
      </VoiceQueue>
    );
  return error ? <LoadFailed title={translate('workspace.chat.failed')} onRetry={retry} /> : <MessageSkeletons />;
}

function TicketTimeline(props: ConversationViewProps & { ticket: Ticket }) {
  const { state } = props.history;
  const notes = useTimelineNotes(props.ticket, state?.hasMore ? state.messages[0]?.createdAt : undefined);
  return <LoadedTimeline {...props} notes={notes} />;
}

const noNotes: readonly Note[] = [];

export function ConversationView(props: ConversationViewProps) {
  const { ticket } = props;
  return ticket ? <TicketTimeline {...props} ticket={ticket} /> : <LoadedTimeline {...props} notes={noNotes} />;
}

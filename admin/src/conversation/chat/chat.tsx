import { Box } from '@mui/material';
import { useRef } from 'react';
import { useSocketRoom } from '../../providers/realtime';
import { lazyComponent } from '../../shared/lazy-component';
import { useSeeMentions } from '../../shared/mentions';
import { ComposerModes } from '../composer/composer-modes';
import { DropOverlay, useAttachments, useDrop } from '../composer/file-drop';
import { useMessagingWindow } from '../composer/messaging-window';
import { useSending } from '../composer/use-sending';
import { type OutgoingMessage, outbox, useSendingVoice } from '../data/outbox-store';
import { useMarkRead, useUnreadAtOpening } from '../data/use-mark-read';
import { useMessages } from '../data/use-messages';
import { ConversationView } from '../messages/conversation-view';
import type { MessageListHandle } from '../messages/use-message-scroll';
import { useLinkedMessage } from '../messages/use-scroll-to-message';
import type { Ticket } from '../model/types';
import { TakeoverBanner } from '../presence/takeover';
import { ColleagueTyping } from '../presence/typing';
import { useRecording } from '../recorder/recordings';
import { TicketTags } from '../tags/ticket-tags';
import { ChatHeader } from './chat-header';
import { SearchHitBar, useHitNavigation, useSearchHits } from './search-hits';

const AttachDialog = lazyComponent(() => import('../composer/attach-dialog'));

export interface ChatProps {
  ticket: Ticket;
  /** Whether it is visible: on a phone the list may cover it. */
  active: boolean;
  /** Empty: none. */
  search: string;
  contactOpen: boolean;
  onContact: () => void;
  onPending: () => void;
}

/** As the composer: not while a voice message is recorded or sent, nor after the messaging window has closed. */
function useAcceptsFiles({ id, uuid, status, windowUntil }: Ticket): boolean {
  const sending = useSendingVoice(id);
  const recording = useRecording(uuid);
  const { kind } = useMessagingWindow(windowUntil);
  return status === 'open' && !sending && !recording && kind !== 'closed';
}

export function Chat({ ticket, active, search, contactOpen, onContact, onPending }: ChatProps) {
  const list = useRef<MessageListHandle>(null);
  const history = useMessages(ticket.id);
  const opened = useUnreadAtOpening(history.state, ticket.unreadMessages);
  const { messages, quoted, setQuoted, actions } = useSending(ticket, history.state?.messages);
  const { files, setFiles, add: addFiles, textOf } = useAttachments();
  const { over, handlers } = useDrop(useAcceptsFiles(ticket), addFiles);
  const hits = useSearchHits(ticket.id, search, history.state?.messages.at(-1)?.id);
  const { target, navigation } = useHitNavigation(hits, useLinkedMessage());
  useSocketRoom('ChatBox', ticket.uuid);
  useMarkRead(ticket, active && opened !== null);
  useSeeMentions(ticket.id, active && opened !== null);

  function send(message: Omit<OutgoingMessage, 'quoted'>) {
    outbox.add(ticket.id, { ...message, quoted });
    setQuoted(null);
  }

  return (
    <Box
      component="section"
      {...handlers}
      sx={{
        position: 'relative',
        height: '100%',
        minWidth: 0,
        minHeight: 0,
        display: 'grid',
        gridTemplateRows: 'auto auto minmax(0, 1fr) auto',
        gridTemplateColumns: 'minmax(0, 1fr)',
        bgcolor: 'atende.chat',
        containerType: 'inline-size',
        containerName: 'chat',
      }}
    >
      <ChatHeader ticket={ticket} contactOpen={contactOpen} onContact={onContact} />
      <Box>
        <TicketTags ticket={ticket} />
        {navigation && <SearchHitBar navigation={navigation} />}
      </Box>
      <ConversationView
        ticket={ticket}
        history={history}
        messages={messages}
        list={list}
        opened={opened}
        actions={actions}
        target={target}
        hits={hits}
      />
      <Box sx={{ minWidth: 0 }}>
        <TakeoverBanner ticket={ticket} onPending={onPending} />
        <ColleagueTyping ticketId={ticket.id} />
        <ComposerModes
          ticket={ticket}
          quoted={quoted}
          onCancelQuote={() => setQuoted(null)}
          active={active}
          onSend={send}
          onFiles={addFiles}
          onNoted={() => list.current?.toEnd()}
        />
      </Box>
      {over && <DropOverlay />}
      {files.length > 0 && (
        <AttachDialog
          files={files}
          textOf={textOf}
          onChange={setFiles}
          onAdd={addFiles}
          onSend={(captioned) => {
            for (const { file, caption } of captioned) send({ body: caption, file });
            setFiles([]);
          }}
        />
      )}
    </Box>
  );
}

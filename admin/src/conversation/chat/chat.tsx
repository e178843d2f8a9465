import Box from '@mui/material/Box';
import { lazy, Suspense, useRef } from 'react';
import { useSocketRoom } from '../../providers/realtime';
import { useSeeMentions } from '../../shared/mentions';
import { ComposerModes } from '../composer/composer-modes';
import { DropOverlay, useAttachments, useDrop } from '../composer/file-drop';
import { useWindow } from '../composer/messaging-window';
import { useSending } from '../composer/use-sending';
import { type OutgoingMessage, outbox, useSendingVoice } from '../data/outbox-store';
import { useMarkRead, useUnreadAtOpening } from '../data/use-mark-read';
import { useMessages } from '../data/use-messages';
import { ConversationView } from '../messages/conversation-view';
import type { MessageListHandle } from '../messages/use-message-scroll';
import { useLinkedMessage } from '../messages/use-scroll-to-message';
import type { Ticket } from '../model/types';
import { TakeoverBanner } from '../presence/takeover-banner';
import { ColleagueTyping } from '../presence/typing';
import { useRecording } from '../recorder/recordings';
import { TicketTags } from '../tags/ticket-tags';
import { ChatHeader } from './chat-header';
import { SearchHitBar, useHitNavigation, useSearchHits } from './search-hits';

const AttachDialog = lazy(() => import('../composer/attach-dialog'));
const nothing = { dividerId: null, unread: 0 };

interface ChatProps {
  ticket: Ticket;
  active: boolean;
  contactOpen: boolean;
  onContact: () => void;
  /** Shows the conversations that wait. */
  onPending: () => void;
}

/** As the composer does: not while a voice message is recorded or sent, nor once the channel's window is closed. */
function useTakesFiles({ id, uuid, status, windowUntil }: Ticket): boolean {
  const sending = useSendingVoice(id);
  const recording = useRecording(uuid);
  const { kind } = useWindow(windowUntil);
  return status === 'open' && !sending && !recording && kind !== 'closed';
}

/** The opened conversation: header, messages, composer. */
export function Chat({ ticket, active, contactOpen, onContact, onPending }: ChatProps) {
  const list = useRef<MessageListHandle>(null);
  const conversation = useMessages(ticket.id);
  const opened = useUnreadAtOpening(conversation.state, ticket.unreadMessages);
  const { messages, quoted, setQuoted, actions } = useSending(ticket, conversation.state?.messages);
  const { files, setFiles, add: addFiles, textOf } = useAttachments();
  const { over, handlers } = useDrop(useTakesFiles(ticket), addFiles);
  const hits = useSearchHits(ticket.id, conversation.state?.messages.at(-1)?.id);
  const { target, steps } = useHitNavigation(hits, useLinkedMessage());
  useSocketRoom('ChatBox', ticket.uuid);
  useMarkRead(ticket, active && opened !== null);
  useSeeMentions(ticket.id, active && opened !== null);

  function send(body: string, attached?: Pick<OutgoingMessage, 'file' | 'localUrl'>, voice = false) {
    outbox.add(ticket.id, { body, quoted, voice, ...attached });
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
        {steps && <SearchHitBar steps={steps} />}
      </Box>
      <ConversationView
        ticket={ticket}
        conversation={conversation}
        messages={messages}
        list={list}
        opened={opened ?? nothing}
        actions={actions}
        landing={target}
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
          onSend={(body, voice) => send(body, voice, voice !== undefined)}
          onFiles={addFiles}
          onNoted={() => list.current?.toEnd()}
        />
      </Box>
      {over && <DropOverlay />}
      {files.length > 0 && (
        <Suspense>
          <AttachDialog
            files={files}
            textOf={textOf}
            onChange={setFiles}
            onAdd={addFiles}
            onSend={(captioned) => {
              for (const { file, caption } of captioned) send(caption, { file });
              setFiles([]);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import { lazy, Suspense, useRef } from 'react';
import { useSeeMentions } from '../../../app/notifications/use-mentions';
import { useSocketRoom } from '../../../providers/realtime';
import { ComposerModes } from '../composer/composer-modes';
import { useRecording } from '../composer/recorder/recordings';
import { useSendingVoice } from '../composer/recorder/use-sending-voice';
import { useWindow } from '../composer/use-window';
import { type Draft, outbox } from '../data/outbox-store';
import { useHits } from '../data/use-hits';
import { useMessages } from '../data/use-messages';
import { useReading } from '../data/use-reading';
import type { Ticket } from '../model/types';
import { TicketTags } from '../tags/ticket-tags';
import { TakeoverBanner } from '../together/takeover-banner';
import { TypingLine } from '../together/typing-line';
import { ChatHeader } from './chat-header';
import { ConversationView } from './conversation-view';
import { DropOverlay } from './drop-overlay';
import { HitBar } from './hit-bar';
import { useAttachments } from './use-attachments';
import { useDrop } from './use-drop';
import { useHitSteps } from './use-hit-steps';
import { useLanding } from './use-landing';
import { useOpened } from './use-opened';
import { useSending } from './use-sending';
import type { StreamHandle } from './use-stream-scroll';

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
  const list = useRef<StreamHandle>(null);
  const conversation = useMessages(ticket.id);
  const opened = useOpened(conversation.state, ticket.unreadMessages);
  const { messages, quoted, setQuoted, actions } = useSending(ticket, conversation.state?.messages);
  const { files, setFiles, add: addFiles, textOf } = useAttachments();
  const { over, handlers } = useDrop(useTakesFiles(ticket), addFiles);
  const hits = useHits(ticket.id, conversation.state?.messages.at(-1)?.id);
  const { target, steps } = useHitSteps(hits, useLanding());
  useSocketRoom('ChatBox', ticket.uuid);
  useReading(ticket, active && opened !== null);
  useSeeMentions(ticket.id, active && opened !== null);

  function send(body: string, attached?: Pick<Draft, 'file' | 'localUrl'>, voice = false) {
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
        {steps && <HitBar steps={steps} />}
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
        <TypingLine ticketId={ticket.id} />
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

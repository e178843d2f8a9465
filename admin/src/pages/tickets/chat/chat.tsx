import Box from '@mui/material/Box';
import { lazy, Suspense, useRef, useState } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';
import { useSocketRoom } from '../../../providers/realtime';
import { Composer } from '../composer/composer';
import { outbox } from '../data/outbox-store';
import { useMessages } from '../data/use-messages';
import { useReading } from '../data/use-reading';
import type { Ticket } from '../model/types';
import { ChatHeader } from './chat-header';
import { ConversationView } from './conversation-view';
import { DropOverlay } from './drop-overlay';
import { useDrop } from './use-drop';
import { useLanding } from './use-landing';
import { useOpened } from './use-opened';
import { useSending } from './use-sending';

const AttachDialog = lazy(() => import('../composer/attach-dialog'));
const nothing = { dividerId: null, unread: 0 };

interface ChatProps {
  ticket: Ticket;
  active: boolean;
  contactOpen: boolean;
  onContact: () => void;
}

/** The opened conversation: header, messages, composer. */
export function Chat({ ticket, active, contactOpen, onContact }: ChatProps) {
  const list = useRef<VirtuosoHandle>(null);
  const conversation = useMessages(ticket.id);
  const opened = useOpened(conversation.state, ticket.unreadMessages);
  const { messages, quoted, setQuoted, actions } = useSending(ticket, conversation.state?.messages);
  const [files, setFiles] = useState<File[]>([]);
  const addFiles = (added: File[]) => setFiles((current) => [...current, ...added]);
  const { over, handlers } = useDrop(ticket.status === 'open', addFiles);
  const landing = useLanding();
  useSocketRoom('ChatBox', ticket.uuid);
  useReading(ticket, active && opened !== null);

  function send(body: string, file?: File) {
    outbox.add(ticket.id, { body, quoted, file });
    setQuoted(null);
    list.current?.scrollToIndex({ index: 'LAST', align: 'end' });
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
        gridTemplateRows: 'auto minmax(0, 1fr) auto',
        gridTemplateColumns: 'minmax(0, 1fr)',
        bgcolor: 'atende.chat',
        containerType: 'inline-size',
        containerName: 'chat',
      }}
    >
      <ChatHeader ticket={ticket} contactOpen={contactOpen} onContact={onContact} />
      <ConversationView
        ticket={ticket}
        conversation={conversation}
        messages={messages}
        list={list}
        opened={opened ?? nothing}
        actions={actions}
        landing={landing}
      />
      <Composer
        ticket={ticket}
        quoted={quoted}
        onCancelQuote={() => setQuoted(null)}
        onSend={send}
        onFiles={addFiles}
      />
      {over && <DropOverlay />}
      {files.length > 0 && (
        <Suspense>
          <AttachDialog
            files={files}
            onChange={setFiles}
            onSend={(captioned) => {
              for (const { file, caption } of captioned) send(caption, file);
              setFiles([]);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}

import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { useSocketRoom } from '../../../providers/realtime';
import { useSeeMentions } from '../../../shared/mentions';
import { handlerOf, useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { useCapabilities } from '../../data/company-queries';
import { type OutgoingMessage, outbox } from '../../data/outbox-store';
import { useMarkRead, useUnreadAtOpening } from '../../data/use-mark-read';
import { useTicketMessageRules } from '../../data/use-message-actions';
import { useMessages } from '../../data/use-messages';
import { useSearchHits } from '../../data/use-search-hits';
import { useSending } from '../../data/use-sending';
import { contactName } from '../../model/contact-name';
import { ticketKey } from '../../model/outbox';
import type { Ticket } from '../../model/types';
import { ComposerModes } from '../composer/composer-modes';
import { useMessagingWindow } from '../composer/messaging-window';
import { ConversationFrame } from '../messages/conversation-frame';
import { ConversationView } from '../messages/conversation-view';
import type { MessageListHandle } from '../messages/use-message-scroll';
import { useLinkedMessage } from '../messages/use-scroll-to-message';
import { TakeoverBanner } from '../presence/takeover';
import { ColleagueTyping } from '../presence/typing';
import { TicketTags } from '../tags/ticket-tags';
import { ChatHeader } from './chat-header';
import { FindBar } from './find-bar';
import { SearchHitBar, useHitNavigation } from './search-hits';

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

/** As the composer: not after the messaging window has closed. */
function useAcceptsFiles({ status, windowUntil }: Ticket): boolean {
  const { kind } = useMessagingWindow(windowUntil);
  return status === 'open' && kind !== 'closed';
}

export function Chat({ ticket, active, search, contactOpen, onContact, onPending }: ChatProps) {
  const list = useRef<MessageListHandle>(null);
  const conversation = ticketKey(ticket);
  const history = useMessages(conversation);
  const opened = useUnreadAtOpening(history.state, ticket.unreadMessages);
  const { react: canReact } = useCapabilities(ticket.whatsappId);
  const options = { canReply: ticket.status === 'open', canReact };
  const { messages, quoted, setQuoted, actions } = useSending(conversation, history.state?.messages, options);
  const allows = useTicketMessageRules(ticket);
  const [finding, setFinding] = useState(false);
  const [words, setWords] = useState('');
  const hits = useSearchHits(ticket.id, finding ? words : search, history.state?.messages.at(-1)?.id);
  const { target, navigation } = useHitNavigation(hits, useLinkedMessage(), finding);
  const find = useRef<HTMLInputElement>(null);
  const focused = useRef<Element | null>(null);
  useShortcut('find', openFind, active);
  useSocketRoom('ChatBox', ticket.uuid);
  useMarkRead(ticket, active && opened !== null);
  useSeeMentions(ticket.id, active && opened !== null);

  function openFind() {
    if (!finding) focused.current = document.activeElement;
    setFinding(true);
    find.current?.select();
  }

  function closeFind() {
    setFinding(false);
    setWords('');
    const before = focused.current;
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    else handlerOf('write')?.();
  }

  function send(message: Omit<OutgoingMessage, 'quoted'>) {
    outbox.add(conversation, { ...message, quoted });
    setQuoted(null);
  }

  return (
    <ConversationFrame
      conversation={conversation}
      draftKey={ticket.uuid}
      acceptsFiles={useAcceptsFiles(ticket)}
      onSend={send}
      header={
        <>
          <ChatHeader ticket={ticket} contactOpen={contactOpen} onContact={onContact} onFind={openFind} />
          <Box>
            <TicketTags ticket={ticket} />
            {finding ? (
              <FindBar input={find} hits={hits} navigation={navigation} onWords={setWords} onClose={closeFind} />
            ) : (
              navigation && <SearchHitBar navigation={navigation} />
            )}
          </Box>
        </>
      }
      composer={(addFiles) => (
        <>
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
        </>
      )}
    >
      <ConversationView
        conversation={conversation}
        name={contactName(ticket.contact)}
        isGroup={ticket.isGroup}
        ticket={ticket}
        allows={allows}
        history={history}
        messages={messages}
        list={list}
        opened={opened}
        actions={actions}
        target={target}
        hits={hits}
      />
    </ConversationFrame>
  );
}

import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { useStoredDraft } from '../../../conversation/data/drafts';
import { useUnsent } from '../../../conversation/data/outbox-store';
import { HighlightedText } from '../../../conversation/messages/formatted-text';
import { MediaKindIcon, mediaKindOf, previewText } from '../../../conversation/messages/message-preview';
import { Ticks } from '../../../conversation/messages/ticks';
import { mediaTypeOf } from '../../../conversation/model/outbox';
import { plainText } from '../../../conversation/model/text-format';
import type { Ticket } from '../../../conversation/model/types';
import { DraftMark, Excerpt } from './row-styles';

interface RowExcerptProps {
  ticket: Ticket;
  /** It is open beside the list, where its draft is seen. */
  current: boolean;
  /** The words of a search. */
  sought: readonly string[];
}

/** What is newest: what this browser has not sent yet, else the last message with how far it came. */
function useLatestMessage(ticket: Ticket) {
  const unsent = useUnsent(ticket.id);
  if (unsent)
    return {
      fromMe: true,
      ack: 0,
      status: unsent.state === 'failed' || unsent.state === 'unreached' ? ('failed' as const) : undefined,
      type: unsent.file ? mediaTypeOf(unsent.file.type) : 'chat',
      text: unsent.body,
      author: null,
    };
  return {
    fromMe: ticket.lastMessageFromMe && ticket.lastMessageType !== 'deleted',
    ack: ticket.lastMessageAck,
    status: ticket.lastMessageStatus ?? undefined,
    type: ticket.lastMessageType,
    text: ticket.lastMessage,
    author: ticket.lastMessageFromMe ? null : ticket.lastMessageParticipant,
  };
}

/** One line of the conversation: what a search found, a draft, or its last message. */
export function RowPreview({ ticket, current, sought }: RowExcerptProps) {
  const translate = useTranslate();
  const draft = useStoredDraft(ticket.uuid).trim();
  const { fromMe, ack, status, type, text, author } = useLatestMessage(ticket);
  if (ticket.hit) {
    return (
      <Excerpt data-unread={false}>
        <Search aria-hidden fontSize="mini" sx={{ flex: 'none' }} />
        <span>
          <HighlightedText text={plainText(ticket.hit.snippet)} sought={sought} />
        </span>
      </Excerpt>
    );
  }
  const drafted = draft !== '' && !current;
  const ticks = fromMe && (!drafted || status === 'failed') && <Ticks ack={ack} status={status} />;
  if (drafted) {
    return (
      <Excerpt data-unread={false}>
        {ticks}
        <span>
          <DraftMark>{translate('list.draft')}</DraftMark> {plainText(draft)}
        </span>
      </Excerpt>
    );
  }
  const kind = mediaKindOf(type);
  return (
    <Excerpt data-unread={ticket.unreadMessages > 0}>
      {ticks}
      {kind && <MediaKindIcon kind={kind} />}
      <span>
        {author && `${author}: `}
        {previewText(text, type, translate) || translate('workspace.chat.empty')}
      </span>
    </Excerpt>
  );
}

import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { useStoredDraft } from '../../../../conversation/data/drafts';
import { useUnsent } from '../../../../conversation/data/outbox-store';
import { signatureOf } from '../../../../conversation/model/message-content';
import { mediaTypeOf, ticketKey } from '../../../../conversation/model/outbox';
import { plainText } from '../../../../conversation/model/text-format';
import type { Ticket } from '../../../../conversation/model/types';
import { HighlightedText } from '../../../../conversation/ui/messages/formatted-text';
import { MediaKindIcon, previewText, Ticks } from '../../../../conversation/ui/messages/message-preview';
import { useSessionUser } from '../../../../providers/session-user';
import { DraftMark, Excerpt } from './row-styles';

/** The newest message: one that is not sent yet, else the last one of a person. */
function useLatestMessage(ticket: Ticket) {
  const { id: me } = useSessionUser();
  const unsent = useUnsent(ticketKey(ticket));
  if (unsent)
    return {
      own: true,
      fromMe: true,
      ack: 0,
      status: unsent.state === 'failed' || unsent.state === 'unreached' ? unsent.state : undefined,
      type: unsent.file ? mediaTypeOf(unsent.file.type) : 'chat',
      text: unsent.body.slice(signatureOf({ body: unsent.body, fromMe: true }).length),
      author: null,
    };
  return {
    own: ticket.lastMessageFromMe && ticket.lastMessageUserId === me,
    fromMe: ticket.lastMessageFromMe && ticket.lastMessageType !== 'deleted',
    ack: ticket.lastMessageAck,
    status: ticket.lastMessageStatus ?? undefined,
    type: ticket.lastMessageType,
    text: ticket.lastMessage,
    author: ticket.lastMessageFromMe ? null : ticket.lastMessageParticipant,
  };
}

interface RowPreviewProps {
  ticket: Ticket;
  /** It is open beside the list, where its draft is visible. */
  current: boolean;
  searchTerms: readonly string[];
}

/** One line of the conversation: the search hit, the draft or the latest message. */
export function RowPreview({ ticket, current, searchTerms }: RowPreviewProps) {
  const translate = useTranslate();
  const draft = useStoredDraft(ticket.uuid).trim();
  const { own, fromMe, ack, status, type, text, author } = useLatestMessage(ticket);
  if (ticket.hit) {
    return (
      <Excerpt data-unread={false}>
        <Search aria-hidden fontSize="mini" sx={{ flex: 'none' }} />
        <span>
          <HighlightedText text={plainText(ticket.hit.snippet)} searchTerms={searchTerms} />
        </span>
      </Excerpt>
    );
  }
  const showDraft = draft !== '' && !current;
  const ticks = fromMe && (!showDraft || status === 'failed' || status === 'unreached') && (
    <Ticks ack={ack} status={status} />
  );
  if (showDraft) {
    return (
      <Excerpt data-unread={false}>
        {ticks}
        <span>
          <DraftMark>{translate('list.draft')}</DraftMark> {plainText(draft)}
        </span>
      </Excerpt>
    );
  }
  return (
    <Excerpt data-unread={ticket.unreadMessages > 0}>
      {ticks}
      <MediaKindIcon type={type} />
      <span>
        {author && `${author}: `}
        {status === 'unreached' && <DraftMark>{`${translate('workspace.ack.unreached')} · `}</DraftMark>}
        {own && `${translate('list.you')} `}
        {previewText(text, type, translate) || translate('workspace.chat.empty')}
      </span>
    </Excerpt>
  );
}

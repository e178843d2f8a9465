import Search from '@mui/icons-material/Search';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { textSize } from '../../../shared/type-scale';
import { plainText } from '../model/text-format';
import type { Ticket } from '../model/types';
import { RowViewers } from '../together/row-viewers';
import { WithChannel } from './channel-dot';
import { DotLabel } from './dot-label';
import { KindIcon } from './kind-icon';
import { kindOf, previewText } from './preview';
import { Above, Body, LabelLine, Line, Name, NameLink, Pill, Preview, Row, When } from './row-styles';
import { contactName } from './ticket-name';
import { Ticks } from './ticks';
import { shortWhen } from './when';

interface TicketRowProps {
  ticket: Ticket;
  current: boolean;
  /** What the address says about the list: opening a conversation keeps it. */
  kept: string;
  /** Whether the list is for choosing now, and this one is chosen. */
  selecting: boolean;
  chosen: boolean;
  mayPeek: boolean;
  accepting: boolean;
  onAccept: (ticket: Ticket) => void;
  onPeek: (ticket: Ticket) => void;
  onToggle: (ticketId: number, range?: boolean) => void;
}

const LABELS = 3;
/** Kept while rows are chosen, when there is no button: no row changes its height. */
const ACTION_PX = 28;

function LastMessage({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  if (ticket.hit) {
    return (
      <Preview data-unread={false}>
        <Search fontSize="mini" sx={{ flex: 'none' }} />
        <span>{plainText(ticket.hit.snippet)}</span>
      </Preview>
    );
  }
  const kind = kindOf(ticket.lastMessageType);
  return (
    <Preview data-unread={ticket.unreadMessages > 0}>
      {ticket.lastMessageFromMe && ticket.lastMessageType !== 'deleted' && <Ticks ack={ticket.lastMessageAck} />}
      {kind && <KindIcon kind={kind} />}
      <span>{previewText(ticket.lastMessage, ticket.lastMessageType, translate)}</span>
    </Preview>
  );
}

function Labels({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  return (
    <LabelLine>
      <DotLabel name={ticket.queue?.name ?? translate('workspace.no_queue')} color={ticket.queue?.color ?? ''} />
      {ticket.tags.slice(0, LABELS).map((tag) => (
        <DotLabel key={tag.id} name={tag.name} color={tag.color} />
      ))}
    </LabelLine>
  );
}

function Actions({
  ticket,
  name,
  mayPeek,
  accepting,
  onAccept,
  onPeek,
}: Pick<TicketRowProps, 'ticket' | 'mayPeek' | 'accepting' | 'onAccept' | 'onPeek'> & { name: string }) {
  const translate = useTranslate();
  const peek = translate('workspace.list.peek_of', { name });
  return (
    <Above>
      {mayPeek && (
        <Tooltip title={peek}>
          <IconButton size="small" aria-label={peek} onClick={() => onPeek(ticket)} sx={{ p: '3px', my: '-3px' }}>
            <Visibility fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {ticket.status === 'pending' && (
        <Button
          size="small"
          variant="contained"
          loading={accepting}
          data-row-focus
          aria-label={translate('workspace.list.accept_of', { name })}
          onClick={() => onAccept(ticket)}
          sx={{ minHeight: ACTION_PX, py: 0, px: 1.25, fontSize: textSize.caption, borderRadius: '8px' }}
        >
          {translate('workspace.list.accept')}
        </Button>
      )}
    </Above>
  );
}

interface TickProps extends Pick<TicketRowProps, 'chosen' | 'onToggle'> {
  ticketId: number;
  name: string;
}

/** In place of the picture, and as large. */
function Tick({ ticketId, name, chosen, onToggle }: TickProps) {
  const translate = useTranslate();
  const label = { 'aria-label': translate('list.bulk.choose', { name }), 'data-row-focus': true };
  return (
    <Checkbox
      checked={chosen}
      onChange={({ nativeEvent }) => onToggle(ticketId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      slotProps={{ input: label }}
      sx={{ width: 44, height: 44, flex: 'none' }}
    />
  );
}

/** One conversation of the list. A pending one is not opened by a click, it is accepted. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, current, kept, selecting, chosen, onToggle } = props;
  const translate = useTranslate();
  const name = contactName(ticket.contact);
  const unread = ticket.unreadMessages;
  const pending = ticket.status === 'pending';
  const openable = !pending && !selecting;
  return (
    <Row current={selecting ? chosen : current} openable={openable || selecting}>
      {selecting ? (
        <Tick ticketId={ticket.id} name={name} chosen={chosen} onToggle={onToggle} />
      ) : (
        <WithChannel channel={ticket.channel} connection={ticket.whatsapp?.name}>
          <Avatar name={name} src={ticket.contact.profilePicUrl} seed={ticket.contactId} />
        </WithChannel>
      )}
      <Body>
        <Line>
          {openable ? (
            <NameLink
              data-row-focus
              to={{ pathname: `/tickets/${ticket.uuid}`, search: kept }}
              state={ticket.hit ? { messageId: ticket.hit.messageId } : undefined}
              aria-current={current ? 'page' : undefined}
            >
              {name}
            </NameLink>
          ) : (
            <Name>{name}</Name>
          )}
          <When dateTime={ticket.updatedAt} data-unread={unread > 0}>
            {shortWhen(ticket.updatedAt, translate)}
          </When>
        </Line>
        <Line style={{ marginTop: 1 }}>
          <LastMessage ticket={ticket} />
          {unread > 0 && (
            <Pill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
              {unread > 999 ? '999+' : unread}
            </Pill>
          )}
        </Line>
        <Line style={{ marginTop: 5, gap: 6, minHeight: pending ? ACTION_PX : undefined }}>
          <Labels ticket={ticket} />
          <RowViewers ticketId={ticket.id} />
          {!selecting && <Actions {...props} name={name} />}
        </Line>
      </Body>
    </Row>
  );
});

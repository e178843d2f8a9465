import Checkbox from '@mui/material/Checkbox';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { useMinute } from '../../../shared/use-minute';
import type { Ticket } from '../model/types';
import { WithChannel } from './channel-dot';
import { Accept, Peek } from './row-actions';
import { RowExcerpt } from './row-excerpt';
import { RowFacts } from './row-facts';
import { Body, Column, Line, Name, NameLink, Pill, Row, When } from './row-styles';
import { contactName } from './ticket-name';
import { shortWhen } from './when';

interface TicketRowProps {
  ticket: Ticket;
  current: boolean;
  /** What the address says about the list: opening a conversation keeps it. */
  kept: string;
  /** The words of the search that found it. */
  sought: readonly string[];
  /** Whether the list is for choosing now, and this one is chosen. */
  selecting: boolean;
  chosen: boolean;
  mayPeek: boolean;
  accepting: boolean;
  onAccept: (ticket: Ticket) => void;
  onPeek: (ticket: Ticket) => void;
  onToggle: (ticketId: number, range?: boolean) => void;
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

function Time({ at, unread }: { at: string; unread: boolean }) {
  const translate = useTranslate();
  // at midnight today becomes yesterday
  useMinute();
  return (
    <When dateTime={at} data-unread={unread}>
      {shortWhen(at, translate)}
    </When>
  );
}

/** One conversation of the list. A pending one is not opened by a click, it is accepted. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, current, kept, sought, selecting, chosen, mayPeek, accepting, onAccept, onPeek, onToggle } = props;
  const translate = useTranslate();
  const name = contactName(ticket.contact);
  const unread = ticket.unreadMessages;
  const pending = ticket.status === 'pending';
  const openable = !pending && !selecting;
  const marked = selecting ? chosen : current;
  return (
    <Row data-uuid={ticket.uuid} current={marked} data-current={marked} openable={openable || selecting}>
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
          <Time at={ticket.lastMessageAt} unread={unread > 0} />
        </Line>
        <Line>
          <Column>
            <Line>
              <RowExcerpt ticket={ticket} current={current} sought={sought} />
              {unread > 0 && (
                <Pill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
                  {unread > 999 ? '999+' : unread}
                </Pill>
              )}
            </Line>
            <Line>
              <RowFacts ticket={ticket} />
              {mayPeek && !selecting && <Peek ticket={ticket} name={name} onPeek={onPeek} />}
            </Line>
          </Column>
          {pending && !selecting && <Accept ticket={ticket} name={name} accepting={accepting} onAccept={onAccept} />}
        </Line>
      </Body>
    </Row>
  );
});

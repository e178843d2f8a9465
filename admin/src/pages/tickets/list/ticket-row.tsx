import Visibility from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { memo, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { contactName } from '../../../conversation/model/contact-name';
import { shortDateTime } from '../../../conversation/model/dates';
import type { Ticket } from '../../../conversation/model/types';
import { Avatar } from '../../../shared/avatar';
import { useMinute } from '../../../shared/use-minute';
import { RowFacts } from './row-facts';
import { RowPreview } from './row-preview';
import { AboveLink, AcceptButton, Body, Column, Line, Name, NameLink, Pill, Row, When } from './row-styles';

const colours: Record<string, string> = {
  sandbox: '#7c6ee0',
  cloudapi: '#25d366',
  whatsapp: '#25d366',
  baileys: '#25d366',
  facebook: '#1877f2',
  instagram: '#d62976',
};

/** A picture with the dot of the channel that the conversation runs over. */
export function ChannelBadge({
  channel,
  connection,
  children,
}: {
  channel: string;
  connection?: string;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const name = translate(`workspace.channel.${channel}`, { _: channel });
  return (
    <Box
      sx={{ position: 'relative', flex: 'none', height: 'fit-content' }}
      title={connection ? `${name} · ${connection}` : name}
    >
      {children}
      <Box
        component="span"
        aria-hidden
        sx={{
          position: 'absolute',
          right: -2,
          bottom: -2,
          width: 14,
          height: 14,
          borderRadius: '50%',
          border: 2,
          borderColor: 'background.paper',
          boxSizing: 'border-box',
          bgcolor: colours[channel] ?? 'atende.faint',
        }}
      />
    </Box>
  );
}

interface ActionProps {
  ticket: Ticket;
  /** Of the contact. */
  name: string;
}

/** Reads a conversation without entering it. */
export function Peek({ ticket, name, onPeek }: ActionProps & { onPeek: (ticket: Ticket) => void }) {
  const translate = useTranslate();
  const label = translate('workspace.list.peek_of', { name });
  return (
    <AboveLink>
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} onClick={() => onPeek(ticket)} sx={{ p: '3px', my: '-3px' }}>
          <Visibility fontSize="small" />
        </IconButton>
      </Tooltip>
    </AboveLink>
  );
}

interface AcceptProps extends ActionProps {
  accepting: boolean;
  onAccept: (ticket: Ticket) => void;
}

export function Accept({ ticket, name, accepting, onAccept }: AcceptProps) {
  const translate = useTranslate();
  return (
    <AboveLink>
      <AcceptButton
        size="small"
        loading={accepting}
        data-row-focus
        aria-label={translate('workspace.list.accept_of', { name })}
        onClick={() => onAccept(ticket)}
      >
        {translate('workspace.list.accept')}
      </AcceptButton>
    </AboveLink>
  );
}

interface TicketRowProps {
  ticket: Ticket;
  current: boolean;
  /** What the address says about the list: opening a conversation keeps it. */
  listSearch: string;
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
      {shortDateTime(at, translate)}
    </When>
  );
}

/** One conversation of the list. A pending one is not opened by a click, it is accepted. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, current, listSearch, sought, selecting, chosen, mayPeek, accepting, onAccept, onPeek, onToggle } =
    props;
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
        <ChannelBadge channel={ticket.channel} connection={ticket.whatsapp?.name}>
          <Avatar name={name} src={ticket.contact.profilePicUrl} seed={ticket.contactId} />
        </ChannelBadge>
      )}
      <Body>
        <Line>
          {openable ? (
            <NameLink
              data-row-focus
              to={{ pathname: `/tickets/${ticket.uuid}`, search: listSearch }}
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
              <RowPreview ticket={ticket} current={current} sought={sought} />
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

import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Box, Checkbox } from '@mui/material';
import { memo, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { contactName } from '../../../../conversation/model/contact-name';
import { shortDateTime } from '../../../../conversation/model/dates';
import type { Ticket } from '../../../../conversation/model/types';
import { useActing } from '../../../../shared/acting';
import { Avatar } from '../../../../shared/avatar';
import { CountPill } from '../../../../shared/count-pill';
import { TooltipIconButton } from '../../../../shared/tooltip-icon-button';
import { useMinute } from '../../../../shared/use-minute';
import { RowFacts } from './row-facts';
import { RowPreview } from './row-preview';
import { AboveLink, AcceptButton, Body, Line, Name, NameLink, Row, When } from './row-styles';

/** Marks what receives the focus when the keyboard moves to a row. */
const rowFocus = { 'data-row-focus': true };

const channelColors: Record<string, string> = {
  sandbox: '#7c6ee0',
  cloudapi: '#25d366',
  whatsapp: '#25d366',
  baileys: '#25d366',
  facebook: '#1877f2',
  instagram: '#d62976',
};

/** Adds a dot in the colour of the ticket's channel to a picture. */
function ChannelBadge({ ticket: { channel, whatsapp }, children }: { ticket: Ticket; children: ReactNode }) {
  const translate = useTranslate();
  const name = translate(`workspace.channel.${channel}`, { _: channel });
  return (
    <Box
      sx={{ position: 'relative', flex: 'none', height: 'fit-content' }}
      title={whatsapp ? `${name} · ${whatsapp.name}` : name}
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
          bgcolor: channelColors[channel] ?? 'atende.faint',
        }}
      />
    </Box>
  );
}

function Time({ at, unread }: { at: string; unread: boolean }) {
  const translate = useTranslate();
  // at midnight 'today' becomes 'yesterday'
  useMinute();
  return (
    <When dateTime={at} data-unread={unread}>
      {shortDateTime(at, translate)}
    </When>
  );
}

interface TicketRowProps {
  ticket: Ticket;
  current: boolean;
  /** The query of the address: opening a conversation keeps it. */
  listSearch: string;
  searchTerms: readonly string[];
  /** Whether rows are being selected, and this one is. */
  selecting: boolean;
  chosen: boolean;
  mayPeek: boolean;
  onAccept: (ticket: Ticket) => void;
  onPeek: (ticket: Ticket) => void;
  onToggle: (ticketId: number, range?: boolean) => void;
}

/** A conversation of the list. A pending one is not opened by a click but accepted. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, current, listSearch, searchTerms, selecting, chosen, mayPeek } = props;
  const { onAccept, onPeek, onToggle } = props;
  const translate = useTranslate();
  const acting = useActing(ticket.id);
  const name = contactName(ticket.contact);
  const unread = ticket.unreadMessages;
  const pending = ticket.status === 'pending';
  const openable = !pending && !selecting;
  const marked = selecting ? chosen : current;
  return (
    <Row data-uuid={ticket.uuid} current={marked} data-current={marked} openable={openable || selecting}>
      {selecting ? (
        <Checkbox
          checked={chosen}
          onChange={({ nativeEvent }) => onToggle(ticket.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          slotProps={{ input: { 'aria-label': translate('list.bulk.choose', { name }), ...rowFocus } }}
          sx={{ width: 44, height: 44, flex: 'none' }}
        />
      ) : (
        <ChannelBadge ticket={ticket}>
          <Avatar name={name} src={ticket.contact.profilePicUrl} seed={ticket.contactId} />
        </ChannelBadge>
      )}
      <Body>
        <Line>
          {openable ? (
            <NameLink
              {...rowFocus}
              to={{ pathname: `/tickets/${ticket.uuid}`, search: listSearch }}
              state={ticket.hit ? { messageId: ticket.hit.messageId, noteId: ticket.hit.noteId } : undefined}
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
          <Body>
            <Line>
              <RowPreview ticket={ticket} current={current} searchTerms={searchTerms} />
              {unread > 0 && (
                <CountPill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
                  {unread > 999 ? '999+' : unread}
                </CountPill>
              )}
            </Line>
            <Line>
              <RowFacts ticket={ticket} />
              {mayPeek && !selecting && (
                <AboveLink>
                  <TooltipIconButton
                    label={translate('workspace.list.peek_of', { name })}
                    size="small"
                    onClick={() => onPeek(ticket)}
                    sx={{ p: '3px', my: '-3px' }}
                  >
                    <Visibility fontSize="small" />
                  </TooltipIconButton>
                </AboveLink>
              )}
            </Line>
          </Body>
          {pending && !selecting && (
            <AboveLink>
              <AcceptButton
                size="small"
                loading={acting !== null}
                {...rowFocus}
                aria-label={translate('workspace.list.accept_of', { name })}
                onClick={() => onAccept(ticket)}
              >
                {translate('workspace.list.accept')}
              </AcceptButton>
            </AboveLink>
          )}
        </Line>
      </Body>
    </Row>
  );
});

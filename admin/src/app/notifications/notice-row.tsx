import Box from '@mui/material/Box';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import { previewText } from '../../conversation/messages/message-preview';
import { contactName } from '../../conversation/model/contact-name';
import { shortDateTime } from '../../conversation/model/dates';
import type { Ticket } from '../../conversation/model/types';
import { Avatar } from '../../shared/avatar';
import { ColorDot } from '../../shared/color-dot';
import { CountPill } from '../../shared/count-pill';

function Facts({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const department = ticket.queue?.name ?? translate('workspace.no_queue');
  return (
    <Typography variant="caption" noWrap sx={{ color: 'atende.faint', display: 'block' }}>
      <ColorDot color={ticket.queue?.color} size={7} /> {department}
      {ticket.status === 'pending' && ` · ${translate('shell.notices.waiting')}`}
    </Typography>
  );
}

/** One conversation with something unread. */
export function NoticeRow({ ticket, onOpen }: { ticket: Ticket; onOpen: () => void }) {
  const translate = useTranslate();
  const name = contactName(ticket.contact);
  const unread = ticket.unreadMessages;
  const { listSearch } = useTicketNavigation();
  return (
    <ListItem disablePadding divider>
      <ListItemButton
        component={Link}
        to={{ pathname: `/tickets/${ticket.uuid}`, search: listSearch }}
        onClick={onOpen}
        sx={{ gap: 1.5, px: 2, py: 1.125 }}
      >
        <Avatar name={name} src={ticket.contact.profilePicUrl} seed={ticket.contactId} size={38} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {previewText(ticket.lastMessage, ticket.lastMessageType, translate)}
          </Typography>
          <Facts ticket={ticket} />
        </Box>
        <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.5, alignSelf: 'start' }}>
          <Typography variant="caption" component="time" dateTime={ticket.lastMessageAt} sx={{ color: 'atende.faint' }}>
            {shortDateTime(ticket.lastMessageAt, translate)}
          </Typography>
          <CountPill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
            {unread > 999 ? '999+' : unread}
          </CountPill>
        </Box>
      </ListItemButton>
    </ListItem>
  );
}

import AlternateEmail from '@mui/icons-material/AlternateEmail';
import { Box, ListItem, ListItemButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link, type To } from 'react-router-dom';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import { contactName } from '../../conversation/model/contact-name';
import { shortDateTime } from '../../conversation/model/dates';
import type { Ticket } from '../../conversation/model/types';
import { previewText } from '../../conversation/ui/messages/message-preview';
import { useSessionUser } from '../../providers/session-user';
import type { Mention } from '../../providers/socket-events';
import { Avatar } from '../../shared/avatar';
import { ColorDot } from '../../shared/color-dot';
import { CountPill } from '../../shared/count-pill';

interface RowProps {
  to: To;
  state?: object;
  onOpen: () => void;
  icon: ReactNode;
  title: string;
  text: string;
  details: ReactNode;
  time: string;
  badge?: ReactNode;
}

function Row({ to, state, onOpen, icon, title, text, details, time, badge }: RowProps) {
  const translate = useTranslate();
  return (
    <ListItem disablePadding divider>
      <ListItemButton component={Link} to={to} state={state} onClick={onOpen} sx={{ gap: 1.5, px: 2, py: 1.125 }}>
        {icon}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {text}
          </Typography>
          <Typography variant="caption" noWrap sx={{ color: 'atende.faint', display: 'block' }}>
            {details}
          </Typography>
        </Box>
        <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.5, alignSelf: 'start' }}>
          <Typography variant="caption" component="time" dateTime={time} sx={{ color: 'atende.faint' }}>
            {shortDateTime(time, translate)}
          </Typography>
          {badge}
        </Box>
      </ListItemButton>
    </ListItem>
  );
}

interface UnreadTicketRowProps {
  ticket: Ticket;
  onOpen: () => void;
}

export function UnreadTicketRow({ ticket, onOpen }: UnreadTicketRowProps) {
  const translate = useTranslate();
  const { listSearch } = useTicketNavigation();
  const { id: me } = useSessionUser();
  const name = contactName(ticket.contact);
  const unread = ticket.unreadMessages;
  const you = ticket.lastMessageFromMe && ticket.lastMessageUserId === me ? `${translate('list.you')} ` : '';
  return (
    <Row
      to={{ pathname: `/tickets/${ticket.uuid}`, search: listSearch }}
      onOpen={onOpen}
      icon={<Avatar name={name} src={ticket.contact.profilePicUrl} seed={ticket.contactId} size={38} />}
      title={name}
      text={`${you}${previewText(ticket.lastMessage, ticket.lastMessageType, translate)}`}
      details={
        <>
          <ColorDot color={ticket.queue?.color} size={7} /> {ticket.queue?.name ?? translate('workspace.no_queue')}
          {ticket.status === 'pending' && ` · ${translate('shell.notices.waiting')}`}
        </>
      }
      time={ticket.lastMessageAt}
      badge={
        <CountPill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
          {unread > 999 ? '999+' : unread}
        </CountPill>
      }
    />
  );
}

interface MentionRowProps {
  mention: Mention;
  onOpen: () => void;
}

/** A note that mentions the user; opens its conversation at the note. */
export function MentionRow({ mention, onOpen }: MentionRowProps) {
  const translate = useTranslate();
  const { note, noteId, user, ticket, contact, createdAt } = mention;
  const icon = (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 38,
        height: 38,
        flex: 'none',
        borderRadius: '50%',
        bgcolor: 'atende.note',
        color: 'atende.warn',
      }}
    >
      <AlternateEmail />
    </Box>
  );
  return (
    <Row
      to={`/tickets/${ticket.uuid}`}
      state={{ noteId }}
      onOpen={onOpen}
      icon={icon}
      title={user ? translate('notes.mentioned', { name: user.name }) : translate('notes.mentioned_nobody')}
      text={note}
      details={contactName(contact)}
      time={createdAt}
    />
  );
}

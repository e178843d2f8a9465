import AlternateEmail from '@mui/icons-material/AlternateEmail';
import Box from '@mui/material/Box';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { contactName } from '../../conversation/model/contact-name';
import { shortDateTime } from '../../conversation/model/dates';
import type { Mention } from './mentions';

/** A note that names the user; opens its conversation there. */
export function MentionRow({ mention, onOpen }: { mention: Mention; onOpen: () => void }) {
  const translate = useTranslate();
  const { note, noteId, user, ticket, contact, createdAt } = mention;
  return (
    <ListItem disablePadding divider>
      <ListItemButton
        component={Link}
        to={`/tickets/${ticket.uuid}`}
        state={{ noteId }}
        onClick={onOpen}
        sx={{ gap: 1.5, px: 2, py: 1.125 }}
      >
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
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>
            {user ? translate('notes.mentioned', { name: user.name }) : translate('notes.mentioned_nobody')}
          </Typography>
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {note}
          </Typography>
          <Typography variant="caption" noWrap sx={{ color: 'atende.faint', display: 'block' }}>
            {contactName(contact)}
          </Typography>
        </Box>
        <Typography
          variant="caption"
          component="time"
          dateTime={createdAt}
          sx={{ color: 'atende.faint', alignSelf: 'start' }}
        >
          {shortDateTime(createdAt, translate)}
        </Typography>
      </ListItemButton>
    </ListItem>
  );
}

import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { formatDateTime, formatPhone } from '../../../shared/format';
import { fetchContact } from '../data/api';
import { keys } from '../data/keys';
import { contactName } from '../list/ticket-name';
import type { Contact, Ticket } from '../model/types';
import { Facts } from './facts';

const PHONE_LENGTH = 15;

function PhoneLink({ contact }: { contact: Contact }) {
  const translate = useTranslate();
  if (contact.number.length >= PHONE_LENGTH)
    return <Typography sx={{ color: 'text.secondary' }}>{translate('workspace.group')}</Typography>;
  const number = formatPhone(contact.number);
  return (
    <Link href={`tel:+${contact.number}`} aria-label={translate('workspace.contact.call', { number })}>
      {number}
    </Link>
  );
}

/** What is known of the contact, 320 px wide. */
export function ContactPanel({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const translate = useTranslate();
  const { contact } = ticket;
  const { data } = useQuery({
    queryKey: keys.contact(contact.id),
    queryFn: ({ signal }) => fetchContact(contact.id, signal),
  });
  const name = contactName(contact);
  const extra = data?.extraInfo ?? [];
  return (
    <Box
      component="aside"
      aria-label={translate('workspace.contact.title')}
      sx={{
        position: 'relative',
        width: 320,
        maxWidth: '100vw',
        height: '100%',
        boxSizing: 'border-box',
        overflowY: 'auto',
        p: 2.5,
        display: 'flex',
        flexDirection: 'column',
        gap: 1.75,
        fontSize: 13,
        bgcolor: 'background.paper',
      }}
    >
      <IconButton
        size="small"
        aria-label={translate('workspace.chat.close_contact')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 10, right: 10 }}
      >
        <Close sx={{ fontSize: 18 }} />
      </IconButton>
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.5, textAlign: 'center' }}>
        <Avatar name={name} src={contact.profilePicUrl} size={76} seed={contact.id} />
        <Typography component="h2" sx={{ fontSize: 16, fontWeight: 650, mt: 0.75, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <PhoneLink contact={contact} />
      </Box>
      <Facts
        facts={[
          { name: translate('workspace.contact.email'), value: data?.email ?? contact.email },
          { name: translate('workspace.contact.connection'), value: ticket.whatsapp?.name },
          { name: translate('workspace.contact.queue'), value: ticket.queue?.name },
          { name: translate('workspace.contact.protocol'), value: String(ticket.code) },
          { name: translate('workspace.contact.since'), value: formatDateTime(ticket.createdAt) },
        ]}
      />
      {extra.length > 0 && <Facts title={translate('workspace.contact.extra')} facts={extra} />}
    </Box>
  );
}

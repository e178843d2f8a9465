import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { formatDateTime } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { fetchContact } from '../data/api';
import { keys } from '../data/keys';
import { ratingWords } from '../model/rating';
import type { Ticket } from '../model/types';
import { useRoomy } from '../workspace-layout';
import { ContactCard } from './contact-card';
import { ContactTickets } from './contact-tickets';
import { Facts } from './facts';
import { NotesPanel } from './notes-panel';
import { Retry } from './retry';

/** What is known of the contact, 320 px wide. */
export function ContactPanel({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const translate = useTranslate();
  const { contact } = ticket;
  const column = useRoomy();
  const { data, isError, refetch } = useQuery({
    queryKey: keys.contact(contact.id),
    queryFn: ({ signal }) => fetchContact(contact.id, signal),
  });
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
        fontSize: textSize.small,
        bgcolor: 'background.paper',
      }}
    >
      <IconButton
        size="small"
        aria-label={translate('workspace.chat.close_contact')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 10, right: 10 }}
      >
        <Close fontSize="small" />
      </IconButton>
      <ContactCard contact={contact} />
      {isError && !data && <Retry text={translate('drawer.failed')} onRetry={() => void refetch()} />}
      <Facts
        facts={[
          { name: translate('workspace.contact.email'), value: data?.email ?? contact.email },
          { name: translate('workspace.contact.connection'), value: ticket.whatsapp?.name },
          { name: translate('workspace.contact.queue'), value: ticket.queue?.name },
          { name: translate('workspace.contact.protocol'), value: String(ticket.code) },
          { name: translate('workspace.contact.since'), value: formatDateTime(ticket.createdAt) },
          { name: translate('together.rating'), value: ticket.rating && ratingWords(ticket.rating, translate) },
        ]}
      />
      <NotesPanel key={ticket.uuid} ticket={ticket} />
      <ContactTickets key={`tickets-${ticket.uuid}`} ticket={ticket} onOpen={column ? undefined : onClose} />
      {extra.length > 0 && <Facts title={translate('workspace.contact.extra')} facts={extra} />}
    </Box>
  );
}

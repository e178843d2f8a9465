import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { textSize } from '../../../shared/type-scale';
import type { TicketList } from '../data/use-ticket-list';
import { contactName } from '../list/ticket-name';
import type { Ticket } from '../model/types';

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function Target({ ticket, note }: { ticket: Ticket; note: string | undefined }) {
  const name = contactName(ticket.contact);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Avatar name={name} src={ticket.contact.profilePicUrl} size={32} seed={ticket.contactId} />
      <Box component="span" sx={{ minWidth: 0, display: 'grid' }}>
        <Box component="span" sx={{ ...cut, fontWeight: 500 }}>
          {name}
        </Box>
        <Box component="span" sx={{ ...cut, fontSize: textSize.caption, color: 'text.secondary' }}>
          {note ?? ticket.queue?.name ?? ticket.whatsapp?.name}
        </Box>
      </Box>
    </Box>
  );
}

interface ForwardListProps {
  list: TicketList;
  chosen: readonly number[];
  full: boolean;
  searched: boolean;
  onToggle: (ticketId: number) => void;
}

/** Open conversations to choose from; where only templates may be said, nothing can be forwarded. */
export function ForwardList({ list, chosen, full, searched, onToggle }: ForwardListProps) {
  const translate = useTranslate();
  const { state, error } = list;
  if (error && !state) return <EmptyState title={errorText(error)} />;
  if (!state) return <Skeleton variant="rounded" height={220} />;
  if (state.tickets.length === 0)
    return <EmptyState title={translate(searched ? 'message.forward_not_found' : 'message.forward_empty')} />;
  return (
    <Box
      role="group"
      aria-label={translate('message.forward_list')}
      sx={{ display: 'grid', maxHeight: 'min(320px, 45vh)', overflowY: 'auto', mx: -1 }}
    >
      {state.tickets.map((ticket) => {
        const closed = ticket.windowUntil !== null && Date.parse(ticket.windowUntil) <= Date.now();
        const on = chosen.includes(ticket.id);
        return (
          <FormControlLabel
            key={ticket.id}
            control={<Checkbox checked={on} onChange={() => onToggle(ticket.id)} />}
            disabled={!on && (closed || full)}
            label={<Target ticket={ticket} note={closed ? translate('message.forward_closed') : undefined} />}
            sx={{ m: 0, px: 1, py: 0.25, borderRadius: '8px', '& .MuiFormControlLabel-label': { minWidth: 0 } }}
          />
        );
      })}
      {state.hasMore && (
        <Box sx={{ px: 1, py: 1, fontSize: textSize.caption, color: 'text.secondary' }}>
          {translate('message.forward_more')}
        </Box>
      )}
    </Box>
  );
}

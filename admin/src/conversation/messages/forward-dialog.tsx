import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useResources } from '../../schema/resources';
import { Avatar } from '../../shared/avatar';
import { EmptyState } from '../../shared/empty-state';
import { errorText } from '../../shared/error-text';
import { FormDialog } from '../../shared/form-dialog';
import { textSize } from '../../shared/type-scale';
import { useDebounced } from '../../shared/use-debounced';
import { forwardMessage } from '../data/api';
import { newId } from '../data/browser';
import { cacheMessage } from '../data/cache';
import { type TicketList, useTicketList } from '../data/use-ticket-list';
import { contactName } from '../model/contact-name';
import type { Message, Ticket } from '../model/types';

/** Forwards once, however often an answer is lost on its way. */
export function useForward(message: Message, onDone: () => void) {
  const client = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [keys] = useState(() => new Map<string, string>());

  async function forward(ticketIds: readonly number[]) {
    if (busy) return;
    setBusy(true);
    // another choice is another wish
    const wish = ticketIds.join();
    const key = keys.get(wish) ?? newId();
    keys.set(wish, key);
    try {
      for (const sent of await forwardMessage(message.id, [...ticketIds], key)) cacheMessage(client, sent, true);
      notify('message.forward_done', { type: 'success', messageArgs: { smart_count: ticketIds.length } });
      onDone();
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      setBusy(false);
    }
  }
  return { busy, forward };
}

const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function ForwardTarget({ ticket, note }: { ticket: Ticket; note: string | undefined }) {
  const name = contactName(ticket.contact);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Avatar name={name} src={ticket.contact.profilePicUrl} size={32} seed={ticket.contactId} />
      <Box component="span" sx={{ minWidth: 0, display: 'grid' }}>
        <Box component="span" sx={{ ...ellipsis, fontWeight: 500 }}>
          {name}
        </Box>
        <Box component="span" sx={{ ...ellipsis, fontSize: textSize.caption, color: 'text.secondary' }}>
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
            label={<ForwardTarget ticket={ticket} note={closed ? translate('message.forward_closed') : undefined} />}
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

const MAX_TARGETS = 10;

interface ForwardDialogProps {
  message: Message;
  onClose: () => void;
}

/** Says a message again in other open conversations. */
export default function ForwardDialog({ message, onClose }: ForwardDialogProps) {
  const translate = useTranslate();
  const { can } = useResources();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { busy, forward } = useForward(message, onClose);
  const showAll = can('tickets-manager:showall');
  const list = useTicketList({ status: 'open', showAll, queueIds: null, search: useDebounced(typed.trim()) });
  const full = chosen.length >= MAX_TARGETS;
  const toggle = (id: number) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  return (
    <FormDialog
      title={translate('message.forward_title')}
      submit={
        chosen.length === 0
          ? translate('message.forward')
          : translate('message.forward_submit', { smart_count: chosen.length })
      }
      busy={busy}
      onSubmit={() => chosen.length > 0 && void forward(chosen)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        type="search"
        label={translate('message.forward_search')}
        value={typed}
        helperText={
          full
            ? translate('message.forward_most', { max: MAX_TARGETS })
            : chosen.length === 0
              ? translate('message.forward_none')
              : undefined
        }
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <ForwardList list={list} chosen={chosen} full={full} searched={typed.trim() !== ''} onToggle={toggle} />
    </FormDialog>
  );
}

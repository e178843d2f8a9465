import { Box, Checkbox, FormControlLabel, Skeleton, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useResources } from '../../../schema/resources';
import { Avatar } from '../../../shared/avatar';
import { ellipsis } from '../../../shared/ellipsis';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { FormDialog } from '../../../shared/form-dialog';
import { textSize } from '../../../shared/type-scale';
import { useDebounced } from '../../../shared/use-debounced';
import { useTask } from '../../../shared/use-task';
import { postOnce } from '../../data/api';
import { cacheMessage } from '../../data/cache';
import { newId } from '../../data/store-helpers';
import { type TicketList, useTicketList } from '../../data/use-ticket-list';
import { contactName } from '../../model/contact-name';
import type { Message, Ticket } from '../../model/types';

const MAX_TARGETS = 10;

/** An open conversation among others to choose from. */
export function ForwardTarget({ ticket, closed }: { ticket: Ticket; closed: boolean }) {
  const translate = useTranslate();
  const name = contactName(ticket.contact);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Avatar name={name} src={ticket.contact.profilePicUrl} size={32} seed={ticket.contactId} />
      <Box component="span" sx={{ minWidth: 0, display: 'grid' }}>
        <Box component="span" sx={{ ...ellipsis, fontWeight: 500 }}>
          {name}
        </Box>
        <Box component="span" sx={{ ...ellipsis, fontSize: textSize.caption, color: 'text.secondary' }}>
          {closed ? translate('message.forward_closed') : (ticket.queue?.name ?? ticket.whatsapp?.name)}
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

/** Open conversations as checkboxes; nothing can be forwarded after the messaging window has closed. */
function ForwardList({ list: { state, error }, chosen, full, searched, onToggle }: ForwardListProps) {
  const translate = useTranslate();
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
        const checked = chosen.includes(ticket.id);
        return (
          <FormControlLabel
            key={ticket.id}
            control={<Checkbox checked={checked} onChange={() => onToggle(ticket.id)} />}
            disabled={!checked && (closed || full)}
            label={<ForwardTarget ticket={ticket} closed={closed} />}
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

export default function ForwardDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const translate = useTranslate();
  const { can } = useResources();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const notify = useNotify();
  const { busy, run } = useTask();
  // retries with the same targets use the same idempotency key: a lost answer must not forward twice
  const [keys] = useState(() => new Map<string, string>());
  const showAll = can('tickets-manager:showall');
  const list = useTicketList({ status: 'open', showAll, queueIds: null, search: useDebounced(typed.trim()) });
  const full = chosen.length >= MAX_TARGETS;
  const none = chosen.length === 0;
  const toggle = (id: number) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  async function forward() {
    const targets = chosen.join();
    const key = keys.get(targets) ?? newId();
    keys.set(targets, key);
    const sent = await postOnce<Message[]>(`/messages/${message.id}/forward`, { ticketIds: chosen }, key);
    for (const copy of sent) cacheMessage(copy, true);
    notify('message.forward_done', { type: 'success', messageArgs: { smart_count: chosen.length } });
    onClose();
  }
  const hint = full ? 'message.forward_most' : none ? 'message.forward_none' : undefined;
  return (
    <FormDialog
      title={translate('message.forward_title')}
      submit={translate(none ? 'message.forward' : 'message.forward_submit', { smart_count: chosen.length })}
      busy={busy}
      onSubmit={() => !none && !busy && void run(forward)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        type="search"
        label={translate('message.forward_search')}
        value={typed}
        helperText={hint && translate(hint, { max: MAX_TARGETS })}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <ForwardList list={list} chosen={chosen} full={full} searched={typed.trim() !== ''} onToggle={toggle} />
    </FormDialog>
  );
}

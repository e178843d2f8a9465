import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useResources } from '../../../schema/resources';
import { useDebounced } from '../../../shared/use-debounced';
import { useTicketList } from '../data/use-ticket-list';
import { FormDialog } from '../dialogs/form-dialog';
import type { Message } from '../model/types';
import { ForwardList } from './forward-list';
import { useForward } from './use-forward';

const MOST = 10;

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
  const full = chosen.length >= MOST;
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
            ? translate('message.forward_most', { max: MOST })
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

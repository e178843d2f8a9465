import Share from '@mui/icons-material/ShareOutlined';
import { Box, List, ListItem, ListItemButton, Skeleton, TextField, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { drafts, sharedFiles } from '../../../conversation/data/drafts';
import { useTicketList } from '../../../conversation/data/use-ticket-list';
import { useTicketNavigation } from '../../../conversation/data/use-ticket-navigation';
import type { Ticket } from '../../../conversation/model/types';
import { ForwardTarget } from '../../../conversation/ui/messages/forward-dialog';
import { type SharedContent, takeShared } from '../../../providers/offline';
import { useResources } from '../../../schema/resources';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { useDebounced } from '../../../shared/use-debounced';

/** Survives leaving the page without a choice. */
let waiting: SharedContent | null = null;

function useShared(): SharedContent | null | undefined {
  const [shared, setShared] = useState<SharedContent | null>();
  useEffect(() => {
    void takeShared().then((content) => {
      waiting = content ?? waiting;
      setShared(waiting);
    });
  }, []);
  return shared;
}

function Conversations({ onChoose }: { onChoose: (ticket: Ticket) => void }) {
  const translate = useTranslate();
  const { can } = useResources();
  const [typed, setTyped] = useState('');
  const showAll = can('tickets-manager:showall');
  const { state, error } = useTicketList({
    status: 'open',
    showAll,
    queueIds: null,
    search: useDebounced(typed.trim()),
  });
  return (
    <>
      <TextField
        fullWidth
        type="search"
        label={translate('message.forward_search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      {!state && (error ? <EmptyState title={errorText(error)} /> : <Skeleton variant="rounded" height={220} />)}
      {state?.tickets.length === 0 && (
        <EmptyState title={translate(typed === '' ? 'message.forward_empty' : 'message.forward_not_found')} />
      )}
      <List aria-label={translate('message.forward_list')}>
        {state?.tickets.map((ticket) => {
          const closed = ticket.windowUntil !== null && Date.parse(ticket.windowUntil) <= Date.now();
          return (
            <ListItem key={ticket.id} disablePadding>
              <ListItemButton disabled={closed} onClick={() => onChoose(ticket)} sx={{ borderRadius: '8px', px: 1 }}>
                <ForwardTarget ticket={ticket} closed={closed} />
              </ListItemButton>
            </ListItem>
          );
        })}
      </List>
    </>
  );
}

/** Where another application shares a text or files: they go into the composer of the chosen conversation. */
export default function SharePage() {
  const translate = useTranslate();
  const { openTicket } = useTicketNavigation();
  const shared = useShared();
  function choose({ uuid }: Ticket) {
    const { text = '', files = [] } = shared ?? {};
    drafts.set(uuid, [drafts.get(uuid), text].filter(Boolean).join('\n'));
    sharedFiles.put(uuid, files);
    waiting = null;
    openTicket(uuid);
  }
  if (shared === undefined) return null;
  if (shared === null) return <EmptyState icon={<Share />} title={translate('shell.share.nothing')} />;
  const names = shared.files.map(({ name }) => name);
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', p: 2, display: 'grid', gap: 1.5 }}>
      <title>{`${translate('shell.share.title')} · Atende`}</title>
      <Typography variant="h1">{translate('shell.share.title')}</Typography>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[...names, shared.text].filter(Boolean).join(' · ')}
      </Typography>
      <Conversations onChoose={choose} />
    </Box>
  );
}

import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useShortcut } from '../../../app/shortcuts/use-shortcut';
import type { Ticket } from '../model/types';
import { ChatViewers } from '../together/chat-viewers';
import { useCustomerTyping } from '../together/use-customer-typing';
import { HeaderContact } from './header-contact';
import { TicketMenu } from './ticket-menu';
import { type TicketActions, useTicketActions } from './use-ticket-actions';
import { useTicketShortcuts } from './use-ticket-shortcuts';

const TransferDialog = lazy(() => import('../dialogs/transfer-dialog'));

// keys: a button that has done its act is not pressed again as the next one
function MainAction({ ticket, actions }: { ticket: Ticket; actions: TicketActions }) {
  const translate = useTranslate();
  const { busy } = actions;
  const look = { variant: 'contained', sx: { flex: 'none' } } as const;
  if (ticket.status === 'pending') {
    return (
      <Button key="accept" {...look} loading={busy === 'accept'} onClick={() => void actions.accept()}>
        {translate('workspace.chat.accept')}
      </Button>
    );
  }
  if (ticket.status === 'closed') {
    return (
      <Button key="reopen" {...look} loading={busy === 'reopen'} onClick={() => void actions.reopen()}>
        {translate('workspace.chat.reopen')}
      </Button>
    );
  }
  return (
    <Button key="resolve" {...look} loading={busy === 'resolve'} onClick={() => void actions.resolve()}>
      {translate('workspace.chat.resolve')}
    </Button>
  );
}

function TransferButton({ onTransfer }: { onTransfer: () => void }) {
  const translate = useTranslate();
  useShortcut('transfer', onTransfer);
  const label = translate('workspace.chat.transfer');
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={onTransfer}
        sx={{ border: 1, borderColor: 'divider', width: 38, height: 36 }}
      >
        <SwapHoriz />
      </IconButton>
    </Tooltip>
  );
}

interface ChatHeaderProps {
  ticket: Ticket;
  contactOpen: boolean;
  onContact: () => void;
}

export function ChatHeader({ ticket, contactOpen, onContact }: ChatHeaderProps) {
  const actions = useTicketActions(ticket);
  useTicketShortcuts(ticket, actions, onContact);
  const typing = useCustomerTyping(ticket.id);
  const [transferring, setTransferring] = useState(false);
  const transfer = ticket.status === 'closed' ? undefined : () => setTransferring(true);
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 64,
        '@media (max-height: 600px)': { minHeight: 52 },
        px: { xs: 1.5, md: 2.25 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <HeaderContact ticket={ticket} onClick={onContact} expanded={contactOpen} typing={typing} />
      <ChatViewers ticketId={ticket.id} />
      {transfer && <TransferButton onTransfer={transfer} />}
      <MainAction ticket={ticket} actions={actions} />
      <TicketMenu ticket={ticket} actions={actions} onTransfer={transfer} />
      {transferring && (
        <Suspense>
          <TransferDialog
            from={ticket}
            busy={actions.busy === 'transfer'}
            onTransfer={actions.transfer}
            onClose={() => setTransferring(false)}
          />
        </Suspense>
      )}
    </Box>
  );
}

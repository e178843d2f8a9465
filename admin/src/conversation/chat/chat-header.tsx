import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { dotted, FittingLine } from '../../shared/fitting-line';
import { formatCode } from '../../shared/format';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { textSize } from '../../shared/type-scale';
import { contactName } from '../model/contact-name';
import type { Ticket } from '../model/types';
import { useCustomerTyping } from '../presence/typing';
import { ChatViewers } from '../presence/viewers';
import { type TicketActions, useTicketActions, useTicketShortcuts } from '../ticket-actions/use-ticket-actions';
import { TicketMenu } from './ticket-menu';

/** 'Comercial', 'com Beatriz', 'protocolo 20 481' */
function useTicketFacts(ticket: Ticket): string[] {
  const translate = useTranslate();
  return [
    ticket.queue?.name ?? translate('workspace.no_queue'),
    ticket.user
      ? translate('workspace.chat.with', { name: ticket.user.name })
      : ticket.status === 'pending' && translate('workspace.chat.waiting'),
    translate('workspace.chat.protocol', { code: formatCode(ticket.code) }),
  ].filter((fact) => fact !== false);
}

interface HeaderContactProps {
  ticket: Ticket;
  /** Absent: nothing to open. */
  onClick?: () => void;
  expanded?: boolean;
  /** They are writing at this moment. */
  typing?: boolean;
}

/** Who the conversation is with; a click shows what is known of them. */
export function HeaderContact({ ticket, onClick, expanded, typing = false }: HeaderContactProps) {
  const translate = useTranslate();
  const facts = useTicketFacts(ticket);
  const name = contactName(ticket.contact);
  const content = (
    <>
      <Avatar name={name} src={ticket.contact.profilePicUrl} size={40} seed={ticket.contactId} />
      <Box sx={{ flex: 1, minWidth: 0, textAlign: 'left' }}>
        <Typography
          component="h2"
          noWrap
          title={name}
          sx={{ fontSize: textSize.title, fontWeight: 650, lineHeight: 1.35 }}
        >
          {name}
        </Typography>
        <Typography
          component="p"
          title={facts.join(' · ')}
          sx={{ fontSize: textSize.caption, color: typing ? 'atende.ok' : 'text.secondary' }}
        >
          <FittingLine parts={typing ? [translate('together.customer_typing')] : dotted(facts)} />
        </Typography>
      </Box>
    </>
  );
  const sx = { display: 'flex', alignItems: 'center', gap: 1.5, flex: 1, minWidth: 0 };
  if (!onClick) return <Box sx={sx}>{content}</Box>;
  return (
    <ButtonBase
      onClick={onClick}
      aria-expanded={expanded}
      title={translate(expanded ? 'workspace.chat.close_contact' : 'workspace.chat.open_contact')}
      sx={{
        ...sx,
        justifyContent: 'flex-start',
        borderRadius: '10px',
        py: 0.75,
        px: 0.75,
        mx: -0.75,
        '&:hover': { bgcolor: 'atende.hover' },
      }}
    >
      {content}
    </ButtonBase>
  );
}

const TransferDialog = lazy(() => import('../ticket-actions/transfer-dialog'));

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

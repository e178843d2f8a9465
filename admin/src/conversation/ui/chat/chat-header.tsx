import SwapHoriz from '@mui/icons-material/SwapHoriz';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { dotted, FittingLine } from '../../../shared/fitting-line';
import { formatCode } from '../../../shared/format';
import { lazyComponent } from '../../../shared/lazy-component';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { useCustomerTyping } from '../../data/use-typing';
import { contactName } from '../../model/contact-name';
import type { Ticket } from '../../model/types';
import { ChatViewers } from '../presence/viewers';
import { useTicketActions, useTicketShortcuts } from '../ticket-actions/use-ticket-actions';
import { TicketMenu } from './ticket-menu';

const TransferDialog = lazyComponent(() => import('../ticket-actions/transfer-dialog'));

interface HeaderContactProps {
  ticket: Ticket;
  /** Toggles the contact panel. */
  onClick?: () => void;
  expanded?: boolean;
  typing?: boolean;
}

export function HeaderContact({ ticket, onClick, expanded, typing = false }: HeaderContactProps) {
  const translate = useTranslate();
  const facts = [
    ticket.queue?.name ?? translate('workspace.no_queue'),
    ticket.user
      ? translate('workspace.chat.with', { name: ticket.user.name })
      : ticket.status === 'pending' && translate('workspace.chat.waiting'),
    translate('workspace.chat.protocol', { code: formatCode(ticket.code) }),
  ].filter((fact) => fact !== false);
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
          <FittingLine parts={typing ? [translate('collaboration.customer_typing')] : dotted(facts)} />
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

const mainActions = { pending: 'accept', open: 'resolve', closed: 'reopen' } as const;

export const headerBar = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 64,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const;

interface ChatHeaderProps {
  ticket: Ticket;
  contactOpen: boolean;
  onContact: () => void;
  onFind: () => void;
}

export function ChatHeader({ ticket, contactOpen, onContact, onFind }: ChatHeaderProps) {
  const translate = useTranslate();
  const actions = useTicketActions(ticket);
  useTicketShortcuts(ticket, actions, onContact);
  const typing = useCustomerTyping(ticket.id);
  const main = mainActions[ticket.status];
  const [transferring, setTransferring] = useState(false);
  const transfer = ticket.status === 'closed' ? undefined : () => setTransferring(true);
  useShortcut('transfer', () => setTransferring(true), transfer !== undefined);
  return (
    <Box
      component="header"
      sx={{ ...headerBar, gap: 1, px: { xs: 1.5, md: 2.25 }, '@media (max-height: 600px)': { minHeight: 52 } }}
    >
      <HeaderContact ticket={ticket} onClick={onContact} expanded={contactOpen} typing={typing} />
      <ChatViewers ticketId={ticket.id} />
      {transfer && (
        <TooltipIconButton
          label={translate('workspace.chat.transfer')}
          onClick={transfer}
          sx={{ border: 1, borderColor: 'divider', width: 38, height: 36 }}
        >
          <SwapHoriz />
        </TooltipIconButton>
      )}
      <Button
        // keyed, so that a double click does not press the button of the next action
        key={main}
        variant="contained"
        loading={actions.busy === main}
        onClick={() => void actions[main]()}
        sx={{ flex: 'none' }}
      >
        {translate(`workspace.chat.${main}`)}
      </Button>
      <TicketMenu ticket={ticket} actions={actions} onTransfer={transfer} onFind={onFind} />
      {transferring && (
        <TransferDialog
          from={ticket}
          busy={actions.busy === 'transfer'}
          onTransfer={actions.transfer}
          onClose={() => setTransferring(false)}
        />
      )}
    </Box>
  );
}

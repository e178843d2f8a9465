import Delete from '@mui/icons-material/DeleteOutlined';
import Event from '@mui/icons-material/EventOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import MarkUnread from '@mui/icons-material/MarkChatUnreadOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Search from '@mui/icons-material/SearchOutlined';
import Robot from '@mui/icons-material/SmartToyOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Undo from '@mui/icons-material/UndoOutlined';
import { Box, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useResources } from '../../../schema/resources';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { type ShortcutId, shortcuts } from '../../../shared/shortcuts/catalogue';
import { KeyCaps } from '../../../shared/shortcuts/key-caps';
import { handlerOf } from '../../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useCanSchedule } from '../../data/use-schedules';
import { contactName } from '../../model/contact-name';
import { canGiveToBot } from '../../model/ticket-rules';
import type { Ticket } from '../../model/types';
import type { TicketActions } from '../ticket-actions/use-ticket-actions';

interface TicketMenuProps {
  ticket: Ticket;
  actions: TicketActions;
  /** undefined for a closed conversation. */
  onTransfer: (() => void) | undefined;
  onFind: () => void;
}

export function TicketMenu({ ticket, actions, onTransfer, onFind }: TicketMenuProps) {
  const translate = useTranslate();
  const { can } = useResources();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [deleting, setDeleting] = useState(false);
  const maySchedule = useCanSchedule();
  const mayDelete = can('ticket-options:deleteTicket');
  const mayMark = ticket.status !== 'closed';
  const mayAudit = can('audit:read');
  const item = (text: string, Icon: typeof Undo, perform: () => void, keys?: ShortcutId) => (
    <MenuItem
      onClick={() => {
        setAnchor(null);
        perform();
      }}
      sx={text === 'delete' ? { color: 'error.main' } : undefined}
    >
      <Icon aria-hidden fontSize="small" />
      {translate(`workspace.chat.${text}`)}
      {keys && (
        <Box aria-hidden sx={{ display: { xs: 'none', md: 'flex' }, ml: 'auto', pl: 3 }}>
          <KeyCaps keys={shortcuts[keys].keys} />
        </Box>
      )}
    </MenuItem>
  );
  return (
    <>
      <TooltipIconButton
        label={translate('workspace.chat.options')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert />
      </TooltipIconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {item('find', Search, onFind, 'find')}
        {maySchedule && item('schedule', Event, () => handlerOf('schedule')?.(), 'schedule')}
        {onTransfer && item('transfer', SwapHoriz, onTransfer, 'transfer')}
        {ticket.status === 'open' && item('put_back', Undo, () => void actions.putBack(), 'putBack')}
        {canGiveToBot(ticket) && item('give_to_bot', Robot, () => void actions.giveToBot(), 'giveToBot')}
        {mayMark && item('mark_unread', MarkUnread, () => void actions.markUnread(), 'unread')}
        {mayAudit && (
          <MenuItem component={Link} to={`/audit?subject=ticket:${ticket.id}`}>
            <History aria-hidden fontSize="small" />
            {translate('oversight.audit.of_ticket')}
          </MenuItem>
        )}
        {mayDelete && item('delete', Delete, () => setDeleting(true))}
      </Menu>
      {deleting && (
        <ConfirmDialog
          open
          destructive
          busy={actions.busy === 'delete'}
          title={translate('workspace.chat.delete_title', { name: contactName(ticket.contact) })}
          message={translate('workspace.chat.delete_message')}
          confirmLabel={translate('ra.action.delete')}
          onConfirm={() => void actions.remove()}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

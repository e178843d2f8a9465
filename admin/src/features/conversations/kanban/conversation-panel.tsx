import Close from '@mui/icons-material/Close';
import OpenInFull from '@mui/icons-material/OpenInFullOutlined';
import { Box, Button, Drawer, IconButton } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useTicket } from '../../../conversation/data/use-ticket';
import { type TicketNavigation, TicketNavigationContext } from '../../../conversation/data/use-ticket-navigation';
import { Chat } from '../../../conversation/ui/chat/chat';
import { ContactPanel } from '../../../conversation/ui/contact/contact-panel';
import { OpeningConversation } from '../../../conversation/ui/messages/conversation-view';
import { RemovedConversation } from '../../../conversation/ui/presence/takeover';
import { errorText } from '../../../shared/error-text';
import { LoadFailed } from '../../../shared/load-failed';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { useBackCloses } from '../../../shared/use-back-closes';

interface PanelProps {
  uuid: string;
  onOpen: (uuid: string) => void;
  onClose: () => void;
}

function Conversation({ uuid, onClose }: Omit<PanelProps, 'onOpen'>) {
  const translate = useTranslate();
  const { ticket, removed, error, retry } = useTicket(uuid);
  const [contactOpen, setContactOpen] = useState(false);
  const closeContact = () => setContactOpen(false);
  useBackCloses(contactOpen && ticket !== undefined && !removed, closeContact);
  if (removed) return <RemovedConversation removed={removed} onPending={onClose} />;
  if (!ticket)
    return error ? (
      <LoadFailed title={`${translate('kanban.conversation_failed')}: ${errorText(error)}`} onRetry={retry} />
    ) : (
      <OpeningConversation />
    );
  return (
    <>
      <Chat
        key={ticket.uuid}
        ticket={ticket}
        active
        search=""
        contactOpen={contactOpen}
        onContact={() => setContactOpen(!contactOpen)}
        onPending={onClose}
      />
      <Drawer
        anchor="right"
        open={contactOpen}
        onClose={closeContact}
        slotProps={{
          paper: { 'aria-label': translate('workspace.contact.title'), sx: { width: 320, maxWidth: '100vw' } },
        }}
      >
        <ContactPanel ticket={ticket} onClose={closeContact} />
      </Drawer>
    </>
  );
}

/** The conversation of a card beside the board; on a phone above it. */
export function ConversationPanel({ uuid, onOpen, onClose }: PanelProps) {
  const translate = useTranslate();
  useShortcut('close', onClose);
  const navigation = useMemo<TicketNavigation>(
    () => ({ listSearch: '', openTicket: onOpen, openList: onClose }),
    [onOpen, onClose],
  );
  return (
    <Box
      component="aside"
      aria-label={translate('kanban.conversation')}
      sx={{ height: '100%', display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', bgcolor: 'atende.chat' }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          px: 1,
          minHeight: 40,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'atende.lineSoft',
        }}
      >
        <Button component={Link} to={`/tickets/${uuid}`} size="small" startIcon={<OpenInFull fontSize="mini" />}>
          {translate('kanban.open_ticket')}
        </Button>
        <IconButton size="small" aria-label={translate('kanban.close_conversation')} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ minHeight: 0, display: 'grid' }}>
        <TicketNavigationContext value={navigation}>
          <Conversation uuid={uuid} onClose={onClose} />
        </TicketNavigationContext>
      </Box>
    </Box>
  );
}

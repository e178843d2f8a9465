import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Chat } from '../../conversation/chat/chat';
import type { OpenedTicketState } from '../../conversation/data/use-ticket';
import { MessageSkeletons } from '../../conversation/messages/message-skeletons';
import { RemovedConversation } from '../../conversation/presence/removed-conversation';
import { EmptyState } from '../../shared/empty-state';
import { errorText } from '../../shared/error-text';

interface OpenedTicketProps {
  opened: OpenedTicketState;
  /** Whether it can be seen: on a phone the list may stand in front. */
  active: boolean;
  contactOpen: boolean;
  onContact: () => void;
  /** Shows the conversations that wait. */
  onPending: () => void;
}

/** The chat of the chosen conversation, or what stands in its place until it is known. */
export function OpenedTicket({ opened, active, contactOpen, onContact, onPending }: OpenedTicketProps) {
  const translate = useTranslate();
  const { ticket, removed, error, retry } = opened;
  if (ticket)
    return (
      <Chat
        key={ticket.uuid}
        ticket={ticket}
        active={active}
        contactOpen={contactOpen}
        onContact={onContact}
        onPending={onPending}
      />
    );
  if (removed) return <RemovedConversation lost={removed} onPending={onPending} />;
  return (
    <Box sx={{ height: '100%', display: 'grid', bgcolor: 'atende.chat' }}>
      {error ? (
        <EmptyState
          icon={<ErrorOutline />}
          title={errorText(error)}
          action={
            <Button variant="outlined" onClick={retry}>
              {translate('workspace.list.retry')}
            </Button>
          }
        />
      ) : (
        <MessageSkeletons />
      )}
    </Box>
  );
}

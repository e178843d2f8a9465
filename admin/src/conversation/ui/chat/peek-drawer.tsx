import Close from '@mui/icons-material/Close';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Box, Drawer, IconButton } from '@mui/material';
import { useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketRoom } from '../../../providers/realtime';
import { textSize } from '../../../shared/type-scale';
import { useTicketMessageRules } from '../../data/use-message-actions';
import { useMessages } from '../../data/use-messages';
import { contactName } from '../../model/contact-name';
import { ticketKey } from '../../model/outbox';
import type { Ticket } from '../../model/types';
import { ConversationView } from '../messages/conversation-view';
import type { MessageListHandle } from '../messages/use-message-scroll';
import { HeaderContact, headerBar } from './chat-header';

const noMessages: never[] = [];
const ignore = () => undefined;
const readOnlyActions = { readOnly: true, reply: undefined, react: undefined, retry: ignore, discard: ignore };

/** A conversation for reading only: nothing is marked as read, and colleagues in it see that it is being read. */
export function PeekDrawer({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const translate = useTranslate();
  const title = translate('workspace.chat.peek_title');
  const list = useRef<MessageListHandle>(null);
  const conversation = ticketKey(ticket);
  const allows = useTicketMessageRules(ticket);
  const history = useMessages(conversation);
  const target = useMemo(() => ticket.hit ?? null, [ticket.hit]);
  useSocketRoom('ChatPeek', ticket.uuid);
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': `${contactName(ticket.contact)}: ${title}`,
          sx: {
            width: 'min(560px, 100vw)',
            bgcolor: 'atende.chat',
            containerType: 'inline-size',
            containerName: 'chat',
          },
        },
      }}
    >
      <Box component="header" sx={{ ...headerBar, gap: 1.5, px: 2 }}>
        <HeaderContact ticket={ticket} />
        <Box
          component="span"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.75,
            fontSize: textSize.caption,
            fontWeight: 600,
            color: 'atende.warn',
            flex: 'none',
          }}
        >
          <Visibility aria-hidden fontSize="mini" />
          {title}
        </Box>
        <IconButton aria-label={translate('ra.action.close')} onClick={onClose} autoFocus>
          <Close />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'grid' }}>
        <ConversationView
          conversation={conversation}
          name={contactName(ticket.contact)}
          isGroup={ticket.isGroup}
          ticket={ticket}
          allows={allows}
          history={history}
          messages={history.state?.messages ?? noMessages}
          list={list}
          actions={readOnlyActions}
          target={target}
        />
      </Box>
    </Drawer>
  );
}

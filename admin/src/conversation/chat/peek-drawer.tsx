import Close from '@mui/icons-material/Close';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useSocketRoom } from '../../providers/realtime';
import { textSize } from '../../shared/type-scale';
import { useMessages } from '../data/use-messages';
import { ConversationView } from '../messages/conversation-view';
import type { MessageListHandle } from '../messages/use-message-scroll';
import { contactName } from '../model/contact-name';
import type { Ticket } from '../model/types';
import { HeaderContact } from './chat-header';

const WIDTH = 560;
const opened = { dividerId: null, unread: 0 };
const none: never[] = [];
const still = () => undefined;

function Peek({ ticket }: { ticket: Ticket }) {
  const list = useRef<MessageListHandle>(null);
  const conversation = useMessages(ticket.id);
  const landing = useMemo(() => ticket.hit ?? null, [ticket.hit]);
  const actions = useMemo(
    () => ({ readOnly: true, reply: undefined, react: undefined, retry: still, discard: still }),
    [],
  );
  useSocketRoom('ChatPeek', ticket.uuid);
  return (
    <ConversationView
      ticket={ticket}
      conversation={conversation}
      messages={conversation.state?.messages ?? none}
      list={list}
      opened={opened}
      actions={actions}
      landing={landing}
    />
  );
}

/** A conversation for looking at only: nothing is marked read, and colleagues who have it open see that somebody peeks. */
export function PeekDrawer({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const translate = useTranslate();
  const name = contactName(ticket.contact);
  const title = translate('workspace.chat.peek_title');
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': `${name}: ${title}`,
          sx: {
            width: `min(${WIDTH}px, 100vw)`,
            bgcolor: 'atende.chat',
            containerType: 'inline-size',
            containerName: 'chat',
          },
        },
      }}
    >
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 64,
          px: 2,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
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
        <Peek ticket={ticket} />
      </Box>
    </Drawer>
  );
}

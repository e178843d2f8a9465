import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Message } from '../model/types';
import { useChat } from './chat-context';
import { useMenuEntries } from './menu-items';
import { ReactionBar } from './reaction-bar';

/** What can be done with one message. */
export function MessageMenu({ message }: { message: Message }) {
  const translate = useTranslate();
  const { readOnly, react } = useChat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const entries = useMenuEntries(message);
  const close = () => setAnchor(null);
  const choose = (perform: () => void) => () => {
    close();
    perform();
  };
  if (entries.length === 0) return null;
  return (
    <>
      <IconButton
        className="message-menu"
        size="small"
        aria-label={translate('workspace.message.menu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          position: 'absolute',
          top: 4,
          // beside the bubble, on the side of the conversation: there it covers nothing
          [message.fromMe ? 'right' : 'left']: 'calc(100% + 4px)',
          p: '3px',
          width: 24,
          height: 24,
          borderRadius: '8px',
          ...(anchor && { opacity: '1 !important' }),
        }}
      >
        <ExpandMore fontSize="small" />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {!readOnly && message.id > 0 && react && (
            <ReactionBar message={message} onReact={(emoji) => choose(() => react(message, emoji))()} />
          )}
          {entries.map(({ key, label, Icon, destructive, perform }) => (
            <MenuItem key={key} onClick={choose(perform)} sx={destructive ? { color: 'error.main' } : undefined}>
              <Icon aria-hidden fontSize="small" />
              {translate(label)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

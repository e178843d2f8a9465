import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Reply from '@mui/icons-material/ReplyOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Message } from '../model/types';
import { useChat } from './chat-context';
import { ReactionBar } from './reaction-bar';

/** What can be done with one message. */
export function MessageMenu({ message }: { message: Message }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { readOnly, reply, react } = useChat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const copy = async () => {
    close();
    try {
      await navigator.clipboard.writeText(message.body);
      notify('workspace.message.copied', { type: 'info' });
    } catch {
      notify('app.error.unknown', { type: 'error' });
    }
  };
  const mayReply = !readOnly && message.id > 0;
  if (!mayReply && message.body === '') return null;
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
          top: 3,
          right: 3,
          p: '3px',
          width: 24,
          height: 24,
          borderRadius: '8px',
          bgcolor: 'inherit',
          zIndex: 1,
          ...(anchor && { opacity: '1 !important' }),
        }}
        style={{ background: 'inherit' }}
      >
        <ExpandMore sx={{ fontSize: 18 }} />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {mayReply && react && (
            <ReactionBar
              message={message}
              onReact={(emoji) => {
                close();
                react(message, emoji);
              }}
            />
          )}
          {mayReply && (
            <MenuItem
              onClick={() => {
                close();
                reply(message);
              }}
            >
              <Reply aria-hidden sx={{ fontSize: 18 }} />
              {translate('workspace.message.reply')}
            </MenuItem>
          )}
          {message.body !== '' && (
            <MenuItem onClick={() => void copy()}>
              <ContentCopy aria-hidden sx={{ fontSize: 18 }} />
              {translate('workspace.message.copy')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}

import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Reply from '@mui/icons-material/ReplyOutlined';
import Forward from '@mui/icons-material/ShortcutOutlined';
import Transcribe from '@mui/icons-material/SubtitlesOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { SvgIconTypeMap } from '@mui/material/SvgIcon';
import { type ComponentType, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { MessageAction } from '../model/message-actions';
import { textOf } from '../model/message-content';
import type { Message } from '../model/types';
import { useConversation } from './conversation-context';
import { ReactionBar } from './reactions';

export interface MenuEntry {
  key: string;
  label: string;
  Icon: ComponentType<SvgIconTypeMap['props']>;
  destructive?: boolean;
  perform: () => void;
}

const actions: readonly { action: MessageAction; Icon: MenuEntry['Icon'] }[] = [
  { action: 'edit', Icon: Edit },
  { action: 'delete', Icon: Delete },
  { action: 'transcribe', Icon: Transcribe },
  { action: 'forward', Icon: Forward },
];

/** What the menu of a message offers, in the order of the spec (000 §2). */
export function useMenuEntries(message: Message): MenuEntry[] {
  const notify = useNotify();
  const { reply, messageActions } = useConversation();
  const text = textOf(message);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('workspace.message.copied', { type: 'info' });
    } catch {
      notify('app.error.unknown', { type: 'error' });
    }
  };
  const copying: MenuEntry = {
    key: 'copy',
    label: 'workspace.message.copy',
    Icon: ContentCopy,
    perform: () => void copy(),
  };
  return [
    ...(reply && message.id > 0 && !message.isDeleted
      ? [{ key: 'reply', label: 'workspace.message.reply', Icon: Reply, perform: () => reply(message) }]
      : []),
    ...actions
      .filter(({ action }) => messageActions.allows(action, message))
      .map(({ action, Icon }) => ({
        key: action,
        label: `message.${action}`,
        Icon,
        destructive: action === 'delete',
        perform: () => messageActions.start(action, message),
      })),
    ...(text === '' ? [] : [copying]),
  ];
}

/** What can be done with one message. */
export function MessageMenu({ message }: { message: Message }) {
  const translate = useTranslate();
  const { readOnly, react } = useConversation();
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

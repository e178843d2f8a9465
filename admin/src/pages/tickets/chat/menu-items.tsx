import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Reply from '@mui/icons-material/ReplyOutlined';
import Forward from '@mui/icons-material/ShortcutOutlined';
import Transcribe from '@mui/icons-material/SubtitlesOutlined';
import type { SvgIconTypeMap } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useNotify } from 'react-admin';
import { textOf } from '../model/message-data';
import type { Deed } from '../model/message-deeds';
import type { Message } from '../model/types';
import { useChat } from './chat-context';

export interface MenuEntry {
  key: string;
  label: string;
  Icon: ComponentType<SvgIconTypeMap['props']>;
  destructive?: boolean;
  perform: () => void;
}

const deeds: readonly { deed: Deed; Icon: MenuEntry['Icon'] }[] = [
  { deed: 'edit', Icon: Edit },
  { deed: 'delete', Icon: Delete },
  { deed: 'transcribe', Icon: Transcribe },
  { deed: 'forward', Icon: Forward },
];

/** What the menu of a message offers, in the order of the spec (000 §2). */
export function useMenuEntries(message: Message): MenuEntry[] {
  const notify = useNotify();
  const { reply, deeds: chat } = useChat();
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
    ...deeds
      .filter(({ deed }) => chat.allows(deed, message))
      .map(({ deed, Icon }) => ({
        key: deed,
        label: `message.${deed}`,
        Icon,
        destructive: deed === 'delete',
        perform: () => chat.start(deed, message),
      })),
    ...(text === '' ? [] : [copying]),
  ];
}

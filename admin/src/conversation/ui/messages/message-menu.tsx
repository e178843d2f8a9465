import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Reply from '@mui/icons-material/ReplyOutlined';
import Forward from '@mui/icons-material/ShortcutOutlined';
import Transcribe from '@mui/icons-material/SubtitlesOutlined';
import { ButtonBase, IconButton, Menu, MenuItem, styled } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useCopyText } from '../../../shared/use-copy-text';
import { type MessageAction, textOf } from '../../model/message-content';
import type { Message } from '../../model/types';
import { useConversation } from './conversation-context';

const defaultEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  padding: '4px 8px 6px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  marginBottom: 4,
}));

const Choice = styled(ButtonBase)(({ theme }) => ({
  width: 36,
  height: 36,
  borderRadius: 10,
  fontSize: textSize.headline,
  '&:hover, &.Mui-focusVisible': { background: theme.palette.atende.hover },
  '&[aria-checked=true]': { background: theme.palette.atende.priSoft },
}));

/** Quick reactions; clicking the own one removes it. */
function ReactionBar({ message, onReact }: { message: Message; onReact: (emoji: string | null) => void }) {
  const translate = useTranslate();
  const own = message.reactions.find(({ fromMe }) => fromMe)?.emoji;
  const choices = own === undefined || defaultEmoji.includes(own) ? defaultEmoji : [own, ...defaultEmoji.slice(1)];
  return (
    <Bar role="presentation">
      {choices.map((emoji) => {
        const chosen = emoji === own;
        return (
          <Choice
            key={emoji}
            role="menuitemcheckbox"
            tabIndex={0}
            aria-checked={chosen}
            aria-label={translate(`workspace.message.${chosen ? 'unreact' : 'react'}`, { emoji })}
            onClick={() => onReact(chosen ? null : emoji)}
          >
            {emoji}
          </Choice>
        );
      })}
    </Bar>
  );
}

const actions = [
  ['edit', Edit],
  ['transcribe', Transcribe],
  ['forward', Forward],
] as const;

/** The menu of one message, in the order of the spec (000 §2) but for the deletion, which is the last. */
export function MessageMenu({ message }: { message: Message }) {
  const translate = useTranslate();
  const copy = useCopyText();
  const { readOnly, react, reply, messageActions } = useConversation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const text = textOf(message);
  const item = (key: string, label: string, Icon: typeof Reply, perform: () => void) => (
    <MenuItem
      key={key}
      onClick={() => {
        close();
        perform();
      }}
      sx={key === 'delete' ? { color: 'error.main' } : undefined}
    >
      <Icon aria-hidden fontSize="small" />
      {translate(label)}
    </MenuItem>
  );
  const start = (action: MessageAction, Icon: typeof Reply) =>
    messageActions.allows(action, message) &&
    item(action, `message.${action}`, Icon, () => messageActions.start(action, message));
  const items = [
    reply &&
      message.id > 0 &&
      !message.isDeleted &&
      item('reply', 'workspace.message.reply', Reply, () => reply(message)),
    ...actions.map(([action, Icon]) => start(action, Icon)),
    text !== '' && item('copy', 'workspace.message.copy', ContentCopy, () => void copy(text)),
    start('delete', Delete),
  ].filter(Boolean);
  if (items.length === 0) return null;
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
          // beside the bubble, towards the middle of the conversation
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
            <ReactionBar
              message={message}
              onReact={(emoji) => {
                close();
                react(message, emoji);
              }}
            />
          )}
          {items}
        </Menu>
      )}
    </>
  );
}

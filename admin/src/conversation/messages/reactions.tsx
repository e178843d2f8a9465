import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import type { Message } from '../model/types';

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
  '&[aria-pressed=true]': { background: theme.palette.atende.priSoft },
}));

/** Quick reactions; clicking the own one removes it. */
export function ReactionBar({ message, onReact }: { message: Message; onReact: (emoji: string | null) => void }) {
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
            role="menuitem"
            tabIndex={0}
            aria-pressed={chosen}
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

export function Reactions({ reactions }: { reactions: readonly string[] }) {
  const translate = useTranslate();
  if (reactions.length === 0) return null;
  const list = [...new Set(reactions)];
  return (
    <Box
      role="img"
      aria-label={translate('workspace.message.reactions', { list: list.join(' ') })}
      sx={{
        position: 'absolute',
        // below the ticks, to keep them visible
        bottom: -20,
        left: 10,
        px: 0.75,
        borderRadius: 99,
        fontSize: textSize.small,
        lineHeight: '22px',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        zIndex: 1,
      }}
    >
      {list.join('')}
      {reactions.length > 1 && <span style={{ fontSize: textSize.micro, marginLeft: 4 }}>{reactions.length}</span>}
    </Box>
  );
}

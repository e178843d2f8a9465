import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import type { Message } from '../model/types';

const quick = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

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

interface ReactionBarProps {
  message: Message;
  onReact: (emoji: string | null) => void;
}

/** The emoji at hand; the own one taken back by choosing it again. */
export function ReactionBar({ message, onReact }: ReactionBarProps) {
  const translate = useTranslate();
  const own = message.reactions.find(({ fromMe }) => fromMe)?.emoji;
  const choices = own === undefined || quick.includes(own) ? quick : [own, ...quick.slice(1)];
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

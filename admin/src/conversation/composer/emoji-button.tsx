import EmojiEmotions from '@mui/icons-material/EmojiEmotionsOutlined';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';

const EmojiPicker = lazy(() => import('./emoji-picker'));

interface EmojiButtonProps {
  disabled: boolean;
  onPick: (emoji: string) => void;
  onClosed: () => void;
}

export function EmojiButton({ disabled, onPick, onClosed }: EmojiButtonProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('workspace.composer.emoji');
  return (
    <>
      <TooltipIconButton
        label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        disabled={disabled}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EmojiEmotions fontSize="large" />
      </TooltipIconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        disableRestoreFocus
        slotProps={{ paper: { role: 'dialog', 'aria-label': label }, transition: { onExited: onClosed } }}
      >
        <Suspense
          fallback={
            <Box sx={{ width: 320, height: 380, display: 'grid', placeContent: 'center' }}>
              <CircularProgress size={28} aria-label={translate('workspace.composer.emoji_loading')} />
            </Box>
          }
        >
          <EmojiPicker onPick={onPick} />
        </Suspense>
      </Popover>
    </>
  );
}

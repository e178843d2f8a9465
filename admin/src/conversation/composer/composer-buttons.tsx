import Add from '@mui/icons-material/Add';
import EmojiEmotions from '@mui/icons-material/EmojiEmotionsOutlined';
import Send from '@mui/icons-material/SendRounded';
import { Box, CircularProgress, IconButton, type IconButtonProps, Popover } from '@mui/material';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';

/** The one filled button at the end of the composer. */
export const primaryButton = {
  width: 42,
  height: 42,
  borderRadius: '13px',
  flex: 'none',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  '&:hover': { bgcolor: 'primary.dark' },
  '&.Mui-disabled': { bgcolor: 'atende.hover' },
} as const;

export function SendButton(props: IconButtonProps) {
  const translate = useTranslate();
  return (
    <IconButton aria-label={translate('workspace.composer.send')} {...props} sx={primaryButton}>
      <Send />
    </IconButton>
  );
}

interface FileButtonProps {
  label: string;
  disabled?: boolean;
  accept?: string;
  icon?: ReactNode;
  onFiles: (files: File[]) => void;
}

export function FileButton({ label, disabled = false, accept, icon, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // allows choosing the same file again
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <TooltipIconButton label={label} disabled={disabled} onClick={() => input.current?.click()}>
        {icon ?? <Add fontSize="large" />}
      </TooltipIconButton>
    </>
  );
}

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

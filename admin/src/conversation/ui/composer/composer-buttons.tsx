import Add from '@mui/icons-material/Add';
import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Attachment from '@mui/icons-material/AttachmentOutlined';
import EmojiEmotions from '@mui/icons-material/EmojiEmotionsOutlined';
import Event from '@mui/icons-material/EventOutlined';
import Send from '@mui/icons-material/SendRounded';
import {
  Box,
  CircularProgress,
  IconButton,
  type IconButtonProps,
  ListItemIcon,
  Menu,
  MenuItem,
  Popover,
} from '@mui/material';
import { lazy, type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';

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

type FileInputProps = Pick<FileButtonProps, 'label' | 'accept' | 'onFiles'> & { ref: Ref<HTMLInputElement> };

const FileInput = ({ ref, label, accept, onFiles }: FileInputProps) => (
  <input
    ref={ref}
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
);

export function FileButton({ label, disabled = false, accept, icon, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} label={label} accept={accept} onFiles={onFiles} />
      <TooltipIconButton label={label} disabled={disabled} onClick={() => input.current?.click()}>
        {icon ?? <Add fontSize="large" />}
      </TooltipIconButton>
    </>
  );
}

interface AttachButtonProps extends Pick<FileButtonProps, 'disabled' | 'onFiles'> {
  /** undefined: there are no lists to choose from. */
  onList: (() => void) | undefined;
  /** undefined: messages cannot be scheduled. */
  onSchedule: (() => void) | undefined;
}

/** Attaches files, or a file list where there are some, or schedules the message. */
export function AttachButton({ disabled = false, onFiles, onList, onSchedule }: AttachButtonProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('workspace.composer.attach');
  if (!onList && !onSchedule) return <FileButton label={label} disabled={disabled} onFiles={onFiles} />;
  const choose = (action: () => void) => () => {
    setAnchor(null);
    action();
  };
  return (
    <>
      <FileInput ref={input} label={label} onFiles={onFiles} />
      <TooltipIconButton
        label={label}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Add fontSize="large" />
      </TooltipIconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <MenuItem onClick={choose(() => input.current?.click())}>
          <ListItemIcon>
            <AttachFile fontSize="small" />
          </ListItemIcon>
          {translate('content.files.file')}
        </MenuItem>
        {onList && (
          <MenuItem onClick={choose(onList)}>
            <ListItemIcon>
              <Attachment fontSize="small" />
            </ListItemIcon>
            {translate('content.files.list')}
          </MenuItem>
        )}
        {onSchedule && (
          <MenuItem onClick={choose(onSchedule)}>
            <ListItemIcon>
              <Event fontSize="small" />
            </ListItemIcon>
            {translate('schedules.action')}
          </MenuItem>
        )}
      </Menu>
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

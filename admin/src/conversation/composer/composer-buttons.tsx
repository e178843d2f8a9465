import Add from '@mui/icons-material/Add';
import Send from '@mui/icons-material/SendRounded';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { type ReactNode, useRef } from 'react';
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

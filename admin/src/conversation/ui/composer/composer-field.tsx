import { styled, TextareaAutosize } from '@mui/material';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import { normalizePastedFile } from '../../model/files';
import type { useSuggestions } from './suggestions';

const carets = new Map<string, readonly [number, number]>();

/** Restores the caret of a draft when its conversation is opened again; at first it is behind the text. */
export function useCaret(key: string, field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return undefined;
    const [from, to] = carets.get(key) ?? [area.value.length, area.value.length];
    area.setSelectionRange(from, to);
    return () => {
      carets.set(key, [area.selectionStart, area.selectionEnd]);
    };
  }, [key, field]);
}

export const composerFooter = {
  px: { xs: 1, md: 2 },
  pt: 1.25,
  pb: 0.75,
  minWidth: 0,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const;

const FieldBox = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  padding: '10px 14px',
  borderRadius: 14,
  border: `1px solid ${theme.palette.divider}`,
  background: theme.palette.background.default,
  '&:focus-within': { borderColor: theme.palette.primary.main, boxShadow: `0 0 0 1px ${theme.palette.primary.main}` },
  '& textarea': {
    flex: 1,
    minWidth: 0,
    padding: 0,
    border: 0,
    outline: 'none !important',
    resize: 'none',
    font: 'inherit',
    lineHeight: '20px',
    color: theme.palette.text.primary,
    background: 'transparent',
  },
  '& textarea::placeholder': { color: theme.palette.atende.faint, opacity: 1 },
}));

interface ComposerFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  label: string;
  placeholder: string;
  disabled?: boolean;
  /** Their keys take precedence. */
  suggestions?: ReturnType<typeof useSuggestions>['field'];
  onChange: (value: string) => void;
  onEnter: () => void;
  onEscape?: (() => void) | undefined;
  onFiles: (files: File[]) => void;
}

/** The text field of a composer: Enter sends, Shift+Enter breaks the line, up to 5 rows. */
export function ComposerField(props: ComposerFieldProps) {
  const { field, value, label, placeholder, disabled, suggestions, onChange, onEnter, onEscape, onFiles } = props;
  function keyDown(event: KeyboardEvent) {
    suggestions?.onKeyDown(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const action = event.key === 'Escape' ? onEscape : event.key === 'Enter' && !event.shiftKey ? onEnter : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  }
  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files].map(normalizePastedFile);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }
  return (
    <FieldBox>
      <TextareaAutosize
        ref={field}
        maxRows={5}
        value={value}
        disabled={disabled}
        aria-label={label}
        {...suggestions?.aria}
        placeholder={placeholder}
        enterKeyHint="send"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keyDown}
        onBlur={suggestions?.onBlur}
        onPaste={paste}
      />
    </FieldBox>
  );
}

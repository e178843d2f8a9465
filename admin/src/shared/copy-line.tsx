import Check from '@mui/icons-material/CheckOutlined';
import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

const shownMs = 2_000;

interface CopyLineProps {
  label: string;
  value: string;
  /** Shown as dots; it can be copied all the same. */
  hidden?: boolean;
}

/** A value to copy. Without a clipboard (plain http) it is selected instead. */
export function CopyLine({ label, value, hidden = false }: CopyLineProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const timer = copied ? window.setTimeout(() => setCopied(false), shownMs) : undefined;
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    input.current?.select();
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => input.current?.focus(),
    );
  };
  const name = translate(copied ? 'connections.copied' : 'connections.copy', { name: label });
  return (
    <TextField
      fullWidth
      label={label}
      value={value}
      type={hidden ? 'password' : 'text'}
      autoComplete="off"
      inputRef={input}
      slotProps={{
        htmlInput: { readOnly: true, spellCheck: false, style: { textOverflow: 'ellipsis' } },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton size="small" edge="end" aria-label={name} title={name} onClick={copy}>
                {copied ? <Check fontSize="small" sx={{ color: 'atende.ok' }} /> : <ContentCopy fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

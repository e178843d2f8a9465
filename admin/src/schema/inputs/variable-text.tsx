import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../providers/http';
import { useDebounced } from '../../shared/use-debounced';
import { MessageTextContext } from '../message-text';
import type { FieldView } from '../types';
import { VariableChips } from './variable-chips';

/** The text that a contact gets, with variables filled in by the server. */
export function TextPreview({ label, text, empty }: { label: string; text: string; empty: string }) {
  const MessageText = use(MessageTextContext);
  const shown = useDebounced(text);
  const { data } = useQuery({
    queryKey: ['message-texts', shown],
    queryFn: ({ signal }) =>
      api<{ text: string }>('/message-texts/preview', { method: 'POST', body: { text: shown }, signal }),
    enabled: shown.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'atende.chat', containerType: 'inline-size', containerName: 'chat' }}
    >
      {shown.trim() === '' ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {empty}
        </Typography>
      ) : (
        <Box sx={{ display: 'flex' }}>
          <MessageText text={data?.text ?? ''} />
        </Box>
      )}
    </Box>
  );
}

interface VariableTextProps {
  value: string;
  variables: NonNullable<FieldView['variables']>;
  readOnly: boolean;
  onChange: (value: string) => void;
  /** The input for several lines. */
  children: ReactNode;
}

const written = /\{\{\s*([^{}\n]{0,60}?)\s*\}\}/g;

/** What the text has in double braces that is no variable of it; `{{ms}}` is a synonym of the greeting. */
const unknownIn = (text: string, variables: VariableTextProps['variables']): string[] =>
  [...text.matchAll(written)].flatMap(([whole, name]) =>
    name === 'ms' || variables.some((each) => each.name === name) ? [] : [whole],
  );

/** Surrounds a text input with chips that insert variables at the cursor, and a preview. */
export function VariableText({ value, variables, readOnly, onChange, children }: VariableTextProps) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const unknown = [...new Set(unknownIn(value, variables))].join(', ');
  return (
    <Box ref={box} sx={{ display: 'grid', gap: 1 }}>
      {children}
      {unknown !== '' && (
        <Alert severity="warning" role="status">
          {translate('app.form.text.unknown_variable', { name: unknown })}
        </Alert>
      )}
      {!readOnly && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
          <VariableChips
            label={translate('app.form.text.variables')}
            variables={variables.map(({ name, label }) => ({ label, text: `{{${name}}}` }))}
            area={() => box.current?.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])')}
            onChange={onChange}
          />
          <Button size="small" startIcon={<VisibilityIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {translate('app.form.text.preview')}
          </Button>
        </Box>
      )}
      {open && (
        <Box sx={{ display: 'grid', gap: 0.5 }}>
          <TextPreview
            label={translate('app.form.text.preview')}
            text={value}
            empty={translate('app.form.text.preview_empty')}
          />
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {translate('app.form.text.preview_help')}
          </Typography>
        </Box>
      )}
    </Box>
  );
}

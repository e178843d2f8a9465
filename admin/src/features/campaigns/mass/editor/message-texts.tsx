import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import { Box, Button, Chip } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { inputProps } from '../../../../schema/inputs/input-props';
import { TooltipIconButton } from '../../../../shared/tooltip-icon-button';
import { useField } from './editor-field';
import { StepFields } from './step-fields';

interface TextFieldProps {
  name: string;
  removable: boolean;
  autoFocus: boolean;
  onFocus: (area: HTMLTextAreaElement) => void;
  onRemove: () => void;
}

function TextField({ name, removable, autoFocus, onFocus, onRemove }: TextFieldProps) {
  const translate = useTranslate();
  const view = useField(name);
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start', gridColumn: '1 / -1' }}>
      <TextInput
        {...inputProps({ view, source: name, creating: true })}
        multiline
        minRows={3}
        maxRows={12}
        autoFocus={autoFocus}
        onFocus={({ target }) => target instanceof HTMLTextAreaElement && onFocus(target)}
      />
      {removable && (
        <TooltipIconButton label={translate('campaigns.editor.remove_text', { name: view.label })} onClick={onRemove}>
          <Close fontSize="small" />
        </TooltipIconButton>
      )}
    </Box>
  );
}

interface MessageTextsProps {
  title: string;
  help: string;
  names: readonly string[];
  variables: readonly string[];
  /** Which of them is being written, counted from 1. */
  onWrite: (number: number) => void;
}

/** Up to five texts that are sent in turn, with variables that are inserted at the cursor. */
export function MessageTexts({ title, help, names, variables, onWrite }: MessageTextsProps) {
  const translate = useTranslate();
  const helpId = useId();
  const { setValue } = useFormContext();
  const texts: unknown[] = useWatch({ name: names });
  const last = useRef<HTMLTextAreaElement | null>(null);
  const filled = texts.findLastIndex((text) => typeof text === 'string' && text.trim() !== '') + 1;
  const [added, setAdded] = useState(0);
  const shown = names.slice(0, Math.max(1, filled, added));
  const set = (name: string, text: unknown) => setValue(name, text, { shouldDirty: true, shouldValidate: true });
  const remove = (index: number) => {
    // those behind it move up
    names.slice(index).forEach((name, at) => {
      set(name, texts[index + at + 1] ?? '');
    });
    setAdded(shown.length - 1);
    onWrite(Math.max(1, index));
  };
  const insert = (variable: string) => {
    const area = last.current?.isConnected ? last.current : null;
    const name = area?.name ?? shown[0];
    if (name === undefined) return;
    const old = area?.value ?? String(texts[0] ?? '');
    const from = area?.selectionStart ?? old.length;
    const text = `{${variable}}`;
    set(name, old.slice(0, from) + text + old.slice(area?.selectionEnd ?? from));
    area?.focus();
    requestAnimationFrame(() => area?.setSelectionRange(from + text.length, from + text.length));
  };
  return (
    <StepFields title={title}>
      <Box id={helpId} sx={{ gridColumn: '1 / -1', typography: 'body2', color: 'text.secondary', mt: -1 }}>
        {help}
      </Box>
      {shown.map((name, index) => (
        <TextField
          key={name}
          name={name}
          removable={shown.length > 1}
          autoFocus={index + 1 === added && index >= filled}
          onFocus={(area) => {
            last.current = area;
            onWrite(index + 1);
          }}
          onRemove={() => remove(index)}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        <Box
          role="group"
          aria-label={translate('campaigns.editor.variables_of', { name: title })}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, flex: 1 }}
        >
          {variables.map((variable) => (
            <Chip
              key={variable}
              size="small"
              variant="outlined"
              label={`+ ${variable}`}
              onClick={() => insert(variable)}
            />
          ))}
        </Box>
        {shown.length < names.length && (
          <Button size="small" startIcon={<Add />} onClick={() => setAdded(shown.length + 1)}>
            {translate('campaigns.editor.add_text')}
          </Button>
        )}
      </Box>
    </StepFields>
  );
}

import { Box, Chip } from '@mui/material';
import { useRef } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { quickVariables } from '../../conversation/model/quick-message';
import { inputProps } from '../../schema/inputs/input-props';
import type { InputProps } from '../../schema/registry';
import { MediaInput } from './media-input';

interface MessageInputProps extends InputProps {
  /** Whose records have the file. */
  resource: string;
  /** The text is given; only the file may be changed. */
  fixed?: boolean;
}

/** The text with the variables that can be inserted, and the file. */
export function MessageInput({ resource, fixed = false, ...props }: MessageInputProps) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const { setValue } = useFormContext();
  const { readOnly } = props.view;
  function insert(variable: string) {
    const area = box.current?.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])');
    if (!area) return;
    const { selectionStart: from, selectionEnd: to, value } = area;
    const text = `{{${variable}}}`;
    setValue(props.source, value.slice(0, from) + text + value.slice(to), { shouldDirty: true, shouldValidate: true });
    area.focus();
    requestAnimationFrame(() => area.setSelectionRange(from + text.length, from + text.length));
  }
  return (
    <Box ref={box} sx={{ display: 'grid', gap: 1.5 }}>
      <TextInput
        {...inputProps(props)}
        {...(fixed ? { readOnly: true, helperText: 'schedules.template_text' } : {})}
        multiline
        minRows={3}
        maxRows={12}
      />
      {!readOnly && !fixed && (
        <Box
          role="group"
          aria-label={translate('quick.variables')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: -0.5 }}
        >
          {quickVariables.map((variable) => (
            <Chip
              key={variable}
              size="small"
              variant="outlined"
              label={`+ ${translate(`quick.variable.${variable}`)}`}
              onClick={() => insert(variable)}
            />
          ))}
        </Box>
      )}
      <MediaInput resource={resource} readOnly={readOnly} />
    </Box>
  );
}

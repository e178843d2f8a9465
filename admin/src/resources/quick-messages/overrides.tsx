import { Box, Chip } from '@mui/material';
import { useRef } from 'react';
import { BooleanInput, TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { type QuickMessage, quickVariables } from '../../conversation/model/quick-message';
import { inputProps } from '../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../schema/overrides';
import { type FieldProps, type InputProps, readValue } from '../../schema/registry';
import { MediaIcon } from '../../shared/media-icon';
import { MediaInput, uploadMedia } from './media-input';

/** The text with the variables that can be inserted, and the file. */
function MessageInput(props: InputProps) {
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
      <TextInput {...inputProps(props)} multiline minRows={3} maxRows={12} />
      {!readOnly && (
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
      <MediaInput readOnly={readOnly} />
    </Box>
  );
}

const Shortcode = ({ view, record }: FieldProps) => `/${String(readValue(record, view.name))}`;

function MediaName({ record }: FieldProps) {
  const { isMedia, mediaName, mediaMime } = record as QuickMessage;
  if (!isMedia) return '–';
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 0.75, maxWidth: '100%' }}
    >
      <MediaIcon mime={mediaMime} />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {mediaName}
      </Box>
    </Box>
  );
}

/** Shown only for messages that are shared with the company. */
function SharedOnlyFlag(props: InputProps) {
  const geral: unknown = useWatch({ name: 'geral' });
  return geral === true ? <BooleanInput {...inputProps(props)} /> : null;
}

/** The rules of the server's quick-messages.policy.ts. */
const rights: ResourceOverrides['rights'] = (record, { id, profile }) => {
  const { geral, allowEdit, userId } = record as QuickMessage;
  const owns = geral ? profile === 'admin' : userId === id;
  return { edit: owns || (geral && allowEdit), delete: owns };
};

export const overrides: ResourceOverrides = {
  fields: { shortcode: Shortcode, mediaName: MediaName },
  inputs: { message: MessageInput, allowView: SharedOnlyFlag, allowEdit: SharedOnlyFlag },
  rights,
  saved: (id, values) => uploadMedia(`/quick-messages/${id}/media-upload`, values, 'quickMessage'),
};

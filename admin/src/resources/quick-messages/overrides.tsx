import Box from '@mui/material/Box';
import { BooleanInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { inputProps } from '../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../schema/overrides';
import { type FieldProps, type InputProps, readValue } from '../../schema/registry';
import { MediaIcon } from '../../shared/media-icon';
import { MessageInput } from './message-input';
import { saveMedia } from './save-media';
import type { QuickMessageRecord } from './types';

const Shortcode = ({ view, record }: FieldProps) => `/${String(readValue(record, view.name))}`;

function MediaName({ record }: FieldProps) {
  const { isMedia, mediaName, mediaMime } = record as QuickMessageRecord;
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

/** What others may do says something only of a general one. */
function OfGeneral(props: InputProps) {
  const geral: unknown = useWatch({ name: 'geral' });
  return geral === true ? <BooleanInput {...inputProps(props)} /> : null;
}

/** The rules of the server's quick-messages.policy.ts. */
const rights: ResourceOverrides['rights'] = (record, { id, profile }) => {
  const { geral, allowEdit, userId } = record as QuickMessageRecord;
  const owns = geral ? profile === 'admin' : userId === id;
  return { edit: owns || (geral && allowEdit), delete: owns };
};

export const overrides: ResourceOverrides = {
  fields: { shortcode: Shortcode, mediaName: MediaName },
  inputs: { message: MessageInput, allowView: OfGeneral, allowEdit: OfGeneral },
  rights,
  saved: saveMedia,
};

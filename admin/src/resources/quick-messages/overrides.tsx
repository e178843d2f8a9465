import Box from '@mui/material/Box';
import { BooleanInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { QuickMessage } from '../../conversation/model/quick-message';
import { api, apiUpload } from '../../providers/http';
import { inputProps } from '../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../schema/overrides';
import { type FieldProps, type InputProps, readValue } from '../../schema/registry';
import { MediaIcon } from '../../shared/media-icon';
import { mediaField } from './media-input';
import { MessageInput } from './message-input';

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

/** Uploads or removes the file, by a route of its own once the record is stored. */
async function saveMedia(id: string | number, values: Record<string, unknown>): Promise<void> {
  const path = `/quick-messages/${id}/media-upload`;
  const file = values[mediaField];
  if (file === null) await api(path, { method: 'DELETE' });
  if (!(file instanceof File)) return;
  const form = new FormData();
  form.append('typeArch', 'quickMessage');
  form.append('file', file, file.name);
  await apiUpload(path, form);
}

export const overrides: ResourceOverrides = {
  fields: { shortcode: Shortcode, mediaName: MediaName },
  inputs: { message: MessageInput, allowView: SharedOnlyFlag, allowEdit: SharedOnlyFlag },
  rights,
  saved: saveMedia,
};

import { Box } from '@mui/material';
import { BooleanInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { QuickMessage } from '../../../conversation/model/quick-message';
import { uploadMedia } from '../../../conversation/ui/forms/media-input';
import { MessageInput } from '../../../conversation/ui/forms/message-input';
import { inputProps } from '../../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, type InputProps, readValue } from '../../../schema/registry';
import { MediaIcon } from '../../../shared/media-icon';

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
  resource: 'quick-messages',
  fields: { shortcode: Shortcode, mediaName: MediaName },
  inputs: {
    message: (props) => <MessageInput {...props} resource="quick-messages" />,
    allowView: SharedOnlyFlag,
    allowEdit: SharedOnlyFlag,
  },
  rights,
  saved: (id, values) => uploadMedia(`/quick-messages/${id}/media-upload`, values, 'quickMessage'),
};

import { Box } from '@mui/material';
import { TextInput } from 'react-admin';
import { Multiline } from '../../../schema/inputs';
import { inputProps } from '../../../schema/inputs/input-props';
import type { InputProps } from '../../../schema/registry';
import { MediaInput } from './media-input';

interface MessageInputProps extends InputProps {
  /** Whose records have the file. */
  resource: string;
  /** Why only the file may be changed. */
  fixed?: string | undefined;
}

/** The text and the file. */
export function MessageInput({ resource, fixed, ...props }: MessageInputProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {fixed ? (
        <TextInput {...inputProps(props)} helperText={fixed} readOnly multiline minRows={3} maxRows={12} />
      ) : (
        <Multiline {...props} />
      )}
      <MediaInput resource={resource} readOnly={props.view.readOnly} />
    </Box>
  );
}

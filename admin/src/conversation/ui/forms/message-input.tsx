import { Box } from '@mui/material';
import { useEffect, useRef } from 'react';
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
  /** Puts the cursor behind the text. */
  focused?: boolean;
}

/** The text and the file. */
export function MessageInput({ resource, fixed, focused = false, ...props }: MessageInputProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = focused ? box.current?.querySelector('textarea') : null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [focused]);
  return (
    <Box ref={box} sx={{ display: 'grid', gap: 1.5 }}>
      {fixed ? (
        <TextInput {...inputProps(props)} helperText={fixed} readOnly multiline minRows={3} maxRows={12} />
      ) : (
        <Multiline {...props} />
      )}
      <MediaInput resource={resource} readOnly={props.view.readOnly} />
    </Box>
  );
}

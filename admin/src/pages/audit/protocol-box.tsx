import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useDebounced } from '../../shared/use-debounced';

/** Finds a conversation by its number, once typing has rested. */
export function ProtocolBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const wanted = useDebounced(text);
  const apply = useEffectEvent((protocol: string) => protocol !== value && onChange(protocol));
  useEffect(() => {
    apply(wanted);
  }, [wanted]);
  // cleared from outside
  useEffect(() => {
    if (value === '') setText('');
  }, [value]);
  return (
    <TextField
      label={translate('oversight.audit.protocol')}
      value={text}
      onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
      sx={{ flex: '1 1 150px', maxWidth: { sm: 200 } }}
    />
  );
}

import { TextField, type TextFieldProps } from '@mui/material';
import { useLayoutEffect, useRef } from 'react';
import { typedPhone } from './phone-typing';
import { useSetting } from './use-setting';

interface PhoneFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'inputRef' | 'type'> {
  value: string;
  onChange: (text: string) => void;
}

/** A field for a phone number; in a company of Brazil the marks of a number appear while it is typed. */
export function PhoneField({ value, onChange, ...props }: PhoneFieldProps) {
  const isBrazilian = useSetting('country') === 'BR';
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextField
      {...props}
      type="tel"
      inputRef={input}
      value={value}
      onChange={({ target, nativeEvent }) => {
        if (!isBrazilian) return onChange(target.value);
        const key = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
        const at = input.current?.selectionStart ?? target.value.length;
        const typed = typedPhone(value, { text: target.value, caret: at }, key);
        // React puts the caret at the end of a value that differs from what was typed
        if (typed.text !== target.value) caret.current = typed.caret;
        onChange(typed.text);
      }}
    />
  );
}

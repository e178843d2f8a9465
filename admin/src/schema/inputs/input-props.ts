import { email, maxLength, maxValue, minLength, minValue, required, type Validator } from 'react-admin';
import type { InputProps } from '../registry';
import type { FieldView, Widget } from '../types';

const numeric: readonly Widget[] = ['number', 'money'];
const textual: readonly Widget[] = ['text', 'multiline', 'email', 'password', 'phone', 'secret'];

/** The field's rules with the server's messages, so that the form refuses the same values as the server. */
function validatorsOf({ widget, min, max, messages }: FieldView, isRequired: boolean): Validator[] {
  const validators: Validator[] = [];
  if (isRequired) validators.push(required(messages.required));
  if (textual.includes(widget)) {
    if (min !== undefined) validators.push(minLength(min, messages.min));
    if (max !== undefined) validators.push(maxLength(max, messages.max));
  }
  if (numeric.includes(widget)) {
    if (min !== undefined) validators.push(minValue(min, messages.type));
    if (max !== undefined) validators.push(maxValue(max, messages.type));
  }
  if (widget === 'email') validators.push(email(messages.email));
  return validators;
}

/** The props that all generated inputs share. */
export function inputProps({ view, source, creating }: InputProps) {
  const secret = view.widget === 'secret' || view.widget === 'password';
  // An empty secret keeps the stored one of an existing record.
  const isRequired = creating ? view.required || view.when?.required === true : view.required && !secret;
  return {
    source,
    label: view.label,
    validate: validatorsOf(view, isRequired),
    readOnly: view.readOnly,
    disabled: view.readOnly,
    helperText: view.help ?? (false as const),
    fullWidth: true,
    margin: 'none' as const,
  };
}

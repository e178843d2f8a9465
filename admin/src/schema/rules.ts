import { email, maxLength, maxValue, minLength, minValue, required, type Validator } from 'react-admin';
import type { FieldView, Widget } from './types';

const numeric: readonly Widget[] = ['number', 'money'];
const textual: readonly Widget[] = ['text', 'multiline', 'email', 'password', 'phone', 'secret'];

/** The field's rules with the server's own sentences, so that a form says at once what the server would. */
export function rulesOf(view: FieldView): Validator[] {
  const { widget, min, max, messages } = view;
  const rules: Validator[] = [];
  if (view.required) rules.push(required(messages.required));
  if (textual.includes(widget)) {
    if (min !== undefined) rules.push(minLength(min, messages.min));
    if (max !== undefined) rules.push(maxLength(max, messages.max));
  }
  if (numeric.includes(widget)) {
    if (min !== undefined) rules.push(minValue(min, messages.min));
    if (max !== undefined) rules.push(maxValue(max, messages.max));
  }
  if (widget === 'email') rules.push(email(messages.email));
  return rules;
}

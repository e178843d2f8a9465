import type { InputProps } from '../registry';
import { rulesOf } from '../rules';

/** What every generated input has in common. */
export function inputProps({ view, source, creating }: InputProps) {
  const secret = view.widget === 'secret' || view.widget === 'password';
  // An empty secret of an existing record means 'leave it as it is'.
  const required = creating ? view.required || view.when?.required === true : view.required && !secret;
  return {
    source,
    label: view.label,
    validate: rulesOf({ ...view, required }),
    readOnly: view.readOnly,
    disabled: view.readOnly,
    helperText: view.help ?? (false as const),
    fullWidth: true,
    margin: 'none' as const,
  };
}

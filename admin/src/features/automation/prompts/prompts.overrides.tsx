import { Box } from '@mui/material';
import { NumberInput, useLocale } from 'react-admin';
import type { Locale } from '../../../i18n';
import type { Schemas } from '../../../providers/api-types';
import { inputProps } from '../../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps, InputProps } from '../../../schema/registry';

/** Why the last answer failed. */
function LastError({ record }: FieldProps) {
  const locale = useLocale() as Locale;
  const { lastError } = record as unknown as Schemas['PromptRecord'];
  if (!lastError) return '–';
  return (
    <Box component="span" sx={{ color: 'error.main' }}>
      {lastError[locale]}
    </Box>
  );
}

/** Unlike other numbers it has decimals. */
const Temperature = (props: InputProps) => (
  <NumberInput {...inputProps(props)} step={0.1} min={props.view.min} max={props.view.max} />
);

export const overrides: ResourceOverrides = {
  resource: 'prompt',
  fields: { lastError: LastError },
  inputs: { temperature: Temperature },
};

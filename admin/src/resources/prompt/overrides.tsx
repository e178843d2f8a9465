import { Box } from '@mui/material';
import { useLocale } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import type { ResourceOverrides } from '../../schema/overrides';
import type { FieldProps } from '../../schema/registry';
import type { Locale } from '../../shared/preferences';

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

export const overrides: ResourceOverrides = { fields: { lastError: LastError } };

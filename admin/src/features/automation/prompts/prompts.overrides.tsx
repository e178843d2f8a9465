import PlayArrow from '@mui/icons-material/PlayArrowOutlined';
import { Box } from '@mui/material';
import { useState } from 'react';
import { NumberInput, type RaRecord, useLocale, useTranslate } from 'react-admin';
import type { Locale } from '../../../i18n';
import type { Schemas } from '../../../providers/api-types';
import { inputProps } from '../../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps, InputProps } from '../../../schema/registry';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { PromptTestDialog } from './prompt-test';

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

function Actions({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const [testing, setTesting] = useState(false);
  const name = String(record['name']);
  return (
    <>
      <TooltipIconButton
        size="small"
        label={translate('assistant.test.of', { name })}
        tooltip={translate('assistant.test.title')}
        onClick={() => setTesting(true)}
      >
        <PlayArrow fontSize="small" />
      </TooltipIconButton>
      {testing && <PromptTestDialog id={Number(record.id)} name={name} onClose={() => setTesting(false)} />}
    </>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'prompt',
  fields: { lastError: LastError },
  inputs: { temperature: Temperature },
  rowActions: Actions,
};

import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { FieldView } from '../../../schema/types';
import { LoadFailed } from '../../../shared/load-failed';
import { UnsavedChanges } from '../../../shared/unsaved-changes';
import { Setting } from './setting';
import { useSettings } from './use-settings';
import { WorkingHours } from './working-hours';

const card = {
  borderRadius: '14px',
  p: { xs: 2, sm: 2.5 },
  // a switch stands at the right of its label and help
  '& .MuiFormGroup-root': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: 1.5,
    minHeight: 40,
  },
  '& .MuiFormControlLabel-root': { display: 'contents' },
  '& .MuiSwitch-root': { gridArea: '1 / 2 / span 2' },
  '& .MuiFormGroup-root .MuiFormHelperText-root': {
    gridArea: '2 / 1',
    m: 0,
    typography: 'body2',
    color: 'atende.faint',
  },
  // each is saved alone: none is marked as required
  '& :is(.MuiInputLabel-root, .MuiFormControlLabel-label, legend) span > [aria-hidden]': { display: 'none' },
} as const;

interface GroupProps {
  label: string;
  fields: FieldView[];
  values: ReadonlyMap<string, string>;
}

function Group({ label, fields, values }: GroupProps) {
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={card}>
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {fields.map((field) => (
          <Setting key={field.name} field={field} value={values.get(field.name) ?? ''} />
        ))}
      </Box>
    </Paper>
  );
}

/** The company's settings: choices are saved at once, texts by their button (ADR 9). */
export default function SettingsPage() {
  return (
    <UnsavedChanges>
      <Settings />
    </UnsavedChanges>
  );
}

function Settings() {
  const translate = useTranslate();
  const { fields = [], values, loaded, error, retry } = useSettings();
  const title = translate('oversight.settings.title');
  return (
    <Box sx={{ maxWidth: 1080, mx: 'auto', px: { xs: 2, sm: 3 }, py: { xs: 2, sm: 2.5 } }}>
      <title>{`${title} · Atende`}</title>
      <Typography variant="h1">{title}</Typography>
      <Typography variant="body2" sx={{ color: 'atende.faint', mt: 0.25, mb: 2 }}>
        {translate('oversight.settings.lead')}
      </Typography>
      {error && !loaded && <LoadFailed error={error} onRetry={retry} />}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        <Box sx={{ position: { md: 'sticky' }, top: 16 }}>
          <WorkingHours />
        </Box>
        <Box component="section" aria-label={translate('oversight.settings.general')} sx={{ display: 'grid', gap: 2 }}>
          {loaded
            ? [...Map.groupBy(fields, ({ group = '' }) => group)].map(([label, members]) => (
                <Group key={label} label={label} fields={members} values={values} />
              ))
            : !error &&
              Array.from({ length: 3 }, (_, index) => (
                <Skeleton key={index} variant="rounded" height={220} sx={{ borderRadius: '14px' }} />
              ))}
        </Box>
      </Box>
    </Box>
  );
}

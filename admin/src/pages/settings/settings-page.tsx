import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { LoadFailed } from '../../shared/load-failed';
import { UnsavedChanges } from '../../shared/unsaved-changes';
import { SettingField } from './setting-field';
import { type SettingGroupView, useSettings } from './use-settings';
import { WorkingHours } from './working-hours';

const card = { borderRadius: '14px', p: { xs: 2, sm: 2.5 } } as const;

function Group({ group, values }: { group: SettingGroupView; values: ReadonlyMap<string, string> }) {
  return (
    <Paper variant="outlined" component="section" aria-labelledby={`settings-${group.name}`} sx={card}>
      <Typography id={`settings-${group.name}`} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {group.label}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {group.fields.map((field) => (
          <SettingField key={field.key} field={field} value={values.get(field.key) ?? ''} />
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
  const { groups, values, loaded, error, retry } = useSettings();
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
            ? groups?.map((group) => <Group key={group.name} group={group} values={values} />)
            : !error &&
              Array.from({ length: 3 }, (_, index) => (
                <Skeleton key={index} variant="rounded" height={220} sx={{ borderRadius: '14px' }} />
              ))}
        </Box>
      </Box>
    </Box>
  );
}

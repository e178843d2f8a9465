import { Box, FormGroup, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { preferences } from '../../providers/preferences';
import { PreferenceSwitch } from '../../shared/preference-switch';
import { chime } from './chime';

const soundKinds = ['message', 'waiting', 'assigned', 'mention', 'chat'] as const;

/** The sounds of alerts; switching one on plays it. */
export function SoundSwitches() {
  const translate = useTranslate();
  const title = useId();
  return (
    <Box>
      <Typography id={title} variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('shell.sounds.title')}
      </Typography>
      <FormGroup aria-labelledby={title}>
        {soundKinds.map((kind) => (
          <PreferenceSwitch
            key={kind}
            preference={preferences.sounds[kind]}
            label={`shell.sounds.${kind}`}
            onChange={(checked) => checked && void chime(kind, preferences.volume.get())}
          />
        ))}
      </FormGroup>
    </Box>
  );
}

import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { type Preference, preferences, usePreference } from '../../shared/preferences';
import { chime, type Kind } from '../notifications/chime';

const kinds: readonly (readonly [Kind, Preference<boolean>])[] = [
  ['message', preferences.soundMessage],
  ['waiting', preferences.soundWaiting],
  ['assigned', preferences.soundAssigned],
  ['mention', preferences.soundMention],
];

function SoundSwitch({ kind, source }: { kind: Kind; source: Preference<boolean> }) {
  const translate = useTranslate();
  const [on, setOn] = usePreference(source);
  const change = (checked: boolean) => {
    setOn(checked);
    if (checked) void chime(kind, preferences.volume.get());
  };
  return (
    <FormControlLabel
      control={<Switch checked={on} onChange={(_, checked) => change(checked)} />}
      label={translate(`shell.sounds.${kind}`)}
    />
  );
}

/** Which kinds of events are heard; switching one on lets it be heard. */
export function SoundSwitches() {
  const translate = useTranslate();
  const title = useId();
  return (
    <Box sx={{ px: 2, pt: 1.25, pb: 0.5 }}>
      <Typography id={title} variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('shell.sounds.title')}
      </Typography>
      <FormGroup aria-labelledby={title}>
        {kinds.map(([kind, source]) => (
          <SoundSwitch key={kind} kind={kind} source={source} />
        ))}
      </FormGroup>
    </Box>
  );
}

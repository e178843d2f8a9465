import VolumeOff from '@mui/icons-material/VolumeOffOutlined';
import VolumeUp from '@mui/icons-material/VolumeUpOutlined';
import { Slider, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { preferences, usePreference } from '../../providers/preferences';
import { chime } from '../notifications/chime';
import { BarPopover, type PopoverProps } from './popover-button';

/** Rounds off the floating point error of the slider's steps. */
const tenths = (value: number | number[]) => Math.round(([value].flat()[0] ?? 1) * 10) / 10;

/** The volume of alerts, 0 to 1 in steps of 0.1; releasing the slider plays one. */
export default function VolumePopover({ anchor, onClose }: PopoverProps) {
  const translate = useTranslate();
  const [volume, setVolume] = usePreference(preferences.volume);
  const label = translate('app.layout.volume');
  const percent = translate('app.layout.volume_value', { percent: Math.round(volume * 100) });
  const Icon = volume === 0 ? VolumeOff : VolumeUp;
  return (
    <BarPopover anchor={anchor} label={label} sx={{ width: 260 }} horizontal="center" onClose={onClose}>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center', px: 2, py: 1.25 }}>
        <Icon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
        <Slider
          aria-label={label}
          size="small"
          value={volume}
          min={0}
          max={1}
          step={0.1}
          getAriaValueText={() => percent}
          onChange={(_, value) => setVolume(tenths(value))}
          onChangeCommitted={(_, value) => void chime('message', tenths(value))}
        />
        <Typography variant="body2" aria-hidden sx={{ flex: '0 0 38px', textAlign: 'right', color: 'text.secondary' }}>
          {percent}
        </Typography>
      </Stack>
    </BarPopover>
  );
}

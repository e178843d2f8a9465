import VolumeOff from '@mui/icons-material/VolumeOffOutlined';
import VolumeUp from '@mui/icons-material/VolumeUpOutlined';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { preferences, usePreference } from '../../shared/preferences';

export function VolumeControl() {
  const translate = useTranslate();
  const [volume, setVolume] = usePreference(preferences.volume);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('app.layout.volume');
  const percent = translate('app.layout.volume_value', { percent: Math.round(volume * 100) });
  const Icon = volume === 0 ? VolumeOff : VolumeUp;
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: -8, horizontal: 'center' }}
        slotProps={{ paper: { 'aria-label': label, role: 'dialog' } }}
      >
        <Stack direction="row" spacing={2} sx={{ alignItems: 'center', width: 260, px: 2, py: 1.25 }}>
          <Icon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
          <Slider
            aria-label={label}
            size="small"
            value={volume}
            min={0}
            max={1}
            step={0.1}
            getAriaValueText={() => percent}
            onChange={(_, value) => setVolume(Array.isArray(value) ? (value[0] ?? 1) : value)}
          />
          <Typography
            variant="body2"
            aria-hidden
            sx={{ flex: '0 0 38px', textAlign: 'right', color: 'text.secondary' }}
          >
            {percent}
          </Typography>
        </Stack>
      </Popover>
    </>
  );
}

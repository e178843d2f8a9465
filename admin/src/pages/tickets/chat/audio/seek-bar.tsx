import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { Bars } from './bars';
import { clock } from './clock';
import type { AudioState } from './use-audio';

/** Where in the sound one is, by pointer and by keys; its shape, where that is known. */
export function SeekBar({ audio }: { audio: AudioState }) {
  const translate = useTranslate();
  const { palette } = useTheme();
  const { at, length, peaks } = audio;
  const share = length > 0 ? Math.min(1, at / length) : 0;
  return (
    <Box sx={{ position: 'relative', flex: 1, minWidth: 0, height: 32, display: 'flex', alignItems: 'center' }}>
      {peaks && <Bars heights={peaks} color={`color-mix(in srgb, ${palette.text.primary} 32%, transparent)`} />}
      {peaks && <Bars heights={peaks} color={palette.primary.main} share={share} />}
      <Slider
        size="small"
        value={Math.min(at, length || at)}
        max={length || 1}
        step={(length || 1) / 50}
        shiftStep={(length || 1) / 10}
        disabled={length === 0}
        aria-label={translate('workspace.message.seek')}
        getAriaValueText={(value) => translate('voice.position', { at: clock(value), length: clock(length) })}
        onChange={(_, value) => audio.seek(value)}
        data-waveform={peaks !== undefined}
        sx={{
          py: '14px !important',
          '&[data-waveform=true] .MuiSlider-rail, &[data-waveform=true] .MuiSlider-track': { opacity: 0 },
        }}
      />
    </Box>
  );
}

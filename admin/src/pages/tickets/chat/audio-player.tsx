import Pause from '@mui/icons-material/PauseRounded';
import Play from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Slider from '@mui/material/Slider';
import { useLocale, useTranslate } from 'react-admin';
import { useAudio } from './use-audio';

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A voice message: play, position, length, speed 0.5 to 2. */
export function AudioPlayer({ src }: { src: string | null }) {
  const translate = useTranslate();
  const locale = useLocale();
  const audio = useAudio(src);
  const speed = audio.speed.toLocaleString(locale);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: 260, maxWidth: '100%' }}>
      <IconButton
        aria-label={translate(audio.on ? 'workspace.message.pause' : 'workspace.message.play')}
        onClick={audio.toggle}
        disabled={!src}
        sx={{
          width: 34,
          height: 34,
          borderRadius: '50%',
          flex: 'none',
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          '&:hover': { bgcolor: 'primary.dark' },
        }}
      >
        {audio.on ? <Pause sx={{ fontSize: 20 }} /> : <Play sx={{ fontSize: 20 }} />}
      </IconButton>
      <Slider
        size="small"
        value={Math.min(audio.at, audio.length || audio.at)}
        max={audio.length || 1}
        step={0.1}
        disabled={audio.length === 0}
        aria-label={translate('workspace.message.seek')}
        getAriaValueText={clock}
        onChange={(_, value) => audio.seek(value)}
        sx={{ flex: 1, minWidth: 0, mx: 0.5 }}
      />
      <Box
        component="span"
        sx={{ fontSize: 11.5, color: 'text.secondary', fontVariantNumeric: 'tabular-nums', flex: 'none' }}
      >
        {clock(audio.on || audio.at > 0 ? audio.at : audio.length)}
      </Box>
      <ButtonBase
        aria-label={translate('workspace.message.speed', { speed })}
        onClick={audio.nextSpeed}
        sx={{
          minWidth: 34,
          fontFamily: 'inherit',
          height: 24,
          borderRadius: '8px',
          fontSize: 11,
          fontWeight: 700,
          bgcolor: (theme) => `color-mix(in srgb, ${theme.palette.text.primary} 10%, transparent)`,
        }}
      >
        {speed}×
      </ButtonBase>
    </Box>
  );
}

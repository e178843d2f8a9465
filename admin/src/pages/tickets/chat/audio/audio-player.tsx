import Pause from '@mui/icons-material/PauseRounded';
import Play from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useLocale, useTranslate } from 'react-admin';
import { textSize } from '../../../../shared/type-scale';
import { clock } from './clock';
import { SeekBar } from './seek-bar';
import { useAudio } from './use-audio';

interface AudioPlayerProps {
  id: string;
  src: string | null;
  width?: number | string;
}

/** A voice message: play, position, length, speed 0.5 to 2. */
export function AudioPlayer({ id, src, width = 280 }: AudioPlayerProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const audio = useAudio(id, src);
  const speed = audio.speed.toLocaleString(locale);
  return (
    <Box
      data-playing={audio.on}
      sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width, maxWidth: 'calc(100% - 18px)' }}
    >
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
        {audio.on ? <Pause /> : <Play />}
      </IconButton>
      <SeekBar audio={audio} />
      <Box
        component="span"
        sx={{ fontSize: textSize.caption, color: 'text.secondary', fontVariantNumeric: 'tabular-nums', flex: 'none' }}
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
          fontSize: textSize.micro,
          fontWeight: 700,
          bgcolor: (theme) => `color-mix(in srgb, ${theme.palette.text.primary} 10%, transparent)`,
        }}
      >
        {speed}×
      </ButtonBase>
    </Box>
  );
}

import Pause from '@mui/icons-material/PauseRounded';
import Play from '@mui/icons-material/PlayArrowRounded';
import { Box, ButtonBase, IconButton, Slider, styled, useTheme } from '@mui/material';
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocale, useTranslate } from 'react-admin';
import { audioSpeeds, preferences, usePreference } from '../../../providers/preferences';
import { MediaFailed } from '../../../shared/media';
import { textSize } from '../../../shared/type-scale';
import { player, type Track } from '../../data/player';
import { useWaveform } from '../../data/waveform-store';
import { nextVoice, type VoiceQueueItem } from '../../model/voice-queue';

/** m:ss */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const BarsSvg = styled('svg')({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  overflow: 'visible',
  pointerEvents: 'none',
});

/** Draws heights from 0 to 1 as vertical strokes. */
export function WaveformBars(props: { heights: readonly number[]; color: string; share?: number }) {
  const { heights, color, share = 1 } = props;
  const step = 100 / heights.length;
  const strokes = heights.map((height, index) => {
    const half = Math.max(3, height * 46);
    return `M${((index + 0.5) * step).toFixed(2)} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
  });
  return (
    <BarsSvg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      style={share < 1 ? { clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` } : undefined}
    >
      <path
        d={strokes.join('')}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </BarsSvg>
  );
}

/** The track to play after a given one; null outside a conversation. */
const VoiceQueueContext = createContext<(id: string) => Track | null>(() => null);

/** Plays the voice messages of one conversation one after the other; unmounting stops them. */
export function VoiceQueue({ items, children }: { items: readonly VoiceQueueItem[]; children: ReactNode }) {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  }, [items]);
  useEffect(() => () => player.pause(), []);
  const after = useCallback((id: string): Track | null => {
    const next = nextVoice(latest.current, id);
    return next && { id: next.id, src: next.src, next: () => after(next.id) };
  }, []);
  return <VoiceQueueContext value={after}>{children}</VoiceQueueContext>;
}

interface SeekBarProps {
  at: number;
  length: number;
  peaks: readonly number[] | undefined;
  onSeek: (to: number) => void;
}

function SeekBar({ at, length, peaks, onSeek }: SeekBarProps) {
  const translate = useTranslate();
  const { palette } = useTheme();
  const share = length > 0 ? Math.min(1, at / length) : 0;
  return (
    <Box sx={{ position: 'relative', flex: 1, minWidth: 0, height: 32, display: 'flex', alignItems: 'center' }}>
      {peaks && <WaveformBars heights={peaks} color={`color-mix(in srgb, ${palette.text.primary} 32%, transparent)`} />}
      {peaks && <WaveformBars heights={peaks} color={palette.primary.main} share={share} />}
      <Slider
        size="small"
        value={Math.min(at, length || at)}
        max={length || 1}
        step={(length || 1) / 50}
        shiftStep={(length || 1) / 10}
        disabled={length === 0}
        aria-label={translate('workspace.message.seek')}
        getAriaValueText={(value) =>
          translate('voice.position', { at: formatDuration(value), length: formatDuration(length) })
        }
        onChange={(_, value) => onSeek(value)}
        data-waveform={peaks !== undefined}
        sx={{
          py: '14px !important',
          '&[data-waveform=true] .MuiSlider-rail, &[data-waveform=true] .MuiSlider-track': { opacity: 0 },
        }}
      />
    </Box>
  );
}

export function AudioPlayer({ id, src, width = 280 }: { id: string; src: string | null; width?: number | string }) {
  const translate = useTranslate();
  const locale = useLocale();
  const after = use(VoiceQueueContext);
  const { on, at, length: known, failed } = useSyncExternalStore(player.subscribe, () => player.state(id));
  const { waveform, ...file } = useWaveform(src);
  const length = known || (waveform?.seconds ?? 0);
  // shared by all (spec 000 §9)
  const [speed, setSpeed] = usePreference(preferences.audioSpeed);
  const nextSpeed = audioSpeeds[(audioSpeeds.indexOf(speed) + 1) % audioSpeeds.length] ?? 1;
  const track = src === null ? null : { id, src, next: () => after(id) };
  const retry = () => {
    if (file.failed) file.retry();
    if (failed && track) player.toggle(track);
  };
  if (failed || file.failed) return <MediaFailed kind="audio" onRetry={retry} />;
  return (
    <Box
      data-playing={on}
      sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width, maxWidth: 'calc(100% - 18px)' }}
    >
      <IconButton
        aria-label={translate(on ? 'workspace.message.pause' : 'workspace.message.play')}
        onClick={() => track && player.toggle(track)}
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
        {on ? <Pause /> : <Play />}
      </IconButton>
      <SeekBar at={at} length={length} peaks={waveform?.peaks} onSeek={(to) => player.seek(id, to)} />
      <Box
        component="span"
        sx={{ fontSize: textSize.caption, color: 'text.secondary', fontVariantNumeric: 'tabular-nums', flex: 'none' }}
      >
        {formatDuration(on || at > 0 ? at : length)}
      </Box>
      <ButtonBase
        aria-label={translate('workspace.message.speed', { speed: speed.toLocaleString(locale) })}
        onClick={() => setSpeed(nextSpeed)}
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
        {speed.toLocaleString(locale)}×
      </ButtonBase>
    </Box>
  );
}

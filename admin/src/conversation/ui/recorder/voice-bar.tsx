import Delete from '@mui/icons-material/DeleteOutlined';
import Mic from '@mui/icons-material/MicNoneOutlined';
import Stop from '@mui/icons-material/StopRounded';
import { Box, IconButton, useTheme } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { moveFocus } from '../../../shared/focus';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import type { Recording } from '../../model/recording';
import { meterOf } from '../../model/waveform';
import { AudioPlayer, formatDuration, WaveformBars } from '../audio/audio-player';
import { primaryButton, SendButton } from '../composer/composer-buttons';
import type { Recorder } from './use-recorder';

export function MicButton({ recorder, disabled }: { recorder: Recorder; disabled: boolean }) {
  const translate = useTranslate();
  const props = { label: translate('voice.record'), disabled, onClick: recorder.start, 'data-mic': true };
  return (
    <TooltipIconButton {...props} sx={primaryButton}>
      <Mic fontSize="large" />
    </TooltipIconButton>
  );
}

const METER_BARS = 48;

/** The last seconds, the newest at the right. */
function LevelMeter({ levels }: { levels: readonly number[] }) {
  const translate = useTranslate();
  const { palette } = useTheme();
  const heights = levels.map(meterOf);
  return (
    <Box
      role="meter"
      aria-label={translate('voice.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((heights.at(-1) ?? 0) * 100)}
      sx={{ position: 'relative', flex: 1, minWidth: 0, height: 32 }}
    >
      <WaveformBars
        heights={[...Array.from({ length: METER_BARS - heights.length }, () => 0), ...heights]}
        color={palette.primary.main}
      />
    </Box>
  );
}

const pulse = {
  width: 10,
  height: 10,
  flex: 'none',
  borderRadius: '50%',
  bgcolor: 'error.main',
  '@keyframes recording': { '50%': { opacity: 0.25 } },
  animation: 'recording 1.4s ease-in-out infinite',
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
} as const;

function RecordingState({ recording }: { recording: Recording }) {
  const translate = useTranslate();
  switch (recording.phase) {
    case 'asking':
    case 'finishing':
      return <Box sx={{ flex: 1, color: 'text.secondary' }}>{translate(`voice.${recording.phase}`)}</Box>;
    case 'recording':
      return (
        <>
          <Box aria-hidden sx={pulse} />
          <Box
            role="timer"
            aria-label={translate('voice.recording')}
            sx={{ minWidth: 34, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
          >
            {formatDuration(Math.floor(recording.seconds))}
          </Box>
          <LevelMeter levels={recording.levels} />
        </>
      );
    case 'review':
      return (
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <AudioPlayer id={recording.localUrl} src={recording.localUrl} width="100%" />
        </Box>
      );
  }
}

/** Focuses the next step: stop, then send, then the microphone button. */
function useStepFocus(phase: Recording['phase']) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const next = phase === 'recording' ? 'stop' : phase === 'review' ? 'send' : 'discard';
    group.current?.querySelector<HTMLElement>(`[data-step=${next}]`)?.focus();
  }, [phase]);
  useEffect(() => () => moveFocus('main footer [data-mic]'), []);
  return group;
}

interface VoiceBarProps {
  recorder: Recorder;
  recording: Recording;
  /** Why nothing may be sent at the moment. */
  blocked?: string | undefined;
}

/** Replaces the field during and after recording. */
export function VoiceBar({ recorder, recording, blocked }: VoiceBarProps) {
  const translate = useTranslate();
  const { phase } = recording;
  const group = useStepFocus(phase);
  const running = phase === 'recording';
  return (
    <Box
      ref={group}
      role="group"
      aria-label={translate('voice.group')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 0.75, md: 1.25 }, minHeight: 42 }}
    >
      <IconButton
        data-step="discard"
        aria-label={translate(phase === 'review' ? 'voice.discard' : 'voice.cancel')}
        onClick={recorder.discard}
      >
        <Delete fontSize="large" />
      </IconButton>
      <RecordingState recording={recording} />
      {running && (
        <IconButton
          data-step="stop"
          aria-label={translate('voice.stop')}
          onClick={recorder.stop}
          sx={{ color: 'error.main' }}
        >
          <Stop fontSize="large" />
        </IconButton>
      )}
      <SendButton
        disabled={blocked !== undefined || !(running || phase === 'review')}
        onClick={recorder.send}
        data-step="send"
      />
      {blocked !== undefined && (
        <Box role="status" sx={{ width: '100%', pl: 0.5, fontSize: textSize.caption, color: 'text.secondary' }}>
          {blocked}
        </Box>
      )}
    </Box>
  );
}

import { useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import {
  discardRecording,
  finishRecording,
  recordingOf,
  startRecording,
  takeRecording,
  useRecording,
  type VoiceFile,
} from '../../data/recorder/recordings';
import { MicrophoneError } from '../../model/recording';

export type Recorder = ReturnType<typeof useRecorder>;

interface RecorderOptions {
  key: string;
  onSend: (voice: VoiceFile) => void;
  /** Hidden, or writing is no longer possible: a running recording is finished and kept. */
  away?: boolean;
}

/** Records a voice message; leaving the conversation keeps the recording like a draft. */
export function useRecorder({ key, onSend, away = false }: RecorderOptions) {
  const notify = useNotify();
  const recording = useRecording(key);

  async function finish(): Promise<boolean> {
    try {
      const outcome = await finishRecording(key);
      if (outcome === 'tooShort') notify('voice.too_short', { type: 'info' });
      return outcome === 'kept';
    } catch {
      notify('voice.failed', { type: 'error' });
      return false;
    }
  }
  async function start() {
    try {
      await startRecording(key);
    } catch (error) {
      notify(`voice.${error instanceof MicrophoneError ? error.reason : 'failed'}`, { type: 'warning' });
    }
  }
  async function send() {
    if (!(await finish())) return;
    const voice = takeRecording(key);
    if (voice) onSend(voice);
  }

  const leave = useEffectEvent(async () => {
    const phase = recordingOf(key)?.phase;
    if (phase === 'asking') discardRecording(key);
    if (phase === 'recording' && (await finish())) notify('voice.kept', { type: 'info' });
  });
  useEffect(() => () => void leave(), []);
  useEffect(() => {
    if (away) void leave();
  }, [away]);

  const ended = recording?.phase === 'recording' && recording.ended;
  const finishEnded = useEffectEvent(async () => {
    if (await finish()) notify('voice.over', { type: 'info' });
  });
  useEffect(() => {
    if (ended) void finishEnded();
  }, [ended]);

  return {
    recording,
    start: () => void start(),
    stop: () => void finish(),
    send: () => void send(),
    discard: () => discardRecording(key),
  };
}

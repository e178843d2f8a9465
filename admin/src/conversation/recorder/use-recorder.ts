import { useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import { MicrophoneError, type Recording } from './recording';
import { recordings, useRecording, type VoiceFile } from './recordings';

export interface Recorder {
  recording: Recording | undefined;
  start(): void;
  stop(): void;
  send(): void;
  discard(): void;
}

interface RecorderOptions {
  /** Whose recording it is: a conversation. */
  key: string;
  onSend: (voice: VoiceFile) => void;
  /** Out of sight, or nothing may be said any more: a running recording is kept. */
  away?: boolean;
}

/** Records a voice message. Leaving while it records keeps it, as the draft of its conversation. */
export function useRecorder({ key, onSend, away = false }: RecorderOptions): Recorder {
  const notify = useNotify();
  const recording = useRecording(key);

  async function finish(): Promise<boolean> {
    try {
      const outcome = await recordings.finish(key);
      if (outcome === 'short') notify('voice.too_short', { type: 'info' });
      return outcome === 'kept';
    } catch {
      notify('voice.failed', { type: 'error' });
      return false;
    }
  }
  async function start() {
    try {
      await recordings.start(key);
    } catch (error) {
      notify(`voice.${error instanceof MicrophoneError ? error.fault : 'failed'}`, { type: 'warning' });
    }
  }
  async function send() {
    if (!(await finish())) return;
    const voice = recordings.take(key);
    if (voice) onSend(voice);
  }

  const leave = useEffectEvent(async () => {
    const phase = recordings.phase(key);
    if (phase === 'asking') recordings.discard(key);
    if (phase === 'recording' && (await finish())) notify('voice.kept', { type: 'info' });
  });
  useEffect(() => () => void leave(), []);
  useEffect(() => {
    if (away) void leave();
  }, [away]);

  const over = recording?.phase === 'recording' && recording.over;
  const end = useEffectEvent(async () => {
    if (await finish()) notify('voice.over', { type: 'info' });
  });
  useEffect(() => {
    if (over) void end();
  }, [over]);

  return {
    recording,
    start: () => void start(),
    stop: () => void finish(),
    send: () => void send(),
    discard: () => recordings.discard(key),
  };
}

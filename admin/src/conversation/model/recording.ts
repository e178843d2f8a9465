export type MicrophoneErrorReason = 'refused' | 'missing' | 'taken' | 'insecure' | 'failed';

export class MicrophoneError extends Error {
  constructor(readonly reason: MicrophoneErrorReason) {
    super(`No microphone: ${reason}`);
    this.name = 'MicrophoneError';
  }
}

/** undefined while nothing is recorded (spec 000 §4). */
export type Recording =
  | { phase: 'asking' }
  | { phase: 'recording'; seconds: number; levels: readonly number[]; ended: boolean }
  | { phase: 'finishing'; seconds: number }
  | { phase: 'review'; seconds: number; file: File; localUrl: string };

export type RecordingEvent =
  | { type: 'requested' }
  | { type: 'started' }
  | { type: 'level'; level: number; seconds: number }
  | { type: 'microphoneLost' }
  | { type: 'stopped' }
  | { type: 'encoded'; file: File; localUrl: string }
  | { type: 'discarded' };

/** Smaller recordings are discarded (spec 000 §9). */
export const MIN_BYTES = 10_000;
/** 14.5 MB at 128 kbit/s; the server accepts 16 MB. */
export const MAX_SECONDS = 900;
const METER_LEVELS = 48;

function addLevel(recording: Extract<Recording, { phase: 'recording' }>, level: number, seconds: number): Recording {
  const levels = [...recording.levels, level].slice(-METER_LEVELS);
  return { ...recording, seconds, levels, ended: recording.ended || seconds >= MAX_SECONDS };
}

/** Ignores events that do not belong to the current phase. */
export function reduceRecording(recording: Recording | undefined, event: RecordingEvent): Recording | undefined {
  switch (event.type) {
    case 'requested':
      return recording ?? { phase: 'asking' };
    case 'started':
      return recording?.phase === 'asking' ? { phase: 'recording', seconds: 0, levels: [], ended: false } : recording;
    case 'level':
      return recording?.phase === 'recording' ? addLevel(recording, event.level, event.seconds) : recording;
    case 'microphoneLost':
      return recording?.phase === 'recording' ? { ...recording, ended: true } : recording;
    case 'stopped':
      return recording?.phase === 'recording' ? { phase: 'finishing', seconds: recording.seconds } : recording;
    case 'encoded': {
      if (recording?.phase !== 'finishing') return recording;
      const { file, localUrl } = event;
      return file.size < MIN_BYTES ? undefined : { phase: 'review', seconds: recording.seconds, file, localUrl };
    }
    case 'discarded':
      return undefined;
  }
}

import { useSyncExternalStore } from 'react';
import { session } from '../../providers/session';
import { player } from '../audio/player';
import { barsOf } from '../audio/waveform';
import { BARS, waveforms } from '../audio/waveform-store';
import { confirmBeforeUnload } from '../data/browser';
import type { Microphone } from './microphone';
import { type Recording, type RecordingEvent, reduceRecording } from './recording';

/** A recording on its way out; whoever takes it also gives its address back. */
export interface VoiceFile {
  file: File;
  localUrl: string;
}

// Outside React: what was recorded in a conversation waits there, wherever its attendant goes meanwhile.
const listeners = new Set<() => void>();
const recordingsByKey = new Map<string, Recording>();
let active: { place: string; microphone: Microphone } | null = null;

// What somebody else left here in the same tab is theirs.
const userKey = (key: string) => `${session.userId}/${key}`;

function dispatch(place: string, event: RecordingEvent) {
  const next = reduceRecording(recordingsByKey.get(place), event);
  if (next) recordingsByKey.set(place, next);
  else recordingsByKey.delete(place);
  for (const listener of listeners) listener();
}

async function open(place: string): Promise<void> {
  const { openMicrophone } = await import('./microphone');
  const microphone = await openMicrophone({
    onLevel: (level, seconds) => dispatch(place, { type: 'heard', level, seconds }),
    onLost: () => dispatch(place, { type: 'lost' }),
  });
  if (recordingsByKey.get(place)?.phase !== 'asking') return microphone.cancel();
  active = { place, microphone };
  dispatch(place, { type: 'begin' });
}

async function encode(microphone: Microphone): Promise<VoiceFile> {
  const { parts, levels, seconds } = await microphone.stop();
  const file = new File(parts, `audio-${Date.now()}.mp3`, { type: 'audio/mpeg' });
  const localUrl = URL.createObjectURL(file);
  waveforms.keep(localUrl, { peaks: barsOf(levels, BARS), seconds });
  return { file, localUrl };
}

type FinishOutcome = 'kept' | 'short' | 'gone';

function settle(place: string, voice: VoiceFile): FinishOutcome {
  const wanted = recordingsByKey.has(place);
  dispatch(place, { type: 'made', ...voice });
  if (recordingsByKey.has(place)) return 'kept';
  URL.revokeObjectURL(voice.localUrl);
  return wanted ? 'short' : 'gone';
}

async function finish(place: string): Promise<FinishOutcome> {
  if (active?.place !== place) return recordingsByKey.get(place)?.phase === 'review' ? 'kept' : 'gone';
  const { microphone } = active;
  active = null;
  dispatch(place, { type: 'finish' });
  try {
    return settle(place, await encode(microphone));
  } catch (error) {
    dispatch(place, { type: 'drop' });
    throw error;
  }
}

// Nobody is heard who has signed out; what was said until then waits for them.
session.subscribe(() => {
  const prefix = userKey('');
  for (const [place, { phase }] of recordingsByKey)
    if (phase === 'asking' && !place.startsWith(prefix)) dispatch(place, { type: 'drop' });
  // Should it fail, there is nobody left to be told.
  if (active && !active.place.startsWith(prefix)) finish(active.place).catch(() => undefined);
});

confirmBeforeUnload(() => {
  const prefix = userKey('');
  return [...recordingsByKey].some(([place, { phase }]) => place.startsWith(prefix) && phase !== 'asking');
});

export const recordings = {
  /** Asks for the microphone and begins. @throws MicrophoneError */
  async start(key: string): Promise<void> {
    const place = userKey(key);
    if (recordingsByKey.has(place)) return;
    player.pause();
    dispatch(place, { type: 'ask' });
    try {
      await open(place);
    } catch (error) {
      dispatch(place, { type: 'drop' });
      throw error;
    }
  },
  /** Ends the recording: it can be listened to, was too short, or somebody else ended it. */
  finish: (key: string): Promise<FinishOutcome> => finish(userKey(key)),
  discard(key: string) {
    const place = userKey(key);
    if (active?.place === place) {
      active.microphone.cancel();
      active = null;
    }
    const voice = recordings.take(key);
    if (voice) URL.revokeObjectURL(voice.localUrl);
  },
  /** Hands the recording over, and with it its address. */
  take(key: string): VoiceFile | null {
    const place = userKey(key);
    const recording = recordingsByKey.get(place);
    dispatch(place, { type: 'drop' });
    if (recording?.phase !== 'review') return null;
    player.stop(recording.localUrl);
    return recording;
  },
  phase: (key: string) => recordingsByKey.get(userKey(key))?.phase,
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useRecording(key: string): Recording | undefined {
  return useSyncExternalStore(subscribe, () => recordingsByKey.get(userKey(key)));
}

import { useSyncExternalStore } from 'react';
import { session } from '../../../../providers/session';
import { player } from '../../chat/audio/player';
import { barsOf } from '../../chat/audio/waveform';
import { BARS, waveforms } from '../../chat/audio/waveform-store';
import { guardLeaving } from '../../data/leave-guard';
import type { Microphone } from './microphone';
import { type Recording, type RecordingEvent, step } from './recording';

/** A recording on its way out; whoever takes it also gives its address back. */
export interface VoiceFile {
  file: File;
  localUrl: string;
}

// Outside React: what was recorded in a conversation waits there, wherever its attendant goes meanwhile.
const listeners = new Set<() => void>();
const all = new Map<string, Recording>();
let heard: { place: string; microphone: Microphone } | null = null;

// What somebody else left here in the same tab is theirs.
const own = (key: string) => `${session.userId}/${key}`;

function move(place: string, event: RecordingEvent) {
  const next = step(all.get(place), event);
  if (next) all.set(place, next);
  else all.delete(place);
  for (const listener of listeners) listener();
}

async function open(place: string): Promise<void> {
  const { openMicrophone } = await import('./microphone');
  const microphone = await openMicrophone({
    heard: (level, seconds) => move(place, { type: 'heard', level, seconds }),
    lost: () => move(place, { type: 'lost' }),
  });
  if (all.get(place)?.phase !== 'asking') return microphone.cancel();
  heard = { place, microphone };
  move(place, { type: 'begin' });
}

async function made(microphone: Microphone): Promise<VoiceFile> {
  const { parts, levels, seconds } = await microphone.stop();
  const file = new File(parts, `audio-${Date.now()}.mp3`, { type: 'audio/mpeg' });
  const localUrl = URL.createObjectURL(file);
  waveforms.keep(localUrl, { peaks: barsOf(levels, BARS), seconds });
  return { file, localUrl };
}

type Ending = 'kept' | 'short' | 'gone';

function settle(place: string, voice: VoiceFile): Ending {
  const wanted = all.has(place);
  move(place, { type: 'made', ...voice });
  if (all.has(place)) return 'kept';
  URL.revokeObjectURL(voice.localUrl);
  return wanted ? 'short' : 'gone';
}

async function finish(place: string): Promise<Ending> {
  if (heard?.place !== place) return all.get(place)?.phase === 'review' ? 'kept' : 'gone';
  const { microphone } = heard;
  heard = null;
  move(place, { type: 'finish' });
  try {
    return settle(place, await made(microphone));
  } catch (error) {
    move(place, { type: 'drop' });
    throw error;
  }
}

// Nobody is heard who has signed out; what was said until then waits for them.
session.subscribe(() => {
  const prefix = own('');
  for (const [place, { phase }] of all)
    if (phase === 'asking' && !place.startsWith(prefix)) move(place, { type: 'drop' });
  // Should it fail, there is nobody left to be told.
  if (heard && !heard.place.startsWith(prefix)) finish(heard.place).catch(() => undefined);
});

guardLeaving(() => {
  const prefix = own('');
  return [...all].some(([place, { phase }]) => place.startsWith(prefix) && phase !== 'asking');
});

export const recordings = {
  /** Asks for the microphone and begins. @throws MicrophoneError */
  async start(key: string): Promise<void> {
    const place = own(key);
    if (all.has(place)) return;
    player.pause();
    move(place, { type: 'ask' });
    try {
      await open(place);
    } catch (error) {
      move(place, { type: 'drop' });
      throw error;
    }
  },
  /** Ends the recording: it can be listened to, was too short, or somebody else ended it. */
  finish: (key: string): Promise<Ending> => finish(own(key)),
  discard(key: string) {
    const place = own(key);
    if (heard?.place === place) {
      heard.microphone.cancel();
      heard = null;
    }
    const voice = recordings.take(key);
    if (voice) URL.revokeObjectURL(voice.localUrl);
  },
  /** Hands the recording over, and with it its address. */
  take(key: string): VoiceFile | null {
    const place = own(key);
    const recording = all.get(place);
    move(place, { type: 'drop' });
    if (recording?.phase !== 'review') return null;
    player.stop(recording.localUrl);
    return recording;
  },
  phase: (key: string) => all.get(own(key))?.phase,
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useRecording(key: string): Recording | undefined {
  return useSyncExternalStore(subscribe, () => all.get(own(key)));
}

import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../providers/listeners';
import { session } from '../../../providers/session';
import { type Recording, type RecordingEvent, reduceRecording } from '../../model/recording';
import { barsOf } from '../../model/waveform';
import { player } from '../player';
import { confirmBeforeUnload } from '../store-helpers';
import { BARS, recordedWaveforms } from '../waveform-store';
import type { Microphone } from './microphone';

/** A finished recording; its receiver revokes `localUrl`. */
export interface VoiceFile {
  file: File;
  localUrl: string;
}

// kept outside React, so that a recording survives leaving its conversation
const listeners = createListeners();
const recordings = new Map<string, Recording>();
let active: { id: string; microphone: Microphone } | null = null;

// another user in the same tab must not see these recordings
const idOf = (key: string) => `${session.userId}/${key}`;

function dispatch(id: string, event: RecordingEvent) {
  const next = reduceRecording(recordings.get(id), event);
  if (next) recordings.set(id, next);
  else recordings.delete(id);
  listeners.notify();
}

async function encode(microphone: Microphone): Promise<VoiceFile> {
  const { parts, levels, seconds } = await microphone.stop();
  const file = new File(parts, `audio-${Date.now()}.mp3`, { type: 'audio/mpeg' });
  const localUrl = URL.createObjectURL(file);
  recordedWaveforms.set(localUrl, { peaks: barsOf(levels, BARS), seconds });
  return { file, localUrl };
}

type FinishOutcome = 'kept' | 'tooShort' | 'discarded';

async function finish(id: string): Promise<FinishOutcome> {
  if (active?.id !== id) return recordings.get(id)?.phase === 'review' ? 'kept' : 'discarded';
  const { microphone } = active;
  active = null;
  dispatch(id, { type: 'stopped' });
  try {
    const voice = await encode(microphone);
    const wanted = recordings.has(id);
    dispatch(id, { type: 'encoded', ...voice });
    if (recordings.has(id)) return 'kept';
    URL.revokeObjectURL(voice.localUrl);
    return wanted ? 'tooShort' : 'discarded';
  } catch (error) {
    dispatch(id, { type: 'discarded' });
    throw error;
  }
}

// signing out ends the recording, which is kept until the user returns
session.subscribe(() => {
  const prefix = idOf('');
  for (const [id, { phase }] of recordings)
    if (phase === 'asking' && !id.startsWith(prefix)) dispatch(id, { type: 'discarded' });
  // an error is not shown, because the user has signed out
  if (active && !active.id.startsWith(prefix)) finish(active.id).catch(() => undefined);
});

confirmBeforeUnload(() => {
  const prefix = idOf('');
  return [...recordings].some(([id, { phase }]) => id.startsWith(prefix) && phase !== 'asking');
});

/** Requests the microphone and starts recording. @throws MicrophoneError */
export async function startRecording(key: string): Promise<void> {
  const id = idOf(key);
  if (recordings.has(id)) return;
  player.pause();
  dispatch(id, { type: 'requested' });
  try {
    const { openMicrophone } = await import('./microphone');
    const microphone = await openMicrophone({
      onLevel: (level, seconds) => dispatch(id, { type: 'level', level, seconds }),
      onLost: () => dispatch(id, { type: 'microphoneLost' }),
    });
    if (recordings.get(id)?.phase !== 'asking') return microphone.cancel();
    active = { id, microphone };
    dispatch(id, { type: 'started' });
  } catch (error) {
    dispatch(id, { type: 'discarded' });
    throw error;
  }
}

export const finishRecording = (key: string): Promise<FinishOutcome> => finish(idOf(key));

export function discardRecording(key: string) {
  if (active?.id === idOf(key)) {
    active.microphone.cancel();
    active = null;
  }
  const voice = takeRecording(key);
  if (voice) URL.revokeObjectURL(voice.localUrl);
}

/** Removes the recording from the store and returns it if it is finished. */
export function takeRecording(key: string): VoiceFile | null {
  const id = idOf(key);
  const recording = recordings.get(id);
  dispatch(id, { type: 'discarded' });
  if (recording?.phase !== 'review') return null;
  player.stop(recording.localUrl);
  return recording;
}

export const recordingOf = (key: string): Recording | undefined => recordings.get(idOf(key));

export function useRecording(key: string): Recording | undefined {
  return useSyncExternalStore(listeners.subscribe, () => recordingOf(key));
}

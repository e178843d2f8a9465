import { use, useEffect, useReducer, useRef, useSyncExternalStore } from 'react';
import { audioSpeeds, preferences, usePreference } from '../../../../shared/preferences';
import { type Playing, player } from './player';
import { VoiceQueueContext } from './voice-queue';
import { type Waveform, waveforms } from './waveform-store';

function useWaveform(src: string | null): Waveform | null {
  const last = useRef<Waveform | null>(null);
  const [, learn] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!src || waveforms.known(src)) return undefined;
    const abort = new AbortController();
    // What cannot be had is drawn without its shape; playing it tells more.
    waveforms.load(src, abort.signal).then(
      () => !abort.signal.aborted && learn(),
      () => undefined,
    );
    return () => abort.abort();
  }, [src]);
  // A message on its way keeps its shape while its address becomes the server's.
  last.current = (src && waveforms.known(src)) || last.current;
  return last.current;
}

export interface AudioState extends Playing {
  peaks: Waveform['peaks'];
  speed: number;
  toggle(): void;
  seek(to: number): void;
  nextSpeed(): void;
}

/** One sound with its shape; the speed is remembered for all of them (spec 000 §9). */
export function useAudio(id: string, src: string | null): AudioState {
  const after = use(VoiceQueueContext);
  const playing = useSyncExternalStore(player.subscribe, () => player.state(id));
  const waveform = useWaveform(src);
  const [speed, setSpeed] = usePreference(preferences.audioSpeed);
  return {
    ...playing,
    length: playing.length || (waveform?.seconds ?? 0),
    peaks: waveform?.peaks,
    speed,
    toggle: () => src && player.toggle({ id, src, next: () => after(id) }),
    seek: (to) => player.seek(id, to),
    nextSpeed: () => setSpeed(audioSpeeds[(audioSpeeds.indexOf(speed) + 1) % audioSpeeds.length] ?? 1),
  };
}

import { useEffect, useState } from 'react';

const SPEEDS: readonly number[] = [0.5, 1, 1.5, 2];
const KEY = 'audioSpeed';

// One voice at a time, whatever conversation it belongs to.
let playing: HTMLAudioElement | null = null;

function storedSpeed(): number {
  const stored = Number(localStorage.getItem(KEY));
  return SPEEDS.includes(stored) ? stored : 1;
}

export interface AudioState {
  on: boolean;
  at: number;
  length: number;
  speed: number;
  toggle(): void;
  seek(to: number): void;
  nextSpeed(): void;
}

function listen(
  audio: HTMLAudioElement,
  change: (state: Partial<Pick<AudioState, 'on' | 'at' | 'length'>>) => void,
): () => void {
  const length = () => change({ length: Number.isFinite(audio.duration) ? audio.duration : 0 });
  const handlers = {
    play: () => change({ on: true }),
    pause: () => change({ on: false }),
    ended: () => change({ on: false, at: 0 }),
    timeupdate: () => change({ at: audio.currentTime }),
    loadedmetadata: length,
    durationchange: length,
  };
  for (const [name, handler] of Object.entries(handlers)) audio.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(handlers)) audio.removeEventListener(name, handler);
  };
}

/** Plays one audio file; the speed is remembered for all of them. */
export function useAudio(src: string | null): AudioState {
  const [audio] = useState(() => new Audio());
  const [state, setState] = useState({ on: false, at: 0, length: 0 });
  const [speed, setSpeed] = useState(storedSpeed);
  useEffect(() => {
    const stop = listen(audio, (change) => setState((current) => ({ ...current, ...change })));
    audio.preload = 'metadata';
    if (src) audio.src = src;
    return () => {
      stop();
      audio.pause();
      audio.removeAttribute('src');
    };
  }, [audio, src]);

  async function play() {
    if (playing && playing !== audio) playing.pause();
    playing = audio;
    audio.playbackRate = storedSpeed();
    setSpeed(audio.playbackRate);
    try {
      await audio.play();
    } catch {
      // The browser refuses or cannot decode it: the button goes back to where it was.
      setState((current) => ({ ...current, on: false }));
    }
  }

  return {
    ...state,
    speed,
    toggle: () => (state.on ? audio.pause() : void play()),
    seek(to) {
      audio.currentTime = to;
      setState((current) => ({ ...current, at: to }));
    },
    nextSpeed() {
      const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
      localStorage.setItem(KEY, String(next));
      audio.playbackRate = next;
      setSpeed(next);
    },
  };
}

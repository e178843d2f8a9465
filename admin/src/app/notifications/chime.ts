import { useEffect, useState } from 'react';

export type AlertKind = 'message' | 'waiting' | 'assigned' | 'mention' | 'chat';

/** Two short notes each, in hertz. */
const notes: Record<AlertKind, readonly [number, number]> = {
  message: [880, 1175],
  waiting: [659, 880],
  assigned: [988, 1319],
  mention: [784, 1047],
  chat: [587, 784],
};
const NOTE_S = 0.12;
const MAX_GAIN = 0.3;
/** A burst of messages makes one sound. */
const PAUSE_MS = 1200;

let context: AudioContext | null = null;
let last = Number.NEGATIVE_INFINITY;

/** Browsers allow sound only after a first gesture on the page: true from then on. */
export function useUnlockedSound(): boolean {
  const [unlocked, setUnlocked] = useState(context !== null);
  useEffect(() => {
    if (unlocked) return undefined;
    const gestures = ['pointerdown', 'keydown'] as const;
    const unlock = () => {
      context ??= new AudioContext();
      setUnlocked(true);
    };
    for (const gesture of gestures) window.addEventListener(gesture, unlock, true);
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, unlock, true);
    };
  }, [unlocked]);
  return unlocked;
}

function note(audio: AudioContext, frequency: number, start: number, volume: number) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(MAX_GAIN * volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S * 1.6);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + NOTE_S * 1.7);
}

/** Plays the sound of an alert at volume 0 to 1; silent before the first gesture and right after another one. */
export async function chime(kind: AlertKind, volume: number): Promise<void> {
  if (!context || volume <= 0 || performance.now() - last < PAUSE_MS) return;
  last = performance.now();
  // suspended when the machine slept
  if (context.state !== 'running') await context.resume();
  const [first, second] = notes[kind];
  note(context, first, context.currentTime, volume);
  note(context, second, context.currentTime + NOTE_S, volume);
}

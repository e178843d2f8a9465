import { useEffect, useState } from 'react';

export type Kind = 'message' | 'waiting' | 'assigned' | 'mention';

/** Two short notes each, in hertz. */
const notes: Record<Kind, readonly [number, number]> = {
  message: [880, 1175],
  waiting: [659, 880],
  assigned: [988, 1319],
  mention: [784, 1047],
};
const NOTE_S = 0.12;
const LOUDEST = 0.3;
/** A burst of messages is one sound. */
const REST_MS = 1200;

let context: AudioContext | null = null;
let last = Number.NEGATIVE_INFINITY;

/** Browsers let a page sound only after somebody has touched it: true from the first gesture on. */
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
  gain.gain.exponentialRampToValueAtTime(LOUDEST * volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S * 1.6);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + NOTE_S * 1.7);
}

/** Sounds once, at 0 to 1; nothing before the first gesture, and nothing so soon after the last one. */
export async function chime(kind: Kind, volume: number): Promise<void> {
  if (!context || volume <= 0 || performance.now() - last < REST_MS) return;
  last = performance.now();
  // the machine may have slept
  if (context.state !== 'running') await context.resume();
  const [first, second] = notes[kind];
  note(context, first, context.currentTime, volume);
  note(context, second, context.currentTime + NOTE_S, volume);
}

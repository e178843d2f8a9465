import { defineTask } from '../../src/core/processing/task.js';

export const double = (value: number): number => value * 2;

export function spin(): never {
  for (;;);
}

/** Keeps buffers until nothing is left. */
export function hoard(): never {
  const kept: Uint8Array[] = [];
  for (;;) kept.push(new Uint8Array(1024 * 1024).fill(1));
}

export function refuse(): never {
  throw new Error('not this one');
}

export const tasks = {
  double: defineTask(import.meta.url, double, 5_000),
  spin: defineTask(import.meta.url, spin, 200),
  hold: defineTask(import.meta.url, spin, 60_000),
  hoard: defineTask(import.meta.url, hoard, 20_000),
  refuse: defineTask(import.meta.url, refuse, 5_000),
};

import { defineTask } from '../../src/core/processing/task.js';

export const double = (value: number): number => value * 2;

export function spin(): never {
  for (;;);
}

export function refuse(): never {
  throw new Error('not this one');
}

export const tasks = {
  double: defineTask(import.meta.url, double, 5_000),
  spin: defineTask(import.meta.url, spin, 200),
  refuse: defineTask(import.meta.url, refuse, 5_000),
};

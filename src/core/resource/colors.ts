import { randomInt } from 'node:crypto';

const palette = ['#1f6feb', '#2da44e', '#bf8700', '#cf222e', '#8250df', '#bf3989', '#0a7ea4', '#57606a'] as const;

/** A color for records that are created without one. */
export const randomColor = (): string => palette[randomInt(palette.length)] ?? palette[0];

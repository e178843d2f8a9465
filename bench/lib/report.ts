import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A time in ms, in a table. */
export const ms = (time: number | undefined): string =>
  time === undefined ? '—' : time < 100 ? time.toFixed(1) : time.toFixed(0);
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB`;
export const percent = (part: number): string => `${Math.round(part * 100)} %`;

export function print(text: string): void {
  process.stdout.write(text);
}

/** The machine that the figures depend on. */
export function printMachine(): void {
  const load = loadavg().map((value) => value.toFixed(1));
  print(`\n${cpus().length} cores, Node ${process.version}, load ${load.join(' ')}\n`);
}

/** All figures of a run, for comparisons. */
export async function writeJson(file: string | undefined, figures: object): Promise<void> {
  if (file) await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), ...figures }, null, 2)}\n`);
}

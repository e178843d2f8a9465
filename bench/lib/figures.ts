import { loadavg } from 'node:os';

/** The value below which that part of the times lies. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function ms(time: number | undefined): string {
  return time === undefined ? '—' : time < 100 ? time.toFixed(1) : time.toFixed(0);
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`;
}

export function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/** Rows in columns, the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  );
  return rows
    .map((row) =>
      row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))),
    )
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('');
}

export function say(text: string): void {
  process.stdout.write(text);
}

export const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

/** How busy the machine is and was, as `uptime` says it. */
export function loads(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}

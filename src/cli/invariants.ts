import 'reflect-metadata';
import { inPlatform } from './lib/in-platform.js';
import { checkInvariants, type Violation } from './lib/invariant-list.js';

/** `npm run invariants`: whether the data agree with themselves; 1 and a table when they do not. */
const started = performance.now();
const violations = await inPlatform(checkInvariants);
if (violations.length === 0) {
  process.stdout.write(`Every invariant holds (${Math.round(performance.now() - started)} ms).\n`);
} else {
  process.stdout.write(`${violations.map(table).join('\n')}`);
  process.exitCode = 1;
}

function table({ name, count, examples }: Violation): string {
  const columns = [...new Set(examples.flatMap((row) => Object.keys(row)))];
  const cells = examples.map((row) => columns.map((column) => text((row as Record<string, unknown>)[column])));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `    ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`;
  const more = count > examples.length ? `    … and ${count - examples.length} more\n` : '';
  return `✗ ${name}: not so for ${count}\n${[columns, ...cells].map((row) => line(row).trimEnd()).join('\n')}\n${more}`;
}

function text(value: unknown): string {
  return value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

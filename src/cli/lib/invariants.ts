import { checkInvariants, type Violation } from '../../core/database/invariants.js';
import { importDeclarations } from '../../declarations.js';

await importDeclarations('database');

export { checkInvariants, type Violation };

/** A violation with its first rows, for a terminal. */
export function violationTable({ name, count, examples }: Violation): string {
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

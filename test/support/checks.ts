interface Check {
  readonly name: string;
  readonly actual: string;
  readonly expected: string;
  readonly ok: boolean;
}

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Rows in columns: the first left-aligned, the others right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(cell.length, widths[column] ?? 0);
  const padded = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('');
}

/** Result of a load or fault program: checks that pass or fail, figures beside them, and examples of what failed. */
export class Checks {
  private readonly checks: Check[] = [];
  private readonly figures: [string, string][] = [];
  private readonly examples: string[] = [];

  constructor(readonly name: string) {}

  get ok(): boolean {
    return this.checks.every(({ ok }) => ok);
  }

  equal(name: string, actual: number, expected: number, examples: readonly unknown[] = []): void {
    this.add({ name, actual: shown(actual), expected: shown(expected), ok: actual === expected }, examples);
  }

  none(name: string, found: readonly unknown[]): void {
    this.equal(name, found.length, 0, found);
  }

  atMost(name: string, actual: number, limit: number, unit = ''): void {
    this.add({ name, actual: shown(actual) + unit, expected: `≤ ${shown(limit)}${unit}`, ok: actual <= limit });
  }

  add(check: Check, examples: readonly unknown[] = []): void {
    this.checks.push(check);
    if (check.ok) return;
    for (const example of examples.slice(0, 5))
      this.examples.push(`${check.name}: ${typeof example === 'string' ? example : JSON.stringify(example)}`);
  }

  figure(name: string, value: string | number): void {
    this.figures.push([name, typeof value === 'number' ? shown(value) : value]);
  }

  toString(): string {
    const rows = this.checks.map(({ name, actual, expected, ok }) => [`${ok ? '✓' : '✗'} ${name}`, actual, expected]);
    const checks = table([[`${this.ok ? '✓' : '✗'} ${this.name}`, 'actual', 'expected'], ...rows]);
    const figures = this.figures.map(([name, value]) => `    ${name}: ${value}\n`).join('');
    return `\n${checks}${figures}${this.examples.map((line) => `    ✗ ${line}\n`).join('')}`;
  }
}

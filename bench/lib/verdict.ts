import { table } from './figures.js';

interface Check {
  readonly what: string;
  readonly found: string;
  readonly wanted: string;
  readonly ok: boolean;
}

/** What a fault program found out: checks that decide, figures that inform, and examples of what broke. */
export class Verdict {
  private readonly checks: Check[] = [];
  private readonly figures: [string, string][] = [];
  private readonly examples: string[] = [];

  constructor(readonly name: string) {}

  get ok(): boolean {
    return this.checks.every(({ ok }) => ok);
  }

  /** Exactly this, or the program fails. */
  exactly(what: string, found: number, wanted: number, examples: readonly unknown[] = []): void {
    this.check({ what, found: String(found), wanted: String(wanted), ok: found === wanted }, examples);
  }

  /** None of these, or the program fails. */
  none(what: string, found: readonly unknown[]): void {
    this.exactly(what, found.length, 0, found);
  }

  atMost(what: string, found: number, limit: number, unit = ''): void {
    const text = (value: number): string => `${Number.isInteger(value) ? value : value.toFixed(1)}${unit}`;
    this.check({ what, found: text(found), wanted: `≤ ${text(limit)}`, ok: found <= limit }, []);
  }

  figure(what: string, value: string | number): void {
    this.figures.push([what, typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value)]);
  }

  toString(): string {
    const rows = this.checks.map(({ what, found, wanted, ok }) => [`${ok ? '✓' : '✗'} ${what}`, found, wanted]);
    const checks = table([[`${this.ok ? '✓' : '✗'} ${this.name}`, 'found', 'wanted'], ...rows]);
    const figures = this.figures.map(([what, value]) => `    ${what}: ${value}\n`).join('');
    return `\n${checks}${figures}${this.examples.map((line) => `    ✗ ${line}\n`).join('')}`;
  }

  private check(check: Check, examples: readonly unknown[]): void {
    this.checks.push(check);
    if (check.ok) return;
    for (const example of examples.slice(0, 5))
      this.examples.push(`${check.what}: ${typeof example === 'string' ? example : JSON.stringify(example)}`);
  }
}

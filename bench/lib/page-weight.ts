import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { kilobytes, table } from './figures.js';

/** What a browser fetched of the application itself. */
export interface Piece {
  readonly name: string;
  readonly bytes: number;
  /** As a proxy in front sends it. */
  readonly gzipped: number;
}

/** Takes down every script, style sheet and font that the page fetches, by the step that it is in. */
export class Weights {
  readonly steps = new Map<string, Piece[]>();
  private readonly asked = new Map<string, { readonly kind: string; readonly step: string }>();
  private step = '';

  constructor(page: Page) {
    page.on('request', (request) => {
      const [url, kind] = [request.url(), request.resourceType()];
      if (!['script', 'stylesheet', 'font'].includes(kind) || this.asked.has(url)) return;
      this.asked.set(url, { kind, step: this.step });
    });
  }

  /** Whatever comes from now on belongs to this step. */
  begin(step: string): void {
    this.step = step;
  }

  /** Fetches them once more, to weigh them. */
  async read(): Promise<void> {
    for (const [url, { kind, step }] of this.asked) {
      const body = Buffer.from(await (await fetch(url)).arrayBuffer());
      const pieces = this.steps.get(step) ?? [];
      this.steps.set(step, pieces);
      // fonts are compressed already
      const gzipped = kind === 'font' ? body.length : gzipSync(body).length;
      pieces.push({ name: new URL(url).pathname.replace(/^\/assets\//, ''), bytes: body.length, gzipped });
    }
  }

  /** Gzipped bytes of the scripts and style sheets of a step. */
  codeOf(step: string): number {
    const code = (this.steps.get(step) ?? []).filter(({ name }) => /\.(js|css)$/.test(name));
    return code.reduce((sum, { gzipped }) => sum + gzipped, 0);
  }
}

export function weightTable(weights: Weights): string {
  const rows = [...weights.steps].flatMap(([step, pieces]) => {
    const sum = (what: 'bytes' | 'gzipped'): number => pieces.reduce((all, piece) => all + piece[what], 0);
    const largest = pieces.toSorted((a, b) => b.gzipped - a.gzipped).slice(0, 6);
    return [
      [`${step}, ${pieces.length} files`, kilobytes(sum('bytes')), kilobytes(sum('gzipped'))],
      ...largest.map(({ name, bytes, gzipped }) => [`  ${name}`, kilobytes(bytes), kilobytes(gzipped)]),
    ];
  });
  return table([['what a fresh browser fetches', 'size', 'gzipped'], ...rows]);
}

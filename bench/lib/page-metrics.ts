import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { table } from '../../test/support/checks.js';
import { kilobytes, ms, quantile, sum } from './report.js';

interface Asset {
  readonly step: string;
  readonly name: string;
  readonly bytes: number;
  /** As a proxy in front sends it. */
  readonly gzipped: number;
}

/** Collects the scripts, style sheets and fonts that a page fetches, by step. */
export class PageAssets {
  step = '';
  private readonly requested = new Map<string, string>();
  private all: readonly Asset[] = [];

  constructor(page: Page) {
    page.on('request', (request) => {
      const asset = ['script', 'stylesheet', 'font'].includes(request.resourceType());
      if (asset && !this.requested.has(request.url())) this.requested.set(request.url(), this.step);
    });
  }

  /** Fetches all again for their sizes. */
  async measure(): Promise<readonly Asset[]> {
    const sizes = [...this.requested].map(async ([url, step]) => {
      const body = Buffer.from(await (await fetch(url)).arrayBuffer());
      const name = new URL(url).pathname.replace(/^\/assets\//, '');
      // fonts are compressed already
      const gzipped = /\.woff2?$/.test(name) ? body.length : gzipSync(body).length;
      return { step, name, bytes: body.length, gzipped };
    });
    this.all = await Promise.all(sizes);
    return this.all;
  }

  /** Gzipped bytes of scripts and style sheets of a step. */
  codeBytes(step: string): number {
    const code = this.all.filter((asset) => asset.step === step && /\.(js|css)$/.test(asset.name));
    return sum(code.map(({ gzipped }) => gzipped));
  }

  toString(): string {
    const row = (name: string, assets: readonly Asset[]): string[] => [
      name,
      ...(['bytes', 'gzipped'] as const).map((size) => kilobytes(sum(assets.map((asset) => asset[size])))),
    ];
    const steps = Object.entries(Object.groupBy(this.all, ({ step }) => step));
    const rows = steps.flatMap(([step, assets = []]) => {
      const largest = assets.toSorted((a, b) => b.gzipped - a.gzipped).slice(0, 6);
      return [
        row(`${step}, ${assets.length} files`, assets),
        ...largest.map((asset) => row(`  ${asset.name}`, [asset])),
      ];
    });
    return table([['fetched by an empty browser', 'size', 'gzipped'], ...rows]);
  }
}

/** Responsiveness of a page during some work; times in ms. */
export interface Responsiveness {
  readonly name: string;
  /** Tasks of 50 ms and more on the main thread. */
  readonly tasks: readonly number[];
  /** From one frame to the next. */
  readonly frames: readonly number[];
  /** From a key to its frame, of 16 ms and more. */
  readonly keys: readonly number[];
}

/** An init script: records long tasks, frames and key latencies. */
export const responsivenessProbe = `
  window.probe = { tasks: [], frames: [], keys: [], last: 0, on: false };
  const observe = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.probe.on && take(entry)))
      .observe({ type, ...more });
  observe('longtask', ({ duration }) => window.probe.tasks.push(duration));
  observe('event', ({ name, duration }) => name === 'keydown' && window.probe.keys.push(duration), { durationThreshold: 16 });
  const frame = (now) => {
    if (window.probe.on && window.probe.last > 0) window.probe.frames.push(now - window.probe.last);
    window.probe.last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

export async function responsiveness(page: Page, name: string, work: () => Promise<unknown>): Promise<Responsiveness> {
  await page.evaluate('Object.assign(window.probe, { tasks: [], frames: [], keys: [], last: 0, on: true })');
  await work();
  // observers report with a delay
  await page.waitForTimeout(200);
  const probe = (await page.evaluate('(window.probe.on = false, window.probe)')) as Omit<Responsiveness, 'name'>;
  return { name, tasks: probe.tasks, frames: probe.frames, keys: probe.keys };
}

export function responsivenessTable(all: readonly Responsiveness[]): string {
  const head = [
    'main thread of the page, ms',
    'long tasks',
    'longest',
    'frame p50',
    'p99',
    'longest',
    'key → frame p95',
  ];
  const rows = all.map(({ name, tasks, frames, keys }) => [
    name,
    String(tasks.length),
    ms(Math.max(0, ...tasks)),
    ...[quantile(frames, 0.5), quantile(frames, 0.99), Math.max(0, ...frames)].map(ms),
    ...[quantile(keys, 0.95), Math.max(0, ...keys)].map(ms),
  ]);
  return table([[...head, 'longest'], ...rows]);
}

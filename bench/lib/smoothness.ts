import type { Page } from 'playwright-core';
import { ms, quantile, table } from './figures.js';

/** How a page felt while something went on. */
export interface Smoothness {
  readonly name: string;
  readonly seconds: number;
  /** Tasks of 50 ms and more on its main thread, in ms. */
  readonly tasks: readonly number[];
  /** ms from one frame to the next. */
  readonly frames: readonly number[];
  /** ms from a key to the frame that shows it, of those that took 16 ms and more. */
  readonly keys: readonly number[];
  /** Nodes of the page. */
  readonly nodes: number;
}

/** Before the first page is loaded: notes long tasks, frames and the time from a key to what it shows. */
export const probe = `
  window.probe = { tasks: [], frames: [], keys: [], last: 0, on: false };
  const note = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.probe.on && take(entry)))
      .observe({ type, ...more });
  note('longtask', ({ duration }) => window.probe.tasks.push(duration));
  note('event', ({ name, duration }) => name === 'keydown' && window.probe.keys.push(duration), { durationThreshold: 16 });
  const frame = (now) => {
    if (window.probe.on && window.probe.last > 0) window.probe.frames.push(now - window.probe.last);
    window.probe.last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

/** What the page's own observers saw while `work` went on. */
export async function during(page: Page, name: string, work: () => Promise<unknown>): Promise<Smoothness> {
  await page.evaluate('Object.assign(window.probe, { tasks: [], frames: [], keys: [], last: 0, on: true })');
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  // observers are told a moment later
  await page.waitForTimeout(200);
  const seen = (await page.evaluate(
    '(window.probe.on = false, { ...window.probe, nodes: document.querySelectorAll("*").length })',
  )) as Smoothness;
  const { tasks, frames, keys, nodes } = seen;
  return { name, seconds, tasks, frames, keys, nodes };
}

export function smoothnessTable(all: readonly Smoothness[]): string {
  const head = [
    'main thread of the page, ms',
    'seconds',
    'long tasks',
    'together',
    'longest',
    'frame p50',
    'p99',
    'longest',
    'key → frame p95',
    'longest',
    'nodes',
  ];
  const rows = all.map(({ name, seconds, tasks, frames, keys, nodes }) => [
    name,
    seconds.toFixed(1),
    String(tasks.length),
    ms(tasks.reduce((sum, task) => sum + task, 0)),
    ms(Math.max(0, ...tasks)),
    ms(quantile(frames, 0.5)),
    ms(quantile(frames, 0.99)),
    ms(Math.max(0, ...frames)),
    ms(quantile(keys, 0.95)),
    ms(Math.max(0, ...keys)),
    String(nodes),
  ]);
  return table([head, ...rows]);
}

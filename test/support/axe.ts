import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Waits until requests are answered and finite animations have ended. */
const still = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect && effect.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))).then(() => undefined)`;

/** Half of the text that the package itself has as `axe.source`: every page parses it anew. */
const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules whose violations are never serious need not run: what axe says of a violation is what it says of its rule. */
const minor = `Object.fromEntries(axe._audit.rules.filter(({ impact }) => !['serious', 'critical'].includes(impact))
  .map(({ id }) => [id, { enabled: false }]))`;

/** Serious and critical violations that axe finds on the settled page; of all its rules, or of some. */
export async function seriousViolations(page: Page, only?: readonly string[]): Promise<string[]> {
  await page.evaluate(still);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...(only ? { runOnly: only } : {}) });
  const { violations } = (await page.evaluate(`axe.run(document, { ...${options}, rules: ${minor} })`)) as AxeResult;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

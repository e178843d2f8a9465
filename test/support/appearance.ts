import type { Page } from 'playwright-core';
import { seriousViolations } from './axe.js';
import { phone, screenshot, sidewaysScroll, wide } from './browser.js';

/** The viewports in which a screen is checked, with a name for its screenshots. */
export const sizes = [
  ['wide', wide],
  ['phone', phone],
] as const;

/**
 * Checks the page in the light and dark theme. @returns serious violations that axe finds in either, and how far the page
 * is wider than its window. Leaves the page in the light theme.
 */
export async function checkAppearance(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // the dark theme differs in its colours only
  for (const [colorScheme, rules] of [
    ['dark', ['color-contrast']],
    ['light', undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await seriousViolations(page, rules)).map((fault) => `${name} ${colorScheme} ${fault}`));
    await screenshot(page, `${name}-${colorScheme}`);
  }
  const excess = await sidewaysScroll(page);
  if (excess > 0) faults.push(`${name} scrolls sideways by ${excess}`);
  return faults;
}

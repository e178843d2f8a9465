import type { Page } from 'playwright-core';
import { seriousViolations } from './axe.js';
import { phone, screenshot, sidewaysScroll, wide } from './browser.js';

/** The sizes in which a screen has to look right, with a name for its pictures. */
export const sizes = [
  ['wide', wide],
  ['phone', phone],
] as const;

/**
 * A picture of what is on the screen by day and by night, for people; what axe calls serious in either, and how far the
 * page is wider than its window. Goes on by day.
 */
export async function checkAppearance(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // by night only the colours are others
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

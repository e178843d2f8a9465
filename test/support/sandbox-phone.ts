import type { Locator, Page } from 'playwright-core';
import { until } from './until.js';

/** The bubbles of the conversation that a page shows. */
export const bubblesOf = (page: Page): Locator => page.getByRole('log').locator('[data-highlighted]');

/** A customer on the page of the sandbox. */
export interface SandboxPhone {
  readonly bubbles: Locator;
  writes(text: string): Promise<void>;
  /** Waits until the phone shows so many bubbles, of which the last one has the text. */
  hears(text: string, count: number): Promise<void>;
}

/** Makes a customer at `/sandbox`. */
export async function sandboxPhone(page: Page, name: string): Promise<SandboxPhone> {
  await page.getByRole('button', { name: 'Novo cliente' }).first().click();
  await page.getByLabel('Nome').fill(name);
  await page.getByRole('button', { name: 'Criar cliente' }).click();
  const bubbles = bubblesOf(page);
  return {
    bubbles,
    writes: async (text) => {
      const field = page.getByRole('textbox', { name: 'Mensagem do cliente' });
      await field.fill(text);
      await field.press('Enter');
    },
    hears: async (text, count) => {
      await until(`${count} bubbles on the phone`, async () => (await bubbles.count()) === count);
      await bubbles.last().getByText(text).waitFor();
    },
  };
}

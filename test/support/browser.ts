import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core';

export type Scheme = 'light' | 'dark';
export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** The Chromium that came with `npm ci`. */
export async function launchBrowser(): Promise<Browser> {
  // in a single process, closing one context takes the others with it
  const args = chromium.args.filter((argument) => argument !== '--single-process');
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console and the page complained about. */
  readonly complaints: string[];
}

/** A fresh browser profile in Portuguese. */
export async function visit(
  browser: Browser,
  baseURL: string,
  { viewport = wide, scheme = 'light' as Scheme } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme: scheme,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { context, page, complaints };
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(/\/tickets/);
}

/** Keeps a picture in test-results/, for people. */
export async function picture(page: Page, name: string): Promise<void> {
  const dir = join(process.cwd(), 'test-results', 'pictures');
  await mkdir(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.png`) });
}

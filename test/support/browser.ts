import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, type Locator, type Page, chromium as playwright } from 'playwright-core';
import { openResources } from './open-resources.js';

export type Scheme = 'light' | 'dark';
export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/**
 * The Chromium that came with `npm ci`, as people have it: the switches of that package are for a machine of one function
 * (one process, no policy of origins, a graphics card played by the processor, which costs more than to do without).
 */
export async function launchBrowser(extra: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--headless=shell', '--no-sandbox', '--disable-gpu', '--font-render-hinting=none', ...extra],
    headless: true,
  });
}

const visits = new Set<{ page: Page; complaints: readonly string[]; pending: ReadonlySet<string> }>();

/** What the open pages show, what their consoles said and what they wait for. */
async function printPages(): Promise<void> {
  for (const { page, complaints, pending } of visits) {
    const text = await page.innerText('body', { timeout: 5_000 }).catch(String);
    process.stderr.write(
      [page.url(), text, ...complaints, ...[...pending].map((url) => `pending: ${url}`), ''].join('\n'),
    );
  }
}

/** The browser that the spec files of a worker share. Call it at the top level: it closes after the tests what they opened. */
export async function sharedBrowser(): Promise<Browser> {
  openResources.browser ??= launchBrowser();
  const browser = await openResources.browser;
  // scripts/jest/node-runner.mjs calls it
  Object.assign(globalThis, { onTestFailure: printPages });
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the console and of the page. */
  readonly pageErrors: string[];
  /** Closes its profile. */
  end(): Promise<void>;
}

/** A fresh browser profile in Portuguese; without the service worker, whose requests tests cannot intercept, unless it is asked for. */
export async function visit(
  browser: Browser,
  baseURL: string,
  { viewport = wide, scheme = 'light' as Scheme, serviceWorkers = 'block' as 'allow' | 'block' } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme: scheme,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const pending = new Set<string>();
  page.on('request', (request) => pending.add(request.url()));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => pending.delete(request.url()));
  const opened = { page, complaints, pending };
  visits.add(opened);
  context.on('close', () => visits.delete(opened));
  return { context, page, pageErrors: complaints, end: () => context.close() };
}

/** Signs in by the form of `/login`. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(/\/tickets/);
}

interface SignedIn {
  readonly token: string;
  readonly user: {
    readonly id: number;
    readonly companyId: number;
    readonly company: { readonly dueDate: string | null };
  };
}

/** Opens a screen with the stored session of an earlier sign-in (spec 000 §1), which is faster than the form. */
export async function signIn(page: Page, email: string, password: string, path = '/tickets'): Promise<void> {
  const answer = await page.request.post('/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
  const { token, user } = (await answer.json()) as SignedIn;
  const stored = { token, userId: user.id, companyId: user.companyId, companyDueDate: user.company.dueDate ?? '' };
  // an address of the same origin without scripts
  await page.goto('/health/live');
  await page.evaluate(
    `Object.entries(${JSON.stringify(stored)}).forEach(([key, value]) => localStorage.setItem(key, value))`,
  );
  await page.goto(path);
}

/** As DevTools name it; the number makes Enter and the space bar press what has the focus. */
type Key = Readonly<{ key: string; code: string; text: string; windowsVirtualKeyCode: number }>;

/**
 * Types letters, commas, spaces and line ends so that the times of the keys, which the page compares, are `pauseMs` apart,
 * also where a busy machine delivers them late.
 */
export async function typeSteadily(page: Page, text: string, pauseMs: number): Promise<void> {
  const others: Readonly<Record<string, Key>> = {
    ' ': { key: ' ', code: 'Space', text: ' ', windowsVirtualKeyCode: 32 },
    ',': { key: ',', code: 'Comma', text: ',', windowsVirtualKeyCode: 188 },
    '\n': { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 },
  };
  const devtools = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1000;
  for (const character of text) {
    const { text: typed, ...key } = others[character] ?? {
      key: character,
      code: `Key${character.toUpperCase()}`,
      text: character,
      windowsVirtualKeyCode: character.toUpperCase().charCodeAt(0),
    };
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text: typed, timestamp });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp });
    timestamp += pauseMs / 1000;
    await page.waitForTimeout(pauseMs);
  }
  await devtools.detach();
}

/** Types dd/MM/yyyy into the date field of that name. */
export async function typeDate(scope: Page | Locator, label: string, day: string): Promise<void> {
  const sections = scope.getByRole('group', { name: label }).getByRole('spinbutton');
  for (const [index, digits] of day.split('/').entries()) {
    await sections.nth(index).click();
    await sections.nth(index).pressSequentially(digits);
  }
}

/** Pixels by which the page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>;

/** Resolves when the expression is true on the page; polled from here, because the page's policy forbids later evaluation. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(50))
    if (await page.evaluate(expression).catch(betweenPages)) return;
  throw new Error(`Never true: ${expression}`);
}

/** An evaluation during a navigation fails. */
function betweenPages(error: unknown): false {
  if (String(error).includes('Execution context was destroyed')) return false;
  throw error;
}

/** Saves a screenshot in test-results/, for people who ask for it by `PICTURES=1`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  const dir = join(process.cwd(), 'test-results', 'pictures');
  await mkdir(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.png`) });
}

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

/** Pages whose visits have ended, for later ones to the same address: what is loaded and compiled once takes half as long. */
const idlePages = new Set<{ browser: Browser; baseURL: string; page: Page }>();

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
  afterAll(async () => {
    const shared = (await openResources.app)?.url;
    for (const idle of idlePages) if (idle.baseURL !== shared) idlePages.delete(idle);
    const kept = new Set([...idlePages].map(({ page }) => page.context()));
    await Promise.all(browser.contexts().map((context) => kept.has(context) || context.close()));
  });
  return browser;
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the console and of the page. */
  readonly pageErrors: string[];
  /** Leaves the page, and empties its profile for a later visit. */
  end(): Promise<void>;
}

export interface VisitOptions {
  readonly viewport?: typeof wide;
  readonly scheme?: Scheme;
  /** By default there is no service worker, because tests cannot intercept its requests. */
  readonly serviceWorkers?: 'allow' | 'block';
  /** No later visit gets its page: it leaves there what cannot be taken back, as init scripts, a clock or a DevTools session. */
  readonly own?: boolean;
}

/** An empty browser profile in Portuguese. */
export async function visit(
  browser: Browser,
  baseURL: string,
  { viewport = wide, scheme = 'light', serviceWorkers = 'block', own = serviceWorkers === 'allow' }: VisitOptions = {},
): Promise<Visit> {
  const idle = own ? undefined : [...idlePages].find((each) => each.browser === browser && each.baseURL === baseURL);
  if (idle) idlePages.delete(idle);
  const page = idle?.page ?? (await newPage(browser, baseURL, serviceWorkers));
  const context = page.context();
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce', media: null, forcedColors: null });
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
  page.once('close', () => visits.delete(opened));
  const end = async (): Promise<void> => {
    visits.delete(opened);
    if (own || page.isClosed()) return context.close();
    await empty(page);
    idlePages.add({ browser, baseURL, page });
  };
  return { context, page, pageErrors: complaints, end };
}

async function newPage(browser: Browser, baseURL: string, serviceWorkers: 'allow' | 'block'): Promise<Page> {
  const language = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };
  const context = await browser.newContext({ ...language, baseURL, serviceWorkers });
  context.setDefaultTimeout(120_000);
  return context.newPage();
}

/** Closes the other pages of its profile, which forgets all but its cache of files that never change. */
async function empty(page: Page): Promise<void> {
  const context = page.context();
  page.removeAllListeners();
  await Promise.all(context.pages().map((each) => each === page || each.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.mouse.move(0, 0);
  // a page that is being signed out leads to another one by itself, which would take the place of the blank one
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.goto(blankPage);
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: false });
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  const storageTypes = 'indexeddb,cache_storage,file_systems';
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes });
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
}

/** Of the same origin and without scripts. */
const blankPage = '/health/live';

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
  await page.goto(blankPage);
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
  for (const end = Date.now() + 120_000; Date.now() < end; await page.waitForTimeout(50))
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

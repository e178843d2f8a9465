import 'reflect-metadata';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { AppConfig } from '../src/core/config/config.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { demoPassword } from '../src/demo/logins.js';
import { launchBrowser, signIn, visit, wide } from '../test/support/browser.js';
import { build } from './lib/built.js';
import { atMost } from './lib/crowd-report.js';
import { attendantEmail, type DemoScene, demoScene } from './lib/demo-scene.js';
import { loads, median, ms, say } from './lib/figures.js';
import { Weights, weightTable } from './lib/page-weight.js';
import { verdictTable } from './lib/report.js';
import { during, probe, type Smoothness, smoothnessTable } from './lib/smoothness.js';
import { startServer } from './lib/started.js';
import { Watch } from './lib/statements.js';

/*
 * What the workspace weighs and how it feels, in the real browser on the demo data: what a fresh browser fetches, how
 * soon the first list stands there, long tasks while somebody types and messages arrive, frames while a conversation of
 * years is scrolled. `npm run bench:weights`; the same in a short conversation stands beside it.
 */

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    /** Of typing and of scrolling. */
    seconds: { type: 'string', default: '10' },
    /** Messages that arrive in a second. */
    rate: { type: 'string', default: '10' },
    /** Fresh browsers for the first list. */
    runs: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});
const [messages, seconds, rate] = [Number(values.messages), Number(values.seconds), Number(values.rate)];
const keyMs = 60;
const signInPage = 'sign-in';
const workspace = 'workspace with a conversation';
const mostKilobytes = 400;
const firstListMs = 1_000;
const firstRow = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-row-focus]')) return;
    window.firstRow = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

await build('server', 'admin');
const dataDir = await mkdtemp(join(tmpdir(), 'atende-weights-'));
// PostgreSQL runs under an account of its own when we are root
await chmod(dataDir, 0o755);
const server = await startServer(dataDir, { env: { DEMO: 'on' } });
const browser = await launchBrowser();
const end = async (): Promise<void> => {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(130)));
try {
  await bench();
} finally {
  await end();
}

async function bench(): Promise<void> {
  say(`\n${cpus().length} cores, Node ${process.version}, load ${loads()}\n\n`);
  const { ownerUrl } = await connectDatabase(AppConfig.load({ DATA_DIR: dataDir }));
  const watch = await Watch.open(ownerUrl, join(dataDir, 'postgres', 'server.log'));
  try {
    const scene = await demoScene(server.url, watch, messages);
    const { context, page } = await visit(browser, server.url);
    const weights = new Weights(page);
    weights.begin(signInPage);
    await page.goto('/login', { waitUntil: 'networkidle' });
    weights.begin(workspace);
    await signIn(page, attendantEmail, demoPassword, `/tickets/${scene.short.uuid}`);
    await page.locator('[data-message]').last().waitFor();
    await page.waitForLoadState('networkidle');
    await weights.read();
    say(`${weightTable(weights)}\n`);

    // its cookie is a new one with every load: whoever comes next takes over from the last
    let state = await context.storageState();
    await context.close();
    const enter = (): Promise<BrowserContext> =>
      browser.newContext({ baseURL: server.url, storageState: state, viewport: wide, locale: 'pt-BR' });
    const [cold, warm, alone]: [number[], number[], number[]] = [[], [], []];
    for (let run = 0; run < Number(values.runs); run += 1) {
      alone.push(await scene.list());
      const fresh = await enter();
      const [first, again] = await firstLists(fresh);
      cold.push(first);
      warm.push(again);
      state = await fresh.storageState();
      await fresh.close();
    }
    const firstList = { cold: median(cold), warm: median(warm), alone: median(alone) };
    say(
      `first list: ${ms(firstList.cold)} ms in a fresh browser, ${ms(firstList.warm)} ms in one that knows the files; ` +
        `the server answers it in ${ms(firstList.alone)} ms (medians of ${values.runs})\n\n`,
    );
    const desk = await enter();
    await desk.addInitScript({ content: probe });
    const felt = await feel(await desk.newPage(), scene);
    say(`${smoothnessTable(felt)}\n`);
    const held = [
      atMost('workspace, gzipped', mostKilobytes, weights.codeOf(workspace) / 1024, 'kB'),
      atMost('first list on the demo data', firstListMs, firstList.cold, 'ms'),
    ];
    say(`${verdictTable(held)}\nLoad of the machine at the end: ${loads()}\n`);
    const told = {
      at: new Date().toISOString(),
      arguments: values,
      weights: [...weights.steps],
      firstList,
      felt,
      held,
    };
    if (values.json) await writeFile(values.json, `${JSON.stringify(told, null, 2)}\n`);
    if (!held.every((verdict) => verdict.held)) process.exitCode = 1;
  } finally {
    await watch.close();
  }
}

async function openConversation(page: Page, uuid: string): Promise<void> {
  await page.goto(`/tickets/${uuid}`);
  await page.locator('[data-message]').last().waitFor();
}

/** ms from the navigation to the first row, without and with the files in the browser's cache. */
async function firstLists(context: BrowserContext): Promise<[number, number]> {
  await context.addInitScript({ content: firstRow });
  const page = await context.newPage();
  const once = async (go: () => Promise<unknown>): Promise<number> => {
    await go();
    await page.locator('[data-row-focus]').first().waitFor();
    return (await page.evaluate('window.firstRow')) as number;
  };
  return [await once(() => page.goto('/tickets')), await once(() => page.reload())];
}

async function feel(page: Page, scene: DemoScene): Promise<Smoothness[]> {
  const { short, long } = scene;
  const type = async (): Promise<void> => {
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill('');
    await field.focus();
    const text = 'uma resposta que alguém escreve com calma '.repeat(Math.ceil((seconds * 1000) / keyMs / 42));
    await page.keyboard.type(text.slice(0, Math.round((seconds * 1000) / keyMs)), { delay: keyMs });
    await field.fill('');
  };
  const arriving = async (ticket: typeof short): Promise<void> => {
    const [refused] = await Promise.all([scene.write(ticket, rate, seconds), type()]);
    if (refused > 0) say(`${refused} messages were refused\n`);
  };
  const few = 'a few messages';
  const many = `${messages} messages`;
  await openConversation(page, short.uuid);
  const felt = [
    await during(page, `typing, ${few}`, type),
    await during(page, `typing while ${rate} a second arrive, ${few}`, () => arriving(short)),
  ];
  await loadWhole(page, scene);
  felt.push(
    await during(page, `scrolling, ${many}`, () => scroll(page)),
    await during(page, `typing, ${many}`, type),
    await during(page, `typing while ${rate} a second arrive, ${many}`, () => arriving(long)),
  );
  return felt;
}

/** By a search for its very first words, from which the page loads everything to the end. */
async function loadWhole(page: Page, { long, word }: DemoScene): Promise<void> {
  await openConversation(page, long.uuid);
  await page.getByRole('tab', { name: 'Pesquisar' }).click();
  await page.getByRole('search').getByRole('textbox').first().fill(word);
  await page.getByRole('tabpanel').getByRole('link', { name: long.contact.name }).click();
  await page.locator('[data-message]', { hasText: word }).waitFor({ timeout: 60_000 });
  await page.getByRole('tab', { name: /^Abertos/ }).click();
}

/** With the wheel, as fast as a hand turns it: half of the time down, half of it up again. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(900, 400);
  for (const step of [600, -600]) {
    for (const until = performance.now() + (seconds * 1000) / 2; performance.now() < until; ) {
      await page.mouse.wheel(0, step);
      await page.waitForTimeout(50);
    }
  }
  await page.getByRole('button', { name: /^Ir para a última mensagem/ }).click();
  await page.waitForTimeout(300);
}

import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { demoPassword } from '../src/demo/logins.js';
import { launchBrowser, signIn, visit, wide } from '../test/support/browser.js';
import { Checks } from '../test/support/checks.js';
import { bodyOf, Client } from '../test/support/client.js';
import { allTickets } from '../test/support/event-driven-client.js';
import { fillConversation } from '../test/support/long-conversation.js';
import type { TicketRow } from '../test/support/world.js';
import { BenchDatabase } from './lib/database.js';
import { onSchedule } from './lib/http-load.js';
import {
  PageAssets,
  type Responsiveness,
  responsiveness,
  responsivenessProbe,
  responsivenessTable,
} from './lib/page-metrics.js';
import { median, print, printMachine, writeJson } from './lib/report.js';
import { type BenchServer, withServer } from './lib/server.js';

/*
 * The workspace in a browser on the demo data: bytes that an empty browser fetches, time to the first list, long tasks
 * while the user types and messages arrive, frames while a long conversation is scrolled. `npm run bench:weights`.
 */

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    /** Of typing and of scrolling. */
    seconds: { type: 'string', default: '10' },
    /** Messages a second that arrive. */
    rate: { type: 'string', default: '10' },
    /** Browsers in which the first list is timed. */
    runs: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});
const [messages, seconds, rate] = [values.messages, values.seconds, values.rate].map(Number) as [
  number,
  number,
  number,
];
const attendantEmail = 'atendente@demo.local';
const word = 'ornitorrinco';
const keyMs = 60;
const workspace = 'workspace with a conversation';
const mostKilobytes = 400;
const mostFirstListMs = 1_000;
const firstRowProbe = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-row-focus]')) return;
    window.firstRow = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

await withServer({ build: ['server', 'admin'], env: { DEMO: 'on' } }, bench);

async function bench({ server, dataDir }: BenchServer): Promise<void> {
  const { url } = server;
  const checks = new Checks('bench:weights');
  printMachine();
  const database = await BenchDatabase.open(dataDir);
  const browser = await launchBrowser();
  try {
    const manager = new Client(url);
    bodyOf(await manager.signIn('gestor@demo.local', demoPassword));
    const [short, long] = await ownTickets(manager, database);
    const query = (sql: string, params: readonly unknown[]): Promise<object[]> => database.rows(sql, params);
    await fillConversation(query, { ticketId: long.id, messages, word: { at: 1, text: word } });

    const { context, page } = await visit(browser, url);
    const assets = new PageAssets(page);
    assets.step = 'sign-in';
    await page.goto('/login', { waitUntil: 'networkidle' });
    assets.step = workspace;
    await signIn(page, attendantEmail, demoPassword, `/tickets/${short.uuid}`);
    await page.locator('[data-message]').last().waitFor();
    await page.waitForLoadState('networkidle');
    const files = await assets.measure();
    print(`\n${assets}\n`);
    checks.atMost('workspace, gzipped', assets.codeBytes(workspace) / 1024, mostKilobytes, ' kB');

    // each load rotates the refresh cookie, which the next context continues with
    let storageState = await context.storageState();
    await context.close();
    const enter = (): Promise<BrowserContext> =>
      browser.newContext({ baseURL: url, storageState, viewport: wide, locale: 'pt-BR' });
    const firstLists: number[] = [];
    for (let run = 0; run < Number(values.runs); run += 1) {
      const fresh = await enter();
      firstLists.push(await firstList(fresh));
      storageState = await fresh.storageState();
      await fresh.close();
    }
    checks.atMost('first list in an empty browser', median(firstLists), mostFirstListMs, ' ms');

    const desk = await enter();
    await desk.addInitScript({ content: responsivenessProbe });
    const responsive = await exerciseWorkspace(await desk.newPage(), manager, short, long);
    print(`${responsivenessTable(responsive)}${checks}\n`);
    printMachine();
    await writeJson(values.json, { arguments: values, files, firstLists, responsive, checks });
    if (!checks.ok) process.exitCode = 1;
  } finally {
    await browser.close();
    await database.close();
  }
}

/** Two sandbox conversations of the demo's attendant. */
async function ownTickets(manager: Client, database: BenchDatabase): Promise<[TicketRow, TicketRow]> {
  const attendant = await database.row<{ id: number }>('select id::int from users where email = $1', [attendantEmail]);
  const [short, long] = (await allTickets(manager)).filter(
    ({ status, userId, channel, isGroup }) =>
      status === 'open' && userId === attendant.id && channel === 'sandbox' && !isGroup,
  );
  if (!short || !long) throw new Error('The demo has no two sandbox conversations of its attendant');
  return [short, long];
}

/** ms from the navigation to the first row. */
async function firstList(context: BrowserContext): Promise<number> {
  await context.addInitScript({ content: firstRowProbe });
  const page = await context.newPage();
  await page.goto('/tickets');
  await page.locator('[data-row-focus]').first().waitFor();
  return (await page.evaluate('window.firstRow')) as number;
}

async function exerciseWorkspace(
  page: Page,
  manager: Client,
  short: TicketRow,
  long: TicketRow,
): Promise<Responsiveness[]> {
  const type = async (): Promise<void> => {
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    const keys = Math.round((seconds * 1000) / keyMs);
    await field.fill('');
    await field.focus();
    await page.keyboard.type('uma resposta que alguém escreve com calma '.repeat(keys / 42 + 1).slice(0, keys), {
      delay: keyMs,
    });
    await field.fill('');
  };
  const typeWhileReceiving = (ticket: TicketRow) => async (): Promise<void> => {
    const [refused] = await Promise.all([receive(manager, ticket), type()]);
    if (refused > 0) print(`${refused} messages were refused\n`);
  };
  await openConversation(page, short);
  const few = await responsiveness(page, 'typing while messages arrive, a few messages', typeWhileReceiving(short));
  await loadWhole(page, long);
  return [
    few,
    await responsiveness(page, `typing while messages arrive, ${messages}`, typeWhileReceiving(long)),
    await responsiveness(page, `scrolling, ${messages} messages`, () => scroll(page)),
  ];
}

/** The customer writes on a schedule. @returns how many messages were refused */
async function receive(manager: Client, { whatsappId, contact }: TicketRow): Promise<number> {
  const posted: Promise<number>[] = [];
  const from = { from: contact.number, name: contact.name, media: null, quotedId: null };
  await onSchedule(rate, Math.round(rate * seconds), (_moment, index) => {
    const body = { ...from, body: `Mensagem ${index} de muitas.` };
    posted.push(manager.post(`/sandbox/${whatsappId}/messages`, body).then(({ status }) => status));
  });
  return (await Promise.all(posted)).filter((status) => status !== 202).length;
}

async function openConversation(page: Page, { uuid }: TicketRow): Promise<void> {
  await page.goto(`/tickets/${uuid}`);
  await page.locator('[data-message]').last().waitFor();
}

/** By a search for a word of its first message, from which the page loads everything to the end. */
async function loadWhole(page: Page, ticket: TicketRow): Promise<void> {
  await openConversation(page, ticket);
  await page.getByRole('tab', { name: 'Pesquisar' }).click();
  await page.getByRole('search').getByRole('textbox').first().fill(word);
  await page.getByRole('tabpanel').getByRole('link', { name: ticket.contact.name }).click();
  await page.locator('[data-message]', { hasText: word }).waitFor({ timeout: 60_000 });
  await page.getByRole('tab', { name: /^Abertos/ }).click();
}

/** With the wheel: half of the time down, half of it up. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(900, 400);
  for (const step of [600, -600])
    for (const end = performance.now() + (seconds * 1000) / 2; performance.now() < end; ) {
      await page.mouse.wheel(0, step);
      await page.waitForTimeout(50);
    }
  await page.getByRole('button', { name: /^Ir para a última mensagem/ }).click();
  await page.waitForTimeout(300);
}

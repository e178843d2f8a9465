import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { phone, screenshot, sharedBrowser, signIn, visit, wide } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files, photo } from '../../support/files.js';
import { fillConversation } from '../../support/long-conversation.js';
import { until } from '../../support/until.js';
import { type Customer, password, type TicketRow, world } from '../../support/world.js';

const newest = 10_000;
const searched = { at: 120, text: 'ornitorrinco' };
/** Far more than fit into a window, far less than there are. */
const mostRows = 150;
const mostNodes = 9_000;

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let customer: Customer;
let ticket: TicketRow;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  customer = w.customer('Marina Costa');
  const { id } = await customer.says('Linha 0. A primeira.');
  await fillConversation(app.database.query, { ticketId: id, messages: newest, word: searched });
  ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  const visited = await visit(browser, app.url);
  ({ page, pageErrors: complaints } = visited);
  await visited.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
});

const bubbles = (): Locator => page.locator('[data-message]');
const line = (number: number): Locator =>
  page.locator('[data-message]', { hasText: new RegExp(`^Linha ${number}\\.`) });

interface Row {
  readonly index: number;
  /** Which line of the conversation it is. */
  readonly number: number;
  readonly top: number;
}

interface Seen {
  readonly rows: readonly Row[];
  readonly nodes: number;
  readonly height: number;
}

const seen = async (): Promise<Seen> =>
  (await page.evaluate(`(() => {
    const log = document.querySelector('[role=log]');
    const box = log.closest('[data-stream]');
    const rows = [...log.querySelectorAll('[data-index]')].map((row) => ({
      index: Number(row.dataset.index),
      number: Number(/Linha (\\d+)\\./.exec(row.textContent)?.[1]),
      top: row.getBoundingClientRect().top - box.getBoundingClientRect().top,
    }));
    return { rows, nodes: box.querySelectorAll('*').length, height: box.scrollHeight };
  })()`)) as Seen;

/** Scrolls there as a dragged bar does and waits until rows stand there. @param part from 0, the top, to 1, the end */
async function scrollTo(part: number): Promise<Seen> {
  await page.evaluate(`new Promise((done) => {
    const box = document.querySelector('[role=log]').closest('[data-stream]');
    box.scrollTop = (box.scrollHeight - box.clientHeight) * ${part};
    const look = () => {
      const { top, bottom } = box.getBoundingClientRect();
      const rows = [...box.querySelectorAll('[data-index]')].map((row) => row.getBoundingClientRect());
      const filled = rows.some((row) => row.top <= top + 20) && rows.some((row) => row.bottom >= bottom - 20);
      if (filled) done(); else requestAnimationFrame(look);
    };
    requestAnimationFrame(() => requestAnimationFrame(look));
  })`);
  return seen();
}

/** How far its end is below what is in sight. */
const below = () =>
  page.evaluate(`(() => {
    const box = document.querySelector('[role=log]').closest('[data-stream]');
    return Math.round(box.scrollHeight - box.clientHeight - box.scrollTop);
  })()`);

const contact = (): Locator => page.getByTitle('Dados do contato', { exact: true });
const drawer = (): Locator => page.getByRole('complementary', { name: 'Dados do contato' });
const closeDrawer = async (): Promise<void> => {
  await drawer().getByRole('button', { name: 'Fechar os dados do contato' }).click();
  await drawer().waitFor({ state: 'detached' });
};

/** What stands there so many frames later. */
async function afterFrames(frames: number): Promise<Seen> {
  await page.evaluate(`new Promise((done) => {
    const wait = (left) => (left === 0 ? done() : requestAnimationFrame(() => wait(left - 1)));
    wait(${frames});
  })`);
  return seen();
}

/** Every row follows the one before it, and no more of them than a window needs. */
function whole({ rows, nodes }: Seen): void {
  const [first] = rows;
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => (first?.number ?? 0) + at));
  expect(rows.length).toBeLessThan(mostRows);
  expect(nodes).toBeLessThan(mostNodes);
}

/** Constant as long as no line is missing or double anywhere between two looks. */
const offsets = ({ rows }: Seen): number[] => [...new Set(rows.map(({ index, number }) => index - number))];

describe('ten thousand messages', () => {
  it('open at the end, and older ones come above without moving what somebody reads', async () => {
    await line(newest).waitFor();
    // in the middle of the conversation
    await page.mouse.move(900, 400);
    const held: Route[] = [];
    await page.route(/\/messages\/\d+\?cursor=/, (route) => void held.push(route));
    for (let pages = 1; pages <= 6; pages += 1) {
      await until('an older page is asked for', async () => {
        await page.mouse.wheel(0, -1000);
        return held.length > 0;
      });
      // the wheel has come to rest
      await scrollTo(0);
      const before = await seen();
      whole(before);
      const [anchor] = before.rows.filter(({ top }) => top > 0);
      await Promise.all(held.splice(0).map((route) => route.continue()));
      await line((before.rows[0]?.number ?? 0) - 1).waitFor({ state: 'attached' });
      // rows are estimated, then measured, and what that moves is put right
      const after = await afterFrames(12);
      whole(after);
      const there = after.rows.find(({ number }) => number === anchor?.number);
      expect(Math.abs((there?.top ?? Number.NaN) - (anchor?.top ?? 0))).toBeLessThan(3);
    }
    await page.unroute(/\/messages\/\d+\?cursor=/);
  });

  it('at the end it stays at the end, whatever changes its size; Escape takes the answer back first', async () => {
    await page.reload();
    await line(newest).waitFor();
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    const focused = 'document.activeElement.tagName';
    const atEnd = async (after: string): Promise<void> => {
      await afterFrames(6);
      expect([after, await below()]).toEqual([after, 0]);
      expect(await line(newest).isVisible()).toBe(true);
    };
    await until('it stands at its end', async () => (await below()) === 0);
    await line(newest).hover();
    await line(newest).getByRole('button', { name: 'Opções da mensagem' }).click();
    await page.getByRole('menuitem', { name: 'Responder' }).click();
    const answer = page.getByRole('group', { name: 'Respondendo a Marina Costa' });
    await answer.waitFor();
    await atEnd('the reply bar');
    await field.fill('um\ndois\ntrês\nquatro\ncinco');
    await atEnd('a grown composer');
    await field.fill('');
    await atEnd('a small composer');
    for (const [grown, px] of [
      ['the last message', '60px'],
      ['again', '0'],
    ]) {
      await page.evaluate(`[...document.querySelectorAll('[data-message]')].at(-1).style.paddingBottom = '${px}'`);
      await atEnd(grown ?? '');
    }
    await contact().click();
    await drawer().waitFor();
    await atEnd('the opened drawer');
    await closeDrawer();
    await atEnd('the closed drawer');
    for (const viewport of [{ width: 1000, height: 900 }, { width: 1000, height: 500 }, phone, wide]) {
      await page.setViewportSize(viewport);
      await atEnd(`a window of ${viewport.width} by ${viewport.height}`);
    }
    await field.focus();
    await field.press('Escape');
    await answer.waitFor({ state: 'detached' });
    await atEnd('without the reply bar');
    expect(await page.evaluate(focused)).toBe('TEXTAREA');
    await field.press('Escape');
    // the row of the list
    expect(await page.evaluate(focused)).toBe('A');
  });

  it('elsewhere what is read stays where it is, and its day is named while it moves', async () => {
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await scrollTo(0.5);
    // comes to rest
    await afterFrames(30);
    const stays = async (change: () => Promise<unknown>): Promise<void> => {
      const { rows } = await afterFrames(6);
      const read = rows.find(({ top }) => top >= 0);
      await change();
      const after = await afterFrames(6);
      whole(after);
      const there = after.rows.find(({ number }) => number === read?.number);
      expect(Math.abs((there?.top ?? Number.NaN) - (read?.top ?? 0))).toBeLessThan(2);
    };
    await stays(async () => {
      await contact().click();
      await drawer().waitFor();
    });
    await stays(closeDrawer);
    await stays(() => field.fill('um\ndois\ntrês\nquatro'));
    await stays(() => field.fill(''));
    await stays(() => page.setViewportSize({ width: 1000, height: 700 }));
    await stays(() => page.setViewportSize(wide));
    await stays(() => page.evaluate(`document.querySelector('[data-message]').style.paddingBottom = '90px'`));
    await page.mouse.move(900, 400);
    // looked for from within: it is gone again before a busy machine asks
    const named = page.evaluate(`new Promise((named) => {
      const look = () => {
        const day = document.querySelector('[data-sticky-day]');
        if (day && getComputedStyle(day).opacity === '1') named(day.textContent);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    await page.mouse.wheel(0, -300);
    expect(await named).toMatch(/^(Hoje|Ontem|\d\d\/\d\d\/\d{4})$/);
    await screenshot(page, 'long-1-day');
    await until(
      'and no longer',
      async () =>
        (await page.evaluate(`getComputedStyle(document.querySelector('[data-sticky-day]')).opacity`)) === '0',
    );
  });

  it('what comes meanwhile moves nothing, is counted, and is one click away', async () => {
    await scrollTo(0.5);
    const before = await seen();
    await customer.says(`Linha ${newest + 1}. Agora.`);
    const button = page.getByRole('button', { name: 'Ir para a última mensagem (1)' });
    await button.waitFor();
    const after = await seen();
    expect(after.rows[0]).toEqual(before.rows[0]);
    await button.click();
    await line(newest + 1).waitFor();
    await button.waitFor({ state: 'detached' });
  });

  it('a search lands on its message, far back, and lights it', async () => {
    // for a moment only, which a busy machine may be too late to see
    await page.evaluate(`(() => {
      window.highlighted = new Set();
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[data-highlighted=true]')) window.highlighted.add(textContent.split('.')[0]);
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-highlighted'] });
    })()`);
    await page.getByRole('tab', { name: 'Pesquisar' }).click();
    await page.getByRole('search').getByRole('textbox').fill(searched.text);
    await page.getByRole('tabpanel').getByText(searched.text).waitFor();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Marina Costa' }).click();
    const found = line(searched.at);
    await found.waitFor().catch(async (cause: unknown) => {
      const lines = (await seen()).rows.map(({ number }) => number);
      const alerts = await page.getByRole('alert').allTextContents();
      throw new Error(`It shows the lines ${lines.at(0)} to ${lines.at(-1)}, and says: ${alerts.join()}`, { cause });
    });
    expect(await page.evaluate('[...window.highlighted]')).toEqual([`Linha ${searched.at}`]);
    await screenshot(page, 'long-1-landed');
    const box = await found.boundingBox();
    expect(box?.y).toBeGreaterThan(100);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(800);
  });

  it('scroll from the first to the last and back: in order, without a gap, with few nodes', async () => {
    await until(
      'the first one',
      async () => {
        const look = await scrollTo(0);
        whole(look);
        return look.rows[0]?.number === 0;
      },
      30_000,
    );
    const stops = 16;
    const way = Array.from({ length: stops + 1 }, (_, stop) => stop / stops);
    const known = new Set<number>();
    for (const parts of [way, way.toReversed()]) {
      const tops: number[] = [];
      for (const part of parts) {
        const look = await scrollTo(part);
        whole(look);
        for (const offset of offsets(look)) known.add(offset);
        tops.push(look.rows[0]?.number ?? -1);
      }
      expect(tops).toEqual(tops.toSorted((a, b) => (parts === way ? a - b : b - a)));
    }
    expect(known.size).toBe(1);
    await line(0).waitFor();
    await scrollTo(1);
    await line(newest + 1).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('files', () => {
  const dialog = (): Locator => page.getByRole('dialog');
  const pictures = (): Locator => bubbles().filter({ has: page.getByRole('button', { name: 'Ampliar a imagem' }) });
  const arrived = async () =>
    (await customer.sees())
      .filter(({ mediaType }) => mediaType !== 'chat')
      .map(({ mediaType, body }) => [mediaType, body]);

  it('a picture of the clipboard is pasted, looked at and sent with its caption, once', async () => {
    await page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob('${files.png.bytes.toString('base64')}'), (one) => one.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
    })()`);
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await dialog().getByText('Enviar arquivo', { exact: true }).waitFor();
    await dialog().getByLabel('Legenda').fill('Veja esta tela');
    await screenshot(page, 'long-2-pasted');
    await dialog().getByLabel('Legenda').press('Enter');
    await pictures().last().locator('[data-state="delivered"]').waitFor();
    await app.settled();
    expect(await arrived()).toEqual([['image', 'Veja esta tela']]);
    expect(await pictures().count()).toBe(1);
  });

  it('such a picture has no name: without a caption it is called what it is', async () => {
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await dialog().getByRole('img', { name: 'Foto' }).waitFor();
    await dialog().getByRole('button', { name: 'Enviar', exact: true }).click();
    await pictures().last().locator('[data-state="delivered"]').waitFor();
    await app.settled();
    expect((await arrived()).at(-1)).toEqual(['image', '']);
    await screenshot(page, 'long-2-nameless');
    await page.getByRole('tab', { name: 'Abertos' }).click();
    await page.getByRole('listitem').getByText(/Foto$/).first().waitFor();
    expect(await page.getByText('image.png').count()).toBe(0);
  });

  it('several are dropped on the conversation, and arrive in their order, once', async () => {
    const given = [files.pdf, files.png].map(({ name, mime, bytes }) => [name, mime, bytes.toString('base64')]);
    const dataTransfer = await page.evaluateHandle(`(() => {
      const all = new DataTransfer();
      for (const [name, type, text] of ${JSON.stringify(given)})
        all.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name, { type }));
      return all;
    })()`);
    const target = page.locator('[role=log]');
    await target.dispatchEvent('dragenter', { dataTransfer });
    await page.getByText('Solte os arquivos para enviar').waitFor();
    await screenshot(page, 'long-3-over');
    await target.dispatchEvent('drop', { dataTransfer });
    await page.getByText('Solte os arquivos para enviar').waitFor({ state: 'detached' });
    await dialog().getByText('Enviar 2 arquivos').waitFor();
    const height = async () => (await dialog().boundingBox())?.height;
    const few = await height();
    const more = [await photo({ width: 300, height: 2400 }), await photo({ width: 2000, height: 600 })];
    await dialog()
      .locator('input[type=file]')
      .setInputFiles(
        Array.from({ length: 12 }, (_, index) => ({
          name: `foto-${index}.jpg`,
          mimeType: 'image/jpeg',
          buffer: more[index % 2]?.bytes ?? files.png.bytes,
        })),
      );
    await dialog().getByText('Enviar 14 arquivos').waitFor();
    const chosen = dialog().locator('[aria-pressed=true]');
    await chosen.focus();
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
    await dialog().getByRole('img', { name: 'foto-0.jpg' }).waitFor();
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('foto-0.jpg');
    expect(await height()).toBe(few);
    expect(await checkAppearance(page, 'long-3-files')).toEqual([]);
    await page.setViewportSize(phone);
    await dialog().getByRole('button', { name: 'Enviar', exact: true }).hover();
    expect(await checkAppearance(page, 'long-3-files-phone')).toEqual([]);
    await page.setViewportSize(wide);
    // what has the focus goes, and the focus goes to the caption
    for (let left = 12; left > 0; left -= 1) {
      await chosen.focus();
      await page.keyboard.press('Delete');
    }
    await dialog().getByText('Enviar 2 arquivos').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await dialog().getByRole('button', { name: 'Enviar', exact: true }).click();
    await pictures().nth(2).locator('[data-state="delivered"]').waitFor();
    await app.settled();
    expect((await arrived()).map(([type]) => type)).toEqual(['image', 'image', 'application', 'image']);
    expect(complaints).toEqual([]);
  });
});

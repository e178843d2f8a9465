import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { InboxService } from '../../../src/modules/channels/connections/inbox/inbox.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { seriousViolations } from '../../support/axe.js';
import { phone, screenshot, sharedBrowser, sidewaysScroll, signIn, until, visit, wide } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files, photo, recordings, video } from '../../support/files.js';
import { freePort } from '../../support/free-port.js';
import { type Customer, password, type TicketRow, type World, world } from '../../support/world.js';

let app: TestApp;
const browser = await sharedBrowser();
let w: World;
let customer: Customer;
let ticket: TicketRow;
/** Two pictures and nothing else. */
let small: TicketRow;
let owner: Customer;
/** A picture, a document and a voice message. */
let house: TicketRow;

beforeAll(async () => {
  const port = await freePort();
  app = await startApp({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  w = await world(app);
  customer = w.customer('Lia Campos');
  await customer.says('Frente da casa', { file: await photo({ width: 900, height: 1200 }) });
  await customer.says('', { file: await photo({ width: 1600, height: 900 }) });
  await customer.says('Veja o barulho', { file: await video() });
  await customer.says('', { file: files.pdf });
  const { id } = await place();
  const nina = w.customer('Nina Reis');
  await nina.says('Antes', { file: await photo() });
  small = await nina.says('Depois', { file: await photo({ width: 900, height: 1200 }) });
  owner = w.customer('Rui Prado');
  await owner.says('Fachada', { file: await photo() });
  await owner.says('', { file: files.pdf });
  house = await owner.says('', { file: await recordings.mp3() });
  bodyOf(await w.attendant.put<TicketRow>(`/tickets/${house.id}`, { status: 'open' }));
  small = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${small.id}`, { status: 'open' }));
  ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
});

afterAll(async () => {
  await app?.close();
});

/** The customer sends a location, as a provider reports it. */
async function place(): Promise<TicketRow> {
  const event = {
    kind: 'message' as const,
    eventId: 'place',
    providerId: 'place',
    from: customer.number,
    name: customer.name,
    group: null,
    timestamp: Date.now(),
    fromMe: false,
    type: 'locationMessage' as const,
    body: 'Praça da Sé\nCentro, São Paulo',
    media: null,
    quotedProviderId: null,
    data: { latitude: -23.55052, longitude: -46.633308, name: 'Praça da Sé', address: 'Centro, São Paulo', url: null },
    forwarded: false,
  };
  const { nest } = app;
  await nest
    .get(Context)
    .run({}, () => nest.get(Db).runAs(w.companyId, () => nest.get(InboxService).store(w.connection.id, [event])));
  return customer.says('É aqui');
}

const bubble = (page: Page, text: string): Locator => page.locator('[data-message]', { hasText: text });
const gallery = (page: Page): Locator => page.getByRole('dialog', { name: 'Imagens e vídeos da conversa' });
/** The visible slide, not a preloaded one. */
const reached = (page: Page, place: string): Promise<void> => gallery(page).getByText(place, { exact: true }).waitFor();
const slide = (page: Page, place: string): Locator => gallery(page).getByRole('group', { name: place, exact: true });

/** Scale and offset of the shown picture. */
async function zoomOf(page: Page): Promise<{ scale: number; x: number }> {
  const wrapper = page.locator('.yarl__slide_current .yarl__slide_wrapper').first();
  const moved = /scale\(([\d.]+)\) translateX\((-?[\d.]+)px\)/.exec((await wrapper.getAttribute('style')) ?? '');
  return { scale: Number(moved?.[1] ?? 1), x: Number(moved?.[2] ?? 0) };
}

async function reaches(page: Page, holds: (state: { scale: number; x: number }) => boolean): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (holds(await zoomOf(page))) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`The picture stays at ${JSON.stringify(await zoomOf(page))}`);
}

const touch = (
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  points: readonly [number, number][],
) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

describe('media of a conversation', () => {
  it('pictures are thumbnails with reserved space, and full size in a gallery', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    await page.route('**/media/**', async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await held;
      await route.continue();
    });
    await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
    const first = bubble(page, 'Frente da casa').getByRole('button', { name: /^Ampliar a imagem/ });
    await first.waitFor();
    const room = await first.boundingBox();
    expect((room?.width ?? 0) / (room?.height ?? 1)).toBeCloseTo(0.75, 2);
    release();
    await until(page, 'document.querySelectorAll("[data-message] img")[0].complete');
    expect(await first.boundingBox()).toEqual(room);
    expect(asked.filter((path) => path.endsWith('.jpg'))).toEqual([]);
    expect(await checkAppearance(page, 'media-conversation')).toEqual([]);

    await first.click();
    await slide(page, '1 de 3').getByRole('img', { name: 'Frente da casa' }).waitFor();
    await reached(page, '1 de 3');
    expect(asked.filter((path) => path.endsWith('.jpg'))).not.toEqual([]);
    expect(await checkAppearance(page, 'media-gallery')).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await reached(page, '2 de 3');
    await slide(page, '2 de 3').getByRole('img', { name: 'Imagem' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await reached(page, '3 de 3');
    await slide(page, '3 de 3').locator('video[controls]').waitFor();
    await screenshot(page, 'media-gallery-video');
    await page.keyboard.press('ArrowLeft');
    await reached(page, '2 de 3');
    const saved = page.waitForEvent('download');
    await gallery(page).getByRole('button', { name: 'Baixar o arquivo' }).click();
    expect((await saved).suggestedFilename()).toBe('foto.jpg');

    // keys, wheel, a double click; panned while enlarged
    await page.keyboard.press('+');
    await reaches(page, ({ scale }) => scale > 1.5);
    await page.keyboard.press('-');
    await reaches(page, ({ scale }) => scale === 1);
    await page.mouse.move(720, 450);
    await page.mouse.wheel(0, -300);
    await reaches(page, ({ scale }) => scale > 1.5);
    await page.keyboard.press('0');
    await reaches(page, ({ scale }) => scale === 1);
    await page.mouse.dblclick(720, 450);
    await reaches(page, ({ scale }) => scale > 1.5);
    await page.mouse.down();
    await page.mouse.move(800, 450, { steps: 4 });
    await page.mouse.up();
    await reaches(page, ({ x }) => x > 20);
    await screenshot(page, 'media-gallery-zoomed');
    // the focus stays inside
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("main, header, nav") === null')).toBe(true);
    }
    await page.keyboard.press('Escape');
    await gallery(page).waitFor({ state: 'detached' });
    await page.waitForURL(`**/tickets/${ticket.uuid}`);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Ampliar a imagem: Frente da casa');
    expect(complaints).toEqual([]);

    // an outgoing picture has reserved space before it is stored, and keeps it
    await page.locator('input[type=file]').setInputFiles({
      name: 'recibo.jpg',
      mimeType: 'image/jpeg',
      buffer: (await photo({ width: 600, height: 800 })).bytes,
    });
    let pass = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await page.route(`**/messages/${ticket.id}`, async (route) => {
      if (route.request().method() === 'POST') await gate;
      await route.continue();
    });
    await page.getByRole('dialog').getByLabel('Legenda').fill('Segue o recibo');
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
    const own = bubble(page, 'Segue o recibo').getByRole('button', { name: /^Ampliar a imagem/ });
    await own.waitFor();
    const before = await own.boundingBox();
    expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(0.75, 2);
    pass();
    await bubble(page, 'Segue o recibo').locator('[data-state="delivered"]').waitFor();
    await w.settled();
    const after = await own.boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
    await end();
  });

  it('a document opens in the page, or offers a download; a location has its card', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
    const place = bubble(page, 'Praça da Sé');
    await place.getByText('23,55052° S, 46,63331° O').waitFor();
    expect(await place.getByRole('link', { name: 'Abrir no mapa' }).getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByRole('button', { name: /^contrato\.pdf/ }).click();
    const dialog = page.getByRole('dialog', { name: 'contrato.pdf' });
    await dialog.getByText('Este navegador não mostra PDFs aqui').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await screenshot(page, 'media-no-pdf');
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate('Object.defineProperty(navigator, "pdfViewerEnabled", { value: true })');
    await page.getByRole('button', { name: /^contrato\.pdf/ }).click();
    const address = await dialog.locator('iframe[title="contrato.pdf"]').getAttribute('src');
    const served = await page.request.get(address ?? '');
    expect([served.headers()['content-type'], served.headers()['content-disposition']?.slice(0, 6)]).toEqual([
      'application/pdf',
      'inline',
    ]);
    await screenshot(page, 'media-pdf');
    expect(complaints).toEqual([]);
    await end();
  });

  it('loads at another name of this machine, also what arrives meanwhile, and says what does not load', async () => {
    const { page, end, pageErrors: complaints } = await visit(browser, app.url.replace('127.0.0.1', 'localhost'));
    await signIn(page, w.attendant.me.email, password, `/tickets/${house.uuid}`);
    const loaded = (name: string) => until(page, `document.querySelector('img[alt="${name}"]')?.naturalWidth > 0`);
    await loaded('Fachada');
    expect(await page.getByAltText('Fachada').getAttribute('src')).toMatch(/^\/media\//);
    await page.getByRole('button', { name: 'Ouvir' }).click();
    await page.getByText('0:01', { exact: true }).waitFor();
    await owner.says('Telhado', { file: await photo() });
    await loaded('Telhado');
    await screenshot(page, 'media-second-name');
    expect(complaints).toEqual([]);

    await page.route('**/media/**', (route) => route.fulfill({ status: 404, json: { error: 'ERR_NOT_FOUND' } }));
    await page.reload();
    const failed = (text: string) => page.getByRole('status').filter({ hasText: text });
    await failed('A imagem não carregou.').first().waitFor();
    await failed('O áudio não carregou.').waitFor();
    await page.getByRole('link', { name: 'Baixar contrato.pdf' }).click();
    await failed('O arquivo não carregou.').waitFor();
    expect(await checkAppearance(page, 'media-failed')).toEqual([]);
    await page.setViewportSize(phone);
    expect(await checkAppearance(page, 'media-failed-phone')).toEqual([]);
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: /^Abrir contrato|^contrato\.pdf/ }).click();
    const viewer = page.getByRole('dialog', { name: 'contrato.pdf' });
    await viewer.getByText('O arquivo não carregou.').waitFor();

    await page.unroute('**/media/**');
    await viewer.getByRole('button', { name: 'Tentar novamente' }).click();
    await viewer.getByText('Este navegador não mostra PDFs aqui').waitFor();
    await viewer.getByRole('button', { name: 'Fechar' }).click();
    for (const text of ['A imagem não carregou.', 'O áudio não carregou.', 'O arquivo não carregou.'])
      for (let left = await failed(text).count(); left > 0; left -= 1) {
        await failed(text).first().getByRole('button', { name: 'Tentar novamente' }).click();
        await until(
          page,
          `[...document.querySelectorAll('[role=status]')].filter((each) => each.textContent.includes('${text}')).length < ${left}`,
        );
      }
    await loaded('Fachada');
    await loaded('Telhado');
    await page.getByRole('button', { name: 'Ouvir' }).click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    await end();
  });

  it('one finger pages and two zoom', async () => {
    const {
      page,
      context,
      end,
      pageErrors: complaints,
    } = await visit(browser, app.url, { viewport: phone, own: true });
    await signIn(page, w.attendant.me.email, password, `/tickets/${small.uuid}`);
    await page.getByRole('button', { name: 'Ampliar a imagem: Antes' }).click();
    await slide(page, '1 de 2').getByRole('img', { name: 'Antes' }).waitFor();
    expect(await checkAppearance(page, 'media-phone')).toEqual([]);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    await touch(session, 'touchStart', [[320, 420]]);
    for (const x of [280, 220, 160, 90]) await touch(session, 'touchMove', [[x, 420]]);
    await touch(session, 'touchEnd', []);
    await reached(page, '2 de 2');
    await slide(page, '2 de 2').getByRole('img', { name: 'Depois' }).waitFor();
    await touch(session, 'touchStart', [[180, 420]]);
    await touch(session, 'touchStart', [
      [180, 420],
      [210, 420],
    ]);
    for (const spread of [20, 50, 80, 110])
      await touch(session, 'touchMove', [
        [180 - spread, 420],
        [210 + spread, 420],
      ]);
    await touch(session, 'touchEnd', []);
    await reaches(page, ({ scale }) => scale > 1.3);
    await screenshot(page, 'media-phone-zoomed');
    await gallery(page).getByRole('button', { name: 'Fechar' }).click();
    await gallery(page).waitFor({ state: 'detached' });
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'media-phone-conversation');
    expect(complaints).toEqual([]);
    await end();
  });
});

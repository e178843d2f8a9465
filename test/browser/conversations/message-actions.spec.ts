import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { startApp, type TestApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { seriousViolations } from '../../support/axe.js';
import { phone, screenshot, sharedBrowser, signIn, until, visit, wide } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { recordings } from '../../support/files.js';
import { freePort } from '../../support/free-port.js';
import { HttpServer } from '../../support/http-server.js';
import { type Customer, password, type TicketRow, type World, world } from '../../support/world.js';

let app: TestApp;
let outside: HttpServer;
const browser = await sharedBrowser();
let w: World;

const page1 = `<title>x</title><meta property="og:title" content="Bicicleta azul"><meta property="og:site_name" content="Pedal">
  <meta property="og:description" content="Aro 29, 21 marchas, quadro de alumínio e freio a disco."><meta property="og:image" content="/foto.jpg">`;

beforeAll(async () => {
  const photo = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#2f8f83' } })
    .jpeg()
    .toBuffer();
  outside = await new HttpServer().start();
  outside.answer = ({ path }, response) => {
    if (path === '/foto.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
    else if (path === '/bicicleta') response.writeHead(200, { 'content-type': 'text/html' }).end(page1);
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ text: 'Bom dia! Queria saber se a bicicleta azul ainda está à venda.' }));
  };
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  app = await startApp({ PORT: String(port), PUBLIC_URL: origin, OUTBOUND_ALLOW: outside.host });
});

afterAll(async () => {
  await app?.close();
  await outside?.stop();
});

async function conversation(name: string): Promise<{ customer: Customer; ticket: TicketRow }> {
  const customer = w.customer(name);
  const { id } = await customer.says(`Oi, aqui é ${name}`);
  return { customer, ticket: bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' })) };
}

const bubble = (page: Page, text: string): Locator => page.locator('[data-message]', { hasText: text });

async function choose(page: Page, message: Locator, deed: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: 'Opções da mensagem' }).click();
  await page.getByRole('menuitem', { name: deed, exact: true }).click();
}

async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await composer.fill(text);
  await composer.press('Enter');
  await bubble(page, text).locator('[data-state="delivered"], [data-state="read"]').waitFor();
}

describe('actions on a message', () => {
  it('an attendant edits, deletes and forwards; the customers’ phones are updated', async () => {
    w = await world(app);
    const { ticket } = await conversation('Ana Prado');
    await conversation('Bruno Reis');
    const manager = await visit(browser, app.url);
    const attendant = await visit(browser, app.url);
    await signIn(manager.page, w.admin.me.email, password);
    await signIn(attendant.page, w.attendant.me.email, password);
    const { page } = attendant;
    const handset = manager.page;
    await handset.goto('/sandbox');
    await handset.getByText('Ana Prado').first().click();
    await page.goto(`/tickets/${ticket.uuid}`);

    await say(page, 'Custa 10 reias');
    await handset.getByText('Custa 10 reias').waitFor();
    await choose(page, bubble(page, 'Custa 10 reias'), 'Editar');
    const dialog = page.getByRole('dialog', { name: 'Editar mensagem' });
    await dialog.getByLabel('Texto da mensagem').fill('  ');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Escreva uma mensagem').waitFor();
    await screenshot(page, 'message-1-edit');
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByLabel('Texto da mensagem').fill('Custa 10 reais');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await bubble(page, 'Custa 10 reais').getByText('editada').waitFor();
    await handset.getByText('Custa 10 reais').waitFor();
    await handset.getByText('editada').waitFor();

    await say(page, 'Mensagem por engano');
    await handset.getByText('Mensagem por engano').waitFor();
    await choose(page, bubble(page, 'Mensagem por engano'), 'Apagar');
    await screenshot(page, 'message-2-delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
    await page.getByText('Esta mensagem foi apagada').waitFor();
    await handset.getByText('mensagem apagada').waitFor();
    await screenshot(handset, 'message-3-phone');

    await choose(page, bubble(page, 'Custa 10 reais'), 'Encaminhar');
    const forward = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
    await forward.getByRole('checkbox', { name: /Ana Prado/ }).waitFor();
    await forward.getByLabel('Pesquisar conversas abertas').fill('Bruno');
    await forward.getByRole('checkbox', { name: /Ana Prado/ }).waitFor({ state: 'detached' });
    await forward.getByRole('checkbox', { name: /Bruno Reis/ }).check();
    await screenshot(page, 'message-4-forward');
    expect(await seriousViolations(page)).toEqual([]);
    await forward.getByRole('button', { name: 'Encaminhar', exact: true }).click();
    await page.getByText('Mensagem encaminhada.').waitFor();
    await handset.getByRole('button', { name: 'Voltar aos clientes' }).click();
    await handset.getByText('Bruno Reis').first().click();
    await handset.getByText('Custa 10 reais').waitFor();
    await handset.getByText('Encaminhada').waitFor();
    await screenshot(handset, 'message-5-forwarded');

    // customers edit their messages too
    const own = handset.locator('[data-me=true]', { hasText: 'Oi, aqui é Bruno' }).last();
    await own.hover();
    await own.getByRole('button', { name: 'Editar' }).click();
    await handset.getByLabel('Texto da mensagem').fill('Oi, sou o Bruno');
    await handset.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('link', { name: 'Bruno Reis' }).click();
    await bubble(page, 'Oi, sou o Bruno').getByText('editada').waitFor();
    await bubble(page, 'Custa 10 reais').getByText('Encaminhada').waitFor();
    const edited = handset.locator('[data-me=true]', { hasText: 'Oi, sou o Bruno' }).last();
    await edited.hover();
    await edited.getByRole('button', { name: 'Apagar' }).click();
    await page.getByText('Esta mensagem foi apagada').waitFor();
    await screenshot(page, 'message-6-taken-back');
    expect([manager.pageErrors, attendant.pageErrors]).toEqual([[], []]);
    await manager.end();
    await attendant.end();
  });

  it('bubbles and quotes name their author, reactions do not cover the ticks, narrow columns are used', async () => {
    w = await world(app);
    bodyOf(await w.admin.put('/settings/sendGreetingAccepted', { value: 'enabled' }));
    const { customer, ticket } = await conversation('Duda Alves');
    const say = async (body: string, quotedMsg?: number): Promise<number> =>
      bodyOf(await w.attendant.post<{ id: number }>(`/messages/${ticket.id}`, { body, quotedMsg }), 201).id;
    const first = await say('Temos a azul e a verde');
    await say('Custa 900 reais à vista');
    await customer.says('E a entrega, demora?');
    await say('A azul chega amanhã', first);
    await app.settled();
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.supervisor.me.email, password, `/tickets/${ticket.uuid}`);
    const author = w.attendant.me.name;
    await bubble(page, 'Temos a azul').first().getByText(author, { exact: true }).waitFor();
    // once for consecutive messages
    expect(await bubble(page, 'Custa 900').getByText(author).count()).toBe(0);
    await bubble(page, 'agora vou prosseguir').getByText('Automática', { exact: true }).waitFor();
    const quote = bubble(page, 'A azul chega').locator('.quote');
    await quote.getByText(author, { exact: true }).waitFor();
    await choose(page, bubble(page, 'agora vou prosseguir'), 'Responder');
    await page.getByRole('group', { name: 'Respondendo a Automática' }).waitFor();
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Posso ajudar?');

    bodyOf(await w.attendant.post(`/messages/${first}/react`, { emoji: '👍' }));
    const reacted = bubble(page, 'Temos a azul').first();
    const chip = await reacted.getByRole('img', { name: 'Reações: 👍' }).boundingBox();
    const ticks = await reacted.locator('[data-state]').boundingBox();
    expect(chip?.y ?? 0).toBeGreaterThanOrEqual((ticks?.y ?? 0) + (ticks?.height ?? 0));
    await customer.says('palavra '.repeat(60));
    for (const [name, viewport, most] of [
      ['wide', wide, 0.66],
      ['phone', phone, 0.82],
      ['zoomed', { width: 720, height: 450 }, 0.82],
      ['small', { width: 360, height: 560 }, 0.82],
    ] as const) {
      await page.setViewportSize(viewport);
      const long = bubble(page, 'palavra palavra');
      await long.waitFor();
      // once the window has its size
      await until(
        page,
        `(() => {
          const bubble = [...document.querySelectorAll('[data-message]')].at(-1);
          const { paddingLeft, paddingRight } = getComputedStyle(bubble.parentElement);
          const share = bubble.offsetWidth / (bubble.parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
          return share <= ${most} + 0.01;
        })()`,
      );
      const room = (await page.evaluate(`document.querySelector('[data-stream]').clientHeight`)) as number;
      expect([name, room > 100]).toEqual([name, true]);
      expect(await checkAppearance(page, `message-who-${name}`)).toEqual([]);
      for (const act of ['Resolver', 'Enviar']) {
        const box = await page.getByRole('button', { name: act, exact: true }).boundingBox();
        expect([name, act, box !== null && box.x >= 0 && box.x + box.width <= viewport.width]).toEqual([
          name,
          act,
          true,
        ]);
      }
    }
    expect(complaints).toEqual([]);
    await end();
  });

  it('a link has its preview, a voice message its transcript, on desktop, phone and in the dark theme', async () => {
    w = await world(app);
    for (const [key, value] of [['transcriptionUrl', `${outside.url}/v1`]])
      bodyOf(await w.admin.put<object>(`/settings/${key}`, { value }));
    const { customer, ticket } = await conversation('Carla Nunes');
    const { page, end, pageErrors: complaints } = await visit(browser, app.url);
    await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
    await customer.says(`Ainda tem esta? ${outside.url}/bicicleta`);
    const card = page.getByRole('link', { name: /^Bicicleta azul/ });
    await card.waitFor();
    await customer.says('', { file: await recordings.ogg() });
    await choose(page, page.locator('[data-message]').last(), 'Transcrever');
    await page.getByText('Queria saber se a bicicleta azul').waitFor();
    await screenshot(page, 'message-7-card-and-transcript');
    expect(await seriousViolations(page)).toEqual([]);
    await page.locator('[data-message]').last().hover();
    await page.getByRole('button', { name: 'Opções da mensagem' }).last().click();
    await page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Transcrever' }).count()).toBe(0);
    expect(await page.getByRole('menuitem', { name: 'Editar' }).count()).toBe(0);
    await screenshot(page, 'message-8-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    const heading = page.locator('.epr-emoji-category-label', { hasText: 'pessoas e corpo' });
    await heading.waitFor();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.EmojiPickerReact')).fontFamily`)).toMatch(
      /^"Inter/,
    );
    expect(await checkAppearance(page, 'message-9-emoji')).toEqual([]);
    await page.getByPlaceholder('Pesquisar emoji').fill('coração');
    await heading.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await end();
    const small = await visit(browser, app.url, { viewport: phone });
    await signIn(small.page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
    await small.page.getByRole('link', { name: /^Bicicleta azul/ }).waitFor();
    expect(await checkAppearance(small.page, 'message-phone')).toEqual([]);
    const said = await bubble(small.page, 'Ainda tem esta?').boundingBox();
    const menu = await bubble(small.page, 'Ainda tem esta?')
      .getByRole('button', { name: 'Opções da mensagem' })
      .boundingBox();
    // beside the message, not over it, and within the window
    expect(menu?.x).toBeGreaterThan((said?.x ?? 0) + (said?.width ?? 0));
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThan(phone.width);
    await choose(small.page, bubble(small.page, 'Ainda tem esta?'), 'Encaminhar');
    await small.page.getByRole('checkbox', { name: /Carla Nunes/ }).waitFor();
    expect(await checkAppearance(small.page, 'message-phone-forward')).toEqual([]);
    expect(small.pageErrors).toEqual([]);
    await small.end();
  });
});

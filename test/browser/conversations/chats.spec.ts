import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ChatRow } from '../../../src/modules/conversations/chats/conversations/chats.queries.js';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import {
  launchBrowser,
  phone,
  screenshot,
  sidewaysScroll,
  signIn,
  until,
  type Visit,
  visit,
} from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { type FakeMicrophone, fakeMicrophone } from '../../support/fake-microphone.js';
import { files } from '../../support/files.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
// signing in by the browser ends the session of the client
const [ana, bia] = [await w.member({ profile: 'admin', name: 'Ana Duarte' }), await w.member({ name: 'Bia Campos' })];
let microphone: FakeMicrophone;
let browser: Browser;
let mine: Visit;
let hers: Visit;
let chat: ChatRow;

beforeAll(async () => {
  microphone = await fakeMicrophone();
  browser = await launchBrowser(microphone.switches);
  [mine, hers] = [await visit(browser, app.url), await visit(browser, app.url)];
  await signIn(mine.page, ana.me.email, password, '/chats');
  await signIn(hers.page, bia.me.email, password, '/quick-messages');
  await hers.page.getByRole('heading', { name: 'Respostas rápidas' }).first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await microphone?.remove();
});

const field = (page: Page): Locator => page.locator('main footer').getByLabel('Mensagem', { exact: true });
const log = (page: Page): Locator => page.getByRole('log');
const bubble = (page: Page, text: string): Locator => page.locator('[data-message]', { hasText: text });
const barButton = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Chat interno/ });
const menuItem = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /Chat interno/ });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await bubble(page, text).waitFor();
}

describe('two colleagues', () => {
  it('begin a chat: subject and people are asked for', async () => {
    const { page } = mine;
    await page.getByText('Nenhuma conversa interna ainda').waitFor();
    expect(await checkAppearance(page, 'chats-empty')).toEqual([]);
    await page.getByRole('complementary').getByRole('button', { name: 'Nova conversa' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    await dialog.getByText('Por favor, preencha o título da conversa.').waitFor();
    await dialog.getByText('Por favor, selecione pelo menos um usuário.').waitFor();
    await dialog.getByLabel('Assunto').fill('Plantão de sexta');
    await dialog.getByLabel('Usuários').click();
    await page.getByRole('option', { name: bia.me.name }).click();
    await page.getByRole('option', { name: w.supervisor.me.name }).click();
    await dialog.getByLabel('Assunto').click();
    expect(await checkAppearance(page, 'chats-new')).toEqual([]);
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Plantão de sexta' }).waitFor();
    chat = bodyOf(await w.supervisor.get<ChatRow>(`/chats/${page.url().split('/').at(-1)}`));
    expect(chat.usersCount).toBe(3);
    await until(page, `document.activeElement?.matches('main footer textarea')`);
  });

  it('write: the other one sees a dot, the popover, and reads by opening it', async () => {
    await say(mine.page, 'Bom dia, quem fica até as 18h?');
    const { page } = hers;
    await page.getByRole('button', { name: 'Chat interno, 1 conversa não lida' }).waitFor();
    await menuItem(page).getByText('(mensagens não lidas)').waitFor();
    await barButton(page).click();
    const row = page.getByRole('dialog').getByRole('link', { name: /Plantão de sexta/ });
    await row.getByText('Bom dia, quem fica').waitFor();
    expect(await checkAppearance(page, 'chats-popover')).toEqual([]);
    await row.click();
    await page.waitForURL(`**/chats/${chat.uuid}`);
    await bubble(page, 'quem fica até as 18h?').waitFor();
    await page.getByRole('button', { name: 'Chat interno', exact: true }).waitFor();
    await menuItem(page).getByText('(mensagens não lidas)').waitFor({ state: 'detached' });
    // not hers
    expect(await page.getByRole('button', { name: 'Excluir conversa' }).count()).toBe(0);
    await mine.page.getByRole('button', { name: 'Excluir conversa' }).waitFor();
  });

  it('mention, react, quote, edit, and break lines with Shift', async () => {
    const [me, her] = [mine.page, hers.page];
    await field(her).pressSequentially('Eu fico, @ana');
    await her.getByRole('option', { name: ana.me.name }).click();
    await field(her).press('Shift+Enter');
    await field(her).pressSequentially('pode confirmar?');
    await me
      .getByText(/está escrevendo|escrevendo/)
      .first()
      .waitFor();
    await field(her).press('Enter');
    await log(me)
      .locator('b', { hasText: `@${ana.me.name}` })
      .waitFor();
    const received = bubble(me, 'pode confirmar?');
    await received.hover();
    await received.getByRole('button', { name: 'Opções da mensagem' }).click();
    await me.getByRole('menuitemcheckbox', { name: 'Reagir com 👍' }).click();
    await bubble(her, 'pode confirmar?').getByRole('img', { name: /👍/ }).waitFor();
    await received.hover();
    await received.getByRole('button', { name: 'Opções da mensagem' }).click();
    await me.getByRole('menuitem', { name: 'Responder' }).click();
    await say(me, 'Confirmado');
    await bubble(her, 'Confirmado').getByText('pode confirmar?').waitFor();
    // a blank text is not sent
    const before = await log(me).locator('[data-message]').count();
    await field(me).fill('   ');
    await field(me).press('Enter');
    await say(me, 'até mais');
    expect(await log(me).locator('[data-message]').count()).toBe(before + 1);
  });

  it('send a file and a voice message, and lead to a conversation with a customer', async () => {
    const [me, her] = [mine.page, hers.page];
    await me.locator('main footer input[type=file]').setInputFiles({
      name: files.pdf.name,
      mimeType: files.pdf.mime,
      buffer: files.pdf.bytes,
    });
    await me.getByRole('dialog').getByLabel('Legenda').fill('a escala');
    await me.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
    await bubble(her, 'contrato.pdf').getByText('a escala').waitFor();
    await me.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
    const bar = me.getByRole('group', { name: 'Gravação de voz' });
    await bar.getByText(/^0:0[1-9]$/).waitFor();
    await bar.getByRole('button', { name: 'Enviar' }).click();
    await her.locator('[data-message]', { has: her.getByRole('slider') }).waitFor();
    const hidden = await w.customer('Rui Prado').says('oi');
    bodyOf(await w.supervisor.put(`/tickets/${hidden.id}`, { status: 'open' }));
    await field(me).fill(`veja ${app.url}/tickets/${hidden.uuid}`);
    await field(me).press('Enter');
    await log(me).getByRole('link', { name: 'Rui Prado' }).waitFor();
    // she does not see that conversation: the address stays an address
    await log(her)
      .getByRole('link', { name: new RegExp(hidden.uuid) })
      .waitFor();
    expect(await log(her).getByText('Rui Prado').count()).toBe(0);
    expect(await checkAppearance(me, 'chats-wide')).toEqual([]);
  });

  it('keep a text that could not be sent, and deliver it once when the network is back', async () => {
    const { page, context } = mine;
    await context.setOffline(true);
    await field(page).fill('sem rede');
    await field(page).press('Enter');
    await bubble(page, 'sem rede').waitFor();
    await context.setOffline(false);
    await bubble(hers.page, 'sem rede').waitFor();
    expect(await bubble(hers.page, 'sem rede').count()).toBe(1);
  });
});

it('the owner changes subject and people; two talk directly', async () => {
  const [me, her] = [mine.page, hers.page];
  await me.getByRole('button', { name: 'Editar conversa' }).click();
  await me.getByRole('dialog').getByLabel('Assunto').fill('Plantão de sábado');
  await me.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  for (const page of [me, her]) await page.getByRole('heading', { name: 'Plantão de sábado' }).waitFor();
  await her.getByRole('complementary').getByRole('button', { name: 'Nova conversa' }).first().click();
  const dialog = her.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Conversa direta' }).click();
  await dialog.getByLabel('Usuário', { exact: true }).click();
  await her.getByRole('option', { name: ana.me.name }).click();
  await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
  await her.getByRole('heading', { name: ana.me.name }).waitFor();
  await say(her, 'só entre nós');
  await me
    .getByRole('complementary')
    .getByRole('link', { name: /Bia Campos/ })
    .getByText('só entre nós')
    .waitFor();
  await her
    .getByRole('complementary')
    .getByRole('link', { name: /Plantão/ })
    .click();
  await her.getByRole('heading', { name: 'Plantão de sábado' }).waitFor();
});

describe('on a phone', () => {
  it('two tabs, and nothing is wider than the screen', async () => {
    const { page } = hers;
    await page.setViewportSize(phone);
    await page.getByRole('tab', { name: 'Mensagens' }).waitFor();
    await field(page).waitFor();
    expect(await checkAppearance(page, 'chats-phone')).toEqual([]);
    await page.getByRole('tab', { name: 'Chats' }).click();
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /Plantão/ })
      .waitFor();
    expect(await checkAppearance(page, 'chats-phone-list')).toEqual([]);
    await barButton(page).click();
    await screenshot(page, 'chats-phone-popover');
    expect(await sidewaysScroll(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /Plantão/ })
      .click();
    await until(page, `getComputedStyle(document.querySelector('main footer textarea')).visibility === 'visible'`);
  });
});

it('opens by the number of a chat too, and the letter leads to its field', async () => {
  const { page } = mine;
  await page.goto(`/chats/${chat.id}`);
  await page.waitForURL(`**/chats/${chat.uuid}`);
  await until(page, `document.activeElement?.matches('main footer textarea')`);
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('r');
  await until(page, `document.activeElement?.matches('main footer textarea')`);
});

it('whoever is removed while away is told, and what they could not send is gone', async () => {
  const { page, context } = mine;
  const users = [ana.id, bia.id];
  const short = bodyOf(await w.supervisor.post<ChatRow>('/chats', { title: 'Curta', users }), 201);
  await page.goto(`/chats/${short.uuid}`);
  await field(page).waitFor();
  await context.setOffline(true);
  await say(page, 'tarde demais');
  bodyOf(await w.supervisor.put(`/chats/${short.id}`, { users: [bia.id] }));
  await context.setOffline(false);
  await page.waitForURL(/\/chats$/);
  await page
    .getByText(/Conversa não encontrada|não participa mais dela/)
    .first()
    .waitFor();
  await until(page, `!Object.keys(localStorage).some((key) => key.startsWith('outbox:'))`);
  await page.goto(`/chats/${chat.uuid}`);
  await field(page).waitFor();
});

it('counts unread chats beyond the loaded ones, large ones too', async () => {
  const { page } = await visit(browser, app.url);
  const dora = await w.member({ name: 'Dora Reis' });
  const start = async (title: string): Promise<ChatRow> =>
    bodyOf(await w.supervisor.post<ChatRow>('/chats', { title, users: [dora.id] }), 201);
  const tell = async ({ id }: ChatRow): Promise<unknown> =>
    bodyOf(await w.supervisor.post(`/chats/${id}/messages`, { message: 'oi' }), 201);
  const large = await start('Todos');
  await app.database.query(
    `with people as (insert into users (company_id, name, email, profile)
       select $1, 'Gente ' || n, 'gente' || n || '@' || gen_random_uuid(), 'user' from generate_series(1, 60) n returning id)
     insert into chat_users (company_id, chat_id, user_id) select $1, $2, id from people`,
    [w.companyId, large.id],
  );
  for (let count = 0; count < 22; count += 1) await tell(await start(`Assunto ${count}`));
  await signIn(page, dora.me.email, password, '/quick-messages');
  await page.getByRole('button', { name: 'Chat interno, 22 conversas não lidas' }).waitFor();
  await tell(large);
  await page.getByRole('button', { name: 'Chat interno, 23 conversas não lidas' }).waitFor();
});

it('a deleted chat disappears for everybody, and leads to the list', async () => {
  await mine.page.getByRole('button', { name: 'Excluir conversa' }).click();
  await mine.page.getByText('Deseja realmente excluir esta informação?').waitFor();
  await mine.page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  for (const { page } of [mine, hers]) await page.waitForURL(/\/chats$/);
  const gone = (page: Page): Locator => page.getByText('A conversa foi excluída ou você não participa mais dela.');
  await gone(hers.page).waitFor();
  expect(await gone(mine.page).count()).toBe(0);
  await mine.page
    .getByRole('complementary')
    .getByRole('link', { name: /Plantão/ })
    .waitFor({ state: 'detached' });
  // an address that leads nowhere any more
  await hers.page.goto(`/chats/${chat.uuid}`);
  await hers.page.waitForURL(/\/chats$/);
});

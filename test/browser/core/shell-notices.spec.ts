import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { seriousViolations } from '../../support/axe.js';
import { phone, screenshot, sharedBrowser, signIn, until, type Visit, visit } from '../../support/browser.js';
import { bodyOf, type Client } from '../../support/client.js';
import { type Customer, password, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

/** Records sounds and notifications of the page, which a headless browser does not play or show. */
const eavesdropper = `
  window.kept = { notes: [], shown: [] };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...args) {
    kept.notes.push(this.frequency.value);
    return start.apply(this, args);
  };
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      return (this.permission = 'granted');
    }
    constructor(title, { body }) {
      kept.shown.push({ title, body, click: () => this.onclick() });
    }
    close() {}
  };
`;

const chimes = (page: Page): Promise<number> => page.evaluate('kept.notes.length / 2') as Promise<number>;
const shown = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate('kept.shown.map(({ title, body }) => ({ title, body }))') as Promise<{ title: string; body: string }[]>;
const bell = (page: Page, count: number) =>
  page.getByRole('button', {
    name: count === 0 ? 'Notificações' : new RegExp(`Notificações: ${count} conversas? não lidas?`),
    exact: count === 0,
  });
/** Longer than the pause between sounds. */
const rest = (page: Page) => page.waitForTimeout(1500);

/** A conversation of the attendant without unread messages. */
async function held(customer: Customer, by: Client = w.attendant): Promise<TicketRow> {
  const { id } = await customer.says('Bom dia!');
  const ticket = bodyOf(await by.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  bodyOf(await by.post(`/tickets/${id}/read`));
  await app.settled();
  return ticket;
}

async function enter(person: Client, path: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const opened = await visit(browser, app.url, { ...options, own: true });
  await opened.context.addInitScript({ content: eavesdropper });
  await signIn(opened.page, person.me.email, password, path);
  await opened.page.getByRole('button', { name: /^Notificações/ }).waitFor();
  await opened.page.waitForTimeout(500);
  return opened;
}

describe('notifications', () => {
  it('show pending conversations on any page: bell, title, rows that open their conversation', async () => {
    const maria = w.customer('Maria Souza');
    const joao = w.customer('João Lima');
    await held(maria);
    const { page, end, pageErrors: complaints } = await enter(w.attendant, '/contacts');
    await bell(page, 0).waitFor();
    await until(page, "document.title === 'Contatos · Atende'");

    await maria.says('Ainda tem vaga?');
    await bell(page, 1).waitFor();
    await maria.says('Para sexta');
    await joao.says('Oi, alguém aí?');
    await bell(page, 2).waitFor();
    await until(page, "document.title === '(2) Contatos · Atende'");
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/png/);

    await bell(page, 2).click();
    const popover = page.getByRole('dialog', { name: 'Notificações' });
    await popover.getByText('Oi, alguém aí?').waitFor();
    await popover.getByText('aguardando').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await screenshot(page, 'shell-notices');
    await popover.getByRole('link', { name: /Maria Souza/ }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await page.getByText('Para sexta').first().waitFor();
    await bell(page, 1).waitFor();
    await until(page, 'document.title === "(1) Atende"');
    await page.getByRole('link', { name: 'Tags' }).click();
    await until(page, 'document.title === "(1) Tags · Atende"');

    // reading it elsewhere removes it here
    const [waiting] = bodyOf(await w.supervisor.get<{ tickets: TicketRow[] }>('/tickets?status=pending')).tickets;
    bodyOf(await w.supervisor.put(`/tickets/${waiting?.id}`, { status: 'open' }));
    await bell(page, 0).waitFor();
    await bell(page, 0).click();
    await page.getByText('Tudo lido').waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('are updated after a lost connection', async () => {
    const maria = w.customer();
    await held(maria);
    const { page, context, end } = await enter(w.attendant, '/contacts');
    // a page that misses a part of itself is loaded anew once it can be
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await maria.says('Oi?');
    await context.setOffline(false);
    await page.evaluate('window.dispatchEvent(new Event("online"))');
    await bell(page, 1).waitFor();
    await end();
  });

  it('are not shown to users who may not see the conversation', async () => {
    const { id } = await w.customer('Sem departamento').says('Oi');
    bodyOf(await w.admin.put(`/tickets/${id}`, { queueId: w.support.id }));
    const all = await w.member({ queueIds: [w.sales.id, w.support.id], name: 'De todos' });
    const one = await enter(w.attendant, '/contacts');
    const both = await enter(all, '/contacts', { viewport: phone, scheme: 'dark' });
    await bell(both.page, 1).click();
    await both.page.getByRole('dialog').getByText('Sem departamento').waitFor();
    await both.page.waitForTimeout(400);
    await screenshot(both.page, 'shell-notices-phone-dark');
    await bell(one.page, 0).waitFor();
    await one.end();
    await both.end();
  });
});

describe('sounds', () => {
  it('start after the first user gesture, for events addressed to the user', async () => {
    const maria = w.customer('Maria');
    await held(maria);
    const { page, end } = await enter(w.attendant, '/contacts');
    await maria.says('um');
    await bell(page, 1).waitFor();
    expect(await chimes(page)).toBe(0);

    await page.mouse.click(700, 20);
    await maria.says('dois');
    await until(page, 'kept.notes.length === 2');
    await end();
  });

  it('are not played for one’s own messages, conversations of others, and at volume 0', async () => {
    const maria = w.customer('Maria');
    const joao = w.customer('João');
    const ticket = await held(maria);
    await held(joao, w.supervisor);
    const { page, end } = await enter(w.supervisor, '/contacts');
    await page.mouse.click(700, 20);
    await maria.says('para a atendente');
    bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'da atendente' }), 201);
    await app.settled();
    await page.waitForTimeout(500);
    expect(await chimes(page)).toBe(0);

    await page.getByRole('button', { name: 'Volume das notificações' }).click();
    const slider = page.getByRole('slider', { name: 'Volume das notificações' });
    await slider.press('Home');
    expect(await page.evaluate('localStorage.getItem("volume")')).toBe('0');
    await slider.press('ArrowRight');
    await slider.press('ArrowRight');
    await slider.press('ArrowRight');
    expect(await page.evaluate('localStorage.getItem("volume")')).toBe('0.3');
    await slider.press('Home');
    await page.keyboard.press('Escape');
    const before = await chimes(page);
    await rest(page);
    await joao.says('para a supervisora');
    await bell(page, 1).waitFor();
    await page.waitForTimeout(300);
    expect(await chimes(page)).toBe(before);
    await end();
  });

  it('can be switched off by kind of event', async () => {
    const maria = w.customer('Maria');
    await held(maria);
    const { page, end } = await enter(w.attendant, '/contacts');
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('switch', { name: 'Conversas em espera' }).click();
    expect(await seriousViolations(page)).toEqual([]);
    await screenshot(page, 'shell-account');
    await page.keyboard.press('Escape');
    await w.customer('Quem espera').says('Oi');
    await bell(page, 1).waitFor();
    await page.waitForTimeout(300);
    expect(await chimes(page)).toBe(0);
    await maria.says('Oi');
    await until(page, 'kept.notes.length === 2');
    await end();
  });

  it('are not played for the conversation in view', async () => {
    const maria = w.customer('Maria');
    const ticket = await held(maria);
    const { page, end } = await enter(w.attendant, `/tickets/${ticket.uuid}`);
    await page.mouse.click(700, 20);
    await maria.says('Está vendo?');
    await page.getByText('Está vendo?').first().waitFor();
    await page.waitForTimeout(500);
    expect(await chimes(page)).toBe(0);
    await end();
  });

  it('are played by one tab of several', async () => {
    const maria = w.customer('Maria');
    await held(maria);
    const { page, context, end } = await enter(w.attendant, '/contacts');
    const other = await context.newPage();
    await other.goto('/tags');
    await bell(other, 0).waitFor();
    for (const each of [page, other]) {
      await each.bringToFront();
      await each.mouse.click(700, 20);
    }
    await other.waitForTimeout(500);
    await maria.says('Oi');
    await bell(page, 1).waitFor();
    await bell(other, 1).waitFor();
    await page.waitForTimeout(500);
    expect((await chimes(page)) + (await chimes(other))).toBe(1);
    // the other takes over when the first is closed
    await page.close();
    await rest(other);
    const before = await chimes(other);
    await maria.says('Ainda aí?');
    await until(other, `kept.notes.length / 2 === ${before + 1}`);
    await end();
  });
});

describe('browser notifications', () => {
  it('are requested in the popover, shown while the page is hidden, and open their conversation', async () => {
    const maria = w.customer('Maria Souza');
    const ticket = await held(maria);
    const { page, end } = await enter(w.attendant, '/contacts');
    await page.evaluate('document.hasFocus = () => false; window.dispatchEvent(new Event("blur"))');
    await maria.says('sem ter sido pedido');
    await bell(page, 1).waitFor();
    expect(await shown(page)).toEqual([]);

    await bell(page, 1).click();
    await page.getByRole('button', { name: 'Ativar notificações do navegador' }).click();
    await page.getByRole('switch', { name: 'Notificações do navegador' }).waitFor();
    await page.mouse.click(300, 700);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await maria.says('Chegou?');
    await until(page, 'kept.shown.length === 1');
    expect(await shown(page)).toEqual([{ title: 'Maria Souza', body: 'Nova mensagem\nChegou?' }]);
    await page.evaluate('kept.shown[0].click()');
    await page.waitForURL(new RegExp(`/tickets/${ticket.uuid}$`));

    await page.evaluate('document.hasFocus = () => true; window.dispatchEvent(new Event("focus"))');
    await page.getByRole('link', { name: 'Contatos', exact: true }).click();
    // while the conversation is visible, new messages are marked as read
    await page.getByRole('heading', { name: 'Contatos' }).waitFor();
    await maria.says('Agora olhando');
    await bell(page, 1).waitFor();
    await page.waitForTimeout(300);
    expect(await shown(page)).toHaveLength(1);
    await end();
  });

  it('and the page announce a transferred conversation', async () => {
    const maria = w.customer('Maria Souza');
    const ticket = await held(maria, w.supervisor);
    const { page, end } = await enter(w.attendant, '/contacts');
    await page.mouse.click(700, 20);
    const given = { userId: w.attendant.id, queueId: w.sales.id };
    bodyOf(await w.supervisor.put(`/tickets/${ticket.id}`, given));
    await page.getByText('A conversa com Maria Souza foi transferida para você.').waitFor();
    await until(page, 'kept.notes.length === 2');
    // one's own acceptance is no notification
    await rest(page);
    const other = await w.customer('Outra').says('Oi');
    await bell(page, 1).waitFor();
    await rest(page);
    const before = await chimes(page);
    await page.goto('/tickets');
    await page.getByRole('tab', { name: /^Pendentes/ }).click();
    await page.getByRole('button', { name: 'Aceitar a conversa com Outra' }).click();
    await page.waitForURL(new RegExp(other.uuid));
    await page.waitForTimeout(500);
    expect(await page.getByText('A conversa com Outra foi transferida para você.').count()).toBe(0);
    expect(before).toBeGreaterThan(0);
    await end();
  });
});

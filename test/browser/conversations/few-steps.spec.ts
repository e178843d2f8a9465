import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { password, type TicketRow, world } from '../../support/world.js';

/* How many clicks and keys the everyday tasks of attendants take. Letters of names and texts are not counted. */

const app = await sharedApp();
const browser = await sharedBrowser();

/** Counts what the user presses from now on. @returns reads the clicks, and the keys that write nothing */
async function counted(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(`
    window.steps?.abort();
    window.steps = new AbortController();
    window.pressed = { clicks: 0, keys: 0 };
    const options = { capture: true, signal: window.steps.signal };
    addEventListener('pointerdown', () => window.pressed.clicks++, options);
    addEventListener('keydown', ({ key, ctrlKey }) => { if ((key.length > 1 && key !== 'Control') || ctrlKey && key !== 'Control') window.pressed.keys++; }, options);
  `);
  return () => page.evaluate('window.pressed');
}

test.each(sizes)(
  'a transfer takes two clicks, or two keys after letters of a name, %s',
  async (size, viewport) => {
    const company = await world(app);
    const { sales, support } = company;
    const ana = await company.member({ name: 'Ana Lima', queueIds: [sales.id, support.id] });
    const bruno = await company.member({ name: 'Bruno Dias', queueIds: [sales.id] });
    const carla = await company.member({ name: 'Carla Reis', queueIds: [support.id] });
    await company.member({ name: 'Davi Alves', queueIds: [sales.id] });
    for (const colleague of [bruno, carla]) await colleague.socket();
    bodyOf(await carla.put('/users/me/presence', { paused: true, reason: 'Almoço' }));
    const opened = async (name: string) => {
      const { id } = await company.customer(name).says('Oi!');
      return bodyOf(await ana.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
    };
    const assignment = async ({ id }: TicketRow) => {
      const { status, userId, queueId } = bodyOf(await company.admin.get<TicketRow>(`/tickets/${id}`));
      return { status, userId, queueId };
    };
    const [first, second, third] = [await opened('Marina'), await opened('Rui'), await opened('Lia')];
    const { page, pageErrors, end } = await visit(browser, app.url, { viewport });
    const dialog = page.getByRole('dialog', { name: 'Transferir conversa' });
    const open = async () => {
      await page.getByRole('button', { name: 'Transferir', exact: true }).click();
      await dialog.getByRole('option', { name: /Bruno Dias/ }).waitFor();
    };
    const done = async () => {
      await dialog.waitFor({ state: 'detached' });
      await page.waitForURL(/\/tickets(\?.*)?$/);
    };

    // a colleague: the department stays
    await signIn(page, ana.me.email, password, `/tickets/${first.uuid}`);
    await open();
    // who is offline, whose conversation it is and its department are not offered
    expect(await dialog.getByRole('option').allInnerTexts()).toEqual([
      expect.stringContaining('Bruno Dias'),
      expect.stringContaining('Carla Reis'),
      expect.stringContaining(support.name),
    ]);
    await dialog.getByRole('option', { name: /Carla Reis.*Almoço/ }).waitFor();
    expect(await dialog.getByRole('combobox', { name: 'Departamento' }).innerText()).toBe(sales.name);
    let steps = await counted(page);
    await dialog.getByRole('option', { name: /Bruno Dias/ }).click();
    expect(await checkAppearance(page, `transfer-${size}`)).toEqual([]);
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await done();
    expect(await steps()).toEqual({ clicks: 2, keys: 0 });
    expect(await assignment(first)).toEqual({ status: 'open', userId: bruno.id, queueId: sales.id });

    // a department
    await page.goto(`/tickets/${second.uuid}`);
    await open();
    steps = await counted(page);
    await dialog.getByRole('option', { name: support.name, exact: true }).click();
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await done();
    expect(await steps()).toEqual({ clicks: 2, keys: 0 });
    expect(await assignment(second)).toEqual({ status: 'pending', userId: null, queueId: support.id });

    // by keys: one letter narrows the list, Enter chooses, Enter transfers; three letters also find who is offline
    await page.goto(`/tickets/${third.uuid}`);
    await open();
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await dialog.getByText('Escolha um atendente ou outro departamento').waitFor();
    const search = dialog.getByRole('combobox', { name: 'Atendente' });
    await search.fill('dav');
    await dialog.getByRole('option', { name: /\(offline\).*Davi Alves/s }).waitFor();
    await search.fill('');
    steps = await counted(page);
    await search.pressSequentially('c');
    await dialog.getByRole('option', { name: /Bruno Dias/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    // Carla is in one other department
    await dialog.getByText('Carla Reis está em pausa (Almoço) e talvez demore a responder.').waitFor();
    await page.keyboard.press('Enter');
    await done();
    expect(await steps()).toEqual({ clicks: 0, keys: 2 });
    expect(await assignment(third)).toEqual({ status: 'open', userId: carla.id, queueId: support.id });
    expect(pageErrors).toEqual([]);
    await end();
  },
  120_000,
);

test.each(sizes)(
  'a message is scheduled in three clicks, or by three keys, %s',
  async (size, viewport) => {
    const company = await world(app);
    const { id } = await company.customer('Marina Costa').says('Oi!');
    const ticket = bodyOf(await company.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
    const { page, pageErrors, end } = await visit(browser, app.url, { viewport });
    await page.clock.setFixedTime(new Date('2030-01-03T16:30:20-03:00'));
    await signIn(page, company.attendant.me.email, password, `/tickets/${ticket.uuid}`);
    const composer = page.getByRole('textbox', { name: 'Mensagem', exact: true }).first();
    const dialog = page.getByRole('dialog', { name: /agendamento$/ });
    const message = dialog.getByRole('textbox', { name: 'Mensagem' });
    const chips = dialog.getByRole('group', { name: 'Horários' }).getByRole('button');
    const planned = async () => {
      const rows = bodyOf(
        await company.admin.get<{ body: string; sendAt: string }[]>(
          `/schedules?range=${encodeURIComponent('[0,9]')}&sort=${encodeURIComponent('["id","DESC"]')}`,
        ),
      );
      return rows.map(({ body, sendAt }) => [body, sendAt]);
    };
    await composer.fill('Bom dia, Marina!');
    let steps = await counted(page);
    if (size === 'phone') {
      await page.getByRole('button', { name: 'Anexar arquivos' }).click();
      await page.getByRole('menuitem', { name: 'Agendar mensagem' }).click();
    } else await page.getByRole('button', { name: 'Agendar mensagem' }).click();
    await message.waitFor();
    expect(await message.inputValue()).toBe('Bom dia, Marina!');
    expect(await chips.allInnerTexts()).toEqual(['Em 1 h', 'Hoje 17h', 'Amanhã 9h', 'Segunda 9h']);
    await chips.getByText('Amanhã 9h').click();
    await dialog.getByRole('button', { name: 'Amanhã 9h', pressed: true }).waitFor();
    expect(await checkAppearance(page, `schedule-soon-${size}`)).toEqual([]);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await steps()).toEqual({ clicks: size === 'phone' ? 4 : 3, keys: 0 });
    expect(await planned()).toEqual([['Bom dia, Marina!', '2030-01-04T12:00:00.000Z']]);
    expect(await composer.inputValue()).toBe('');

    // by its key the cursor is in the message; a chip, and Enter on the button
    steps = await counted(page);
    await page.keyboard.press('Alt+g');
    await message.waitFor();
    await page.keyboard.type('Até segunda!');
    expect(await message.inputValue()).toBe('Até segunda!');
    await chips.getByText('Segunda 9h').click();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await steps()).clicks).toBe(2);
    expect((await planned())[0]).toEqual(['Até segunda!', '2030-01-07T12:00:00.000Z']);
    expect(pageErrors).toEqual([]);
    await end();
  },
  120_000,
);

test.each(sizes)(
  'a chat with a new number takes three steps, from each search, %s',
  async (size, viewport) => {
    const company = await world(app);
    const { page, pageErrors, end } = await visit(browser, app.url, { viewport });
    await signIn(page, company.attendant.me.email, password);
    const dialog = page.getByRole('dialog', { name: 'Nova conversa' });
    const name = dialog.getByRole('textbox', { name: 'Nome (opcional)' });
    const opened = async (title: string) => {
      await dialog.waitFor({ state: 'detached' });
      await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
      await page.getByRole('heading', { name: title }).first().waitFor();
      return new URL(page.url()).pathname;
    };

    // 'Nova conversa': the number, what is offered for it, Enter
    await page.getByRole('button', { name: 'Nova conversa' }).first().click();
    let steps = await counted(page);
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('(41) 98765-4321');
    await page.getByRole('option', { name: 'Conversar com (41) 98765-4321' }).click();
    await name.waitFor();
    expect(await checkAppearance(page, `new-number-${size}`)).toEqual([]);
    await page.keyboard.type('Rita Lopes');
    await page.keyboard.press('Enter');
    const rita = await opened('Rita Lopes');
    expect(await steps()).toEqual({ clicks: 1, keys: 1 });

    // the search of conversations
    await page.goto('/tickets?tab=search');
    steps = await counted(page);
    await page.getByRole('textbox', { name: 'Pesquisar', exact: true }).fill('41 3333-4444');
    await page.getByRole('button', { name: 'Conversar com 41 3333-4444' }).click();
    await name.waitFor();
    await page.keyboard.press('Enter');
    await opened('+55 (41) 3333-4444');
    expect(await steps()).toEqual({ clicks: 1, keys: 1 });

    // the palette; a number that is none is said at its field
    await page.goto('/tags');
    await page.getByPlaceholder('Pesquisar').waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Ir para…' }).getByRole('combobox');
    await palette.fill('91234-5678');
    steps = await counted(page);
    await page.getByRole('option', { name: 'Conversar com 91234-5678' }).waitFor();
    await page.keyboard.press('Enter');
    await name.waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Falta o DDD: escreva o número com o código de área').waitFor();
    await dialog.getByRole('textbox', { name: 'Número' }).fill('+351 912 345 678');
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    await opened('+351912345678');

    // somebody with an open conversation: it is opened
    await page.goto('/tickets');
    await page.getByRole('button', { name: 'Nova conversa' }).first().click();
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('11 91234-0000');
    await page.getByRole('option', { name: /^Conversar com/ }).click();
    await dialog.getByRole('textbox', { name: 'Número' }).fill('41 98765-4321');
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    expect(await opened('Rita Lopes')).toBe(rita);
    expect(pageErrors.filter((text) => !/status of (400|409)/.test(text))).toEqual([]);
    await end();
  },
  120_000,
);

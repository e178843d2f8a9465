import type { Locator, Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { screenshot, sharedBrowser, signIn, typeDate, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files } from '../../support/files.js';
import { password, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);

const field = (page: Page): Locator => page.locator('textarea[aria-label="Mensagem"]');
const newDialog = (page: Page): Locator => page.getByRole('dialog', { name: /agendamento$/ });

async function accepted(company: World, name: string): Promise<{ ticket: TicketRow; sees: () => Promise<string[]> }> {
  const customer = company.customer(name);
  const { id } = await customer.says('Oi!');
  const ticket = bodyOf(await company.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  const sees = async (): Promise<string[]> =>
    (await customer.sees())
      .filter(({ fromCustomer }) => !fromCustomer)
      .map(({ mediaType, body }) => `${mediaType} ${body}`);
  return { ticket, sees };
}

/** A day of the browser's calendar, as YYYY-MM-DD. */
const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' });
const typed = (day: string, time: string): string => [...day.split('-').toReversed(), ...time.split(':')].join('/');

/** Opens the month of the day in the calendar, and the day. */
async function chooseDay(page: Page, day: string, count: string): Promise<void> {
  await page.getByRole('button', { name: 'Calendário' }).click();
  await page.getByRole('table').waitFor();
  if (day.slice(0, 7) !== dayIn(0).slice(0, 7)) await page.getByRole('button', { name: 'Próximo mês' }).click();
  await page.getByRole('button', { name: new RegExp(`^${Number(day.slice(8))}\\s*${count}`) }).click();
}

test('an attendant schedules a picture every week from the composer; it is sent and stands in the calendar', async () => {
  const { ticket, sees } = await accepted(w, 'Marina Costa');
  const { page, pageErrors, end } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
  await field(page).fill('Bom dia, Marina!');
  await page.getByRole('button', { name: 'Anexar arquivos' }).click();
  await page.getByRole('menuitem', { name: 'Agendar mensagem' }).click();
  const dialog = newDialog(page);
  expect(await dialog.getByRole('textbox', { name: 'Mensagem' }).inputValue()).toBe('Bom dia, Marina!');
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Oi');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Mensagem muito curta').waitFor();
  await dialog.getByText('Obrigatório', { exact: true }).waitFor();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia, ');
  await dialog.getByRole('button', { name: '+ Primeiro nome' }).click();
  await typeDate(dialog, 'Data e hora', typed(dayIn(2), '09:00'));
  await dialog.getByRole('combobox', { name: 'Repetir' }).click();
  await page.getByRole('option', { name: 'Toda semana' }).click();
  await dialog.getByLabel('Repetir até').first().waitFor();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: files.png.name, mimeType: files.png.mime, buffer: files.png.bytes });
  await dialog.getByRole('img', { name: files.png.name }).waitFor();
  await screenshot(page, 'schedules-1-form');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await field(page).inputValue()).toBe('');

  // in the contact's panel, live
  await page.getByRole('heading', { name: 'Marina Costa' }).first().click();
  const planned = page.getByRole('region', { name: 'Agendamentos' });
  await planned.getByRole('button', { name: /09:00.*Bom dia/s }).click();
  const opened = page.getByRole('dialog', { name: 'Mensagem Pendente' });
  await opened.getByRole('img', { name: files.png.name }).waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });

  const [{ id } = { id: 0 }] = await app.database.query<{ id: number }>(
    "select id from schedules where company_id = $1 and status = 'PENDENTE'",
    [w.companyId],
  );
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where name = 'send-schedule' and (payload->>'id')::bigint = $1",
    [id],
  );
  await app.settled();
  expect(await sees()).toEqual(['image Bom dia, Marina']);
  await page.locator('[data-message]', { hasText: 'Bom dia, Marina' }).first().waitFor();

  await page.getByRole('link', { name: 'Agendamentos' }).click();
  await page.getByRole('row', { name: /Marina Costa.*Enviada/ }).waitFor();
  await page.getByRole('row', { name: /Marina Costa.*Pendente.*Toda semana/ }).waitFor();
  await page.getByRole('link', { name: /^Ver/ }).first().click();
  const sent = page.getByRole('dialog', { name: 'Mensagem Enviada' });
  await sent.getByRole('button', { name: 'Fechar' }).waitFor();
  expect(await sent.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await chooseDay(page, dayIn(2), '1 mensagem');
  await page
    .getByRole('region', { name: / de / })
    .getByRole('link', { name: /09:00\s*Marina Costa/ })
    .waitFor();
  await screenshot(page, 'schedules-2-calendar');
  expect(pageErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  await end();
});

test('from the options of a conversation; not in a plan without schedules', async () => {
  bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
  const { ticket } = await accepted(w, 'Rui Prado');
  const { page, end } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Agendar mensagem' }).click();
  const dialog = newDialog(page);
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Até amanhã, Rui');
  await typeDate(dialog, 'Data e hora', typed(dayIn(2), '10:30'));
  expect(await dialog.getByRole('combobox', { name: 'Contato' }).inputValue()).toBe('Rui Prado');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  // the one who scheduled it is told when it could not be sent
  await app.database.query(
    `with moved as (update schedules set send_at = date_trunc('milliseconds', now() - interval '25 hours')
       where company_id = $1 and contact_id = $2
       returning id, to_char(send_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at)
     update outbox_jobs set run_at = now() - interval '1 second', payload = payload || jsonb_build_object('at', moved.at)
     from moved where name = 'send-schedule' and (payload->>'id')::bigint = moved.id`,
    [w.companyId, ticket.contactId],
  );
  await app.settled();
  await page.getByText('A mensagem agendada para Rui Prado não foi enviada: O envio atrasou').waitFor();
  await end();

  const poor = await world(app, { plan: { useSchedules: false } });
  const { ticket: other } = await accepted(poor, 'Ana Lima');
  const second = await visit(browser, app.url);
  await signIn(second.page, poor.attendant.me.email, password, `/tickets/${other.uuid}`);
  await second.page.getByRole('button', { name: 'Mais opções' }).click();
  await second.page.getByRole('menuitem', { name: 'Transferir' }).waitFor();
  expect(await second.page.getByRole('menuitem', { name: 'Agendar mensagem' }).count()).toBe(0);
  expect(await second.page.getByRole('link', { name: 'Agendamentos' }).count()).toBe(0);
  await second.end();
});

test.each(sizes)(
  'how they look, %s',
  async (size, viewport) => {
    const company = await world(app);
    const [contactId, sendAt] = [company.contact.id, `${dayIn(1)}T09:00`];
    for (const body of ['Sua consulta é amanhã', 'Segue o boleto', 'O pedido saiu', 'Até logo!'])
      bodyOf(await company.attendant.post('/schedules', { contactId, body, sendAt }), 201);
    const [{ id } = { id: 0 }] = await app.database.query<{ id: number }>(
      `update schedules set status = 'ERRO', error_text = '{"pt":"O envio atrasou mais de 24 horas e não foi feito.","en":"-","es":"-"}'
       where id = (select max(id) from schedules where company_id = $1) returning id`,
      [company.companyId],
    );
    const { page, pageErrors, end } = await visit(browser, app.url, { viewport });
    await signIn(page, company.attendant.me.email, password, '/schedules');
    await page.getByText('O envio atrasou').first().waitFor();
    expect(await checkAppearance(page, `schedules-list-${size}`)).toEqual([]);
    await chooseDay(page, dayIn(1), '4 mensagens');
    await page.getByRole('region').getByText('Segue o boleto').waitFor();
    expect(await checkAppearance(page, `schedules-calendar-${size}`)).toEqual([]);
    // of another month another day is chosen: the panel is about what the calendar shows
    for (const turn of ['Próximo mês', 'Próximo mês']) await page.getByRole('button', { name: turn }).press('Enter');
    const [month] = ((await page.getByRole('table').getAttribute('aria-label')) ?? '').split(' ');
    expect(await page.getByRole('region').getByRole('heading').innerText()).toMatch(
      new RegExp(`, 1º? de ${month}$`, 'i'),
    );
    await page.getByRole('button', { name: 'Hoje' }).press('Enter');
    await page.goto(`/schedules/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Erro de envio' });
    await dialog.getByText('O envio atrasou').waitFor();
    expect(await checkAppearance(page, `schedules-form-${size}`)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  },
  120_000,
);

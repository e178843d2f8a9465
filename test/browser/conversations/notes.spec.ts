import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import {
  phone,
  screenshot,
  sharedBrowser,
  sidewaysScroll,
  signIn,
  until,
  type Visit,
  visit,
} from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { until as comes } from '../../support/until.js';
import { type Customer, password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let customer: Customer;
let ticket: TicketRow;
let mine: Visit;
let hers: Visit;

beforeAll(async () => {
  customer = w.customer('Marina Costa');
  const { id } = await customer.says('Bom dia! O contrato chegou?');
  ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  await customer.says('Preciso dele hoje.');
  [mine, hers] = [await visit(browser, app.url), await visit(browser, app.url)];
  await signIn(mine.page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
  await signIn(hers.page, w.supervisor.me.email, password, '/quick-messages');
  await log(mine.page).getByText('Preciso dele hoje.').waitFor();
  await hers.page.getByRole('heading', { name: 'Respostas rápidas' }).first().waitFor();
});

const log = (page: Page) => page.getByRole('log');
const noteField = (page: Page) => page.locator('main footer').getByLabel('Nota interna');
const messageField = (page: Page) => page.locator('main footer').getByLabel('Mensagem', { exact: true });
const noteOf = (page: Page) => log(page).getByRole('note', { name: `Nota interna de ${w.attendant.me.name}` });
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ });

describe('a note that mentions a colleague', () => {
  it('is written by keyboard, shown among the messages, and never sent to the customer', async () => {
    const { page } = mine;
    const { name } = w.supervisor.me;
    await messageField(page).press('Control+i');
    await noteField(page).pressSequentially('Confira o contrato, @super');
    await page.getByRole('option', { name }).waitFor();
    expect(await checkAppearance(page, 'notes-wide-naming')).toEqual([]);
    await noteField(page).press('Enter');
    expect(await noteField(page).inputValue()).toBe(`Confira o contrato, @${name} `);
    await noteField(page).press('Enter');
    // further keys go to the field, not to shortcuts
    await page.keyboard.type('E');
    await noteOf(page).getByText(`@${name}`).waitFor();
    await until(page, `document.activeElement?.value === 'E'`);
    await noteField(page).fill('');
    await customer.says('Alguém aí?');
    await log(page).getByText('Alguém aí?').waitFor();
    // by its time: between the two messages
    const said = await log(page).innerText();
    const places = ['Preciso dele hoje.', 'Nota interna', 'Confira o contrato', 'Alguém aí?'].map((words) =>
      said.indexOf(words),
    );
    expect(places).toEqual(places.filter((place) => place >= 0).toSorted((one, other) => one - other));
    expect(JSON.stringify(await customer.sees())).not.toContain('contrato,');
  });

  it('is a notification, also after a reload, until they open it', async () => {
    const { page } = hers;
    await bell(page).filter({ hasText: '1' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Notificações, 1 menção' }).click();
    const row = page.getByRole('link', { name: `${w.attendant.me.name} mencionou você` });
    await row.getByText('Marina Costa').waitFor();
    await screenshot(page, 'notes-bell');
    await row.click();
    await page.waitForURL(`**/tickets/${ticket.uuid}`);
    await noteOf(page).waitFor();
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
    // of another user
    expect(await noteOf(page).getByRole('button').count()).toBe(0);
    await page.reload();
    await noteOf(page).waitFor();
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
  });

  it('is kept as a draft, not sent as a message; deleted after a confirmation it disappears for both', async () => {
    const { page } = mine;
    await noteField(page).fill('ainda só');
    await page.getByRole('button', { name: 'Mensagem', exact: true }).click();
    expect(await messageField(page).inputValue()).toBe('');
    await page.reload();
    await noteField(page).waitFor();
    expect(await noteField(page).inputValue()).toBe('ainda só');
    await noteField(page).fill('');
    await noteOf(page)
      .getByRole('button', { name: `Excluir a observação de ${w.attendant.me.name}` })
      .click();
    await page.getByText('Deseja realmente excluir esta informação?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await noteOf(page).waitFor({ state: 'detached' });
    await noteOf(hers.page).waitFor({ state: 'detached' });
  });
});

/** 80 messages of two days ago, and a note between the 20th and the next that names the supervisor. */
async function longAgo({ id, contactId }: TicketRow): Promise<void> {
  await app.as(w.companyId, async (db) => {
    await db.run(
      sql`insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, sent_at,
       created_at)
       select ${w.companyId}, ${id}, ${contactId}, ${w.connection.id}, 'recado ' || n, n % 3 = 0, true, case
         when n % 3 = 0 then 'sent' else 'received' end, t, t
       from generate_series(1, 80) n cross
         join lateral (select now() - interval '2 days' + n * interval '1 minute' as t) x
       order by n`,
    );
    const note = await db.row<{ id: number }>(
      sql`insert into ticket_notes (company_id, ticket_id, user_id, note, created_at)
       values (${w.companyId}, ${id}, ${w.attendant.id}, 'combinado antigo',
         now() - interval '2 days' + interval '20 minutes 30 seconds') returning id`,
    );
    await db.run(sql`insert into note_mentions (company_id, note_id, user_id, name)
       values (${w.companyId}, ${note?.id ?? 0}, ${w.supervisor.id}, 'Supervisora')`);
  });
}

it('a note far back can be opened, at its position among the messages loaded for it', async () => {
  const { page } = hers;
  const other = await w.customer('Rui Prado').says('Olá');
  await longAgo(other);
  await page.reload();
  await page.getByRole('button', { name: /^Notificações.*1 menção$/ }).click();
  await page.getByRole('link', { name: `${w.attendant.me.name} mencionou você` }).click();
  await page.waitForURL(`**/tickets/${other.uuid}`);
  const note = noteOf(page).filter({ hasText: 'combinado antigo' });
  await expect(note.getAttribute('data-highlighted')).resolves.toBe('true');
  const [before, there, after] = await Promise.all(
    [log(page).getByText('recado 20', { exact: true }), note, log(page).getByText('recado 21', { exact: true })].map(
      async (place) => (await place.boundingBox())?.y ?? Number.NaN,
    ),
  );
  expect(before).toBeLessThan(there ?? 0);
  expect(there).toBeLessThan(after ?? 0);
  await screenshot(page, 'notes-far-back');
  // further back by scrolling, to the very first
  await log(page).hover();
  await comes('the first message', async () => {
    await page.mouse.wheel(0, -600);
    return log(page).getByText('Olá', { exact: true }).isVisible();
  });
});

describe('a break', () => {
  it('is started in the account menu, shown in the top bar, and mentioned at a transfer to the user', async () => {
    const { page } = mine;
    const { name } = w.attendant.me;
    await page.getByRole('button', { name: `Conta de ${name}` }).click();
    await page.getByRole('switch', { name: 'Em pausa' }).click();
    const reason = page.getByRole('combobox', { name: 'Motivo (opcional)' });
    await reason.click();
    await page.getByRole('option', { name: 'Almoço' }).click();
    expect(await checkAppearance(page, 'notes-pause')).toEqual([]);
    await page.keyboard.press('Escape');
    const mark = page.getByRole('button', { name: /^Em pausa\. Almoço · desde \d\d:\d\d/ });
    await mark.waitFor();

    await hers.page.keyboard.press('Alt+t');
    const dialog = hers.page.getByRole('dialog');
    await dialog.getByRole('combobox').first().fill(name.slice(0, 12));
    await hers.page.getByRole('option', { name: `(em pausa: Almoço) ${name}` }).click();
    await dialog.getByText(`${name} está em pausa (Almoço) e talvez demore a responder.`).waitFor();
    await screenshot(hers.page, 'notes-transfer');
    await mark.click();
    await mark.waitFor({ state: 'detached' });
    await dialog.getByText('talvez demore a responder').waitFor({ state: 'detached' });
    await hers.page.keyboard.press('Escape');
  });
});

it('fits a phone, and the list of users shows who is online', async () => {
  const { page } = mine;
  bodyOf(
    await w.admin.post('/ticket-notes', {
      note: `Prefere contato à tarde, diz @${w.supervisor.me.name}.\nE ${'x'.repeat(60)}`,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      mentions: [w.supervisor.id],
    }),
    201,
  );
  await page.getByRole('button', { name: `Conta de ${w.attendant.me.name}` }).click();
  await page.getByRole('switch', { name: 'Em pausa' }).click();
  await page.getByRole('combobox', { name: 'Motivo (opcional)' }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await page.reload();
  await log(page).getByText('Prefere contato à tarde').waitFor();
  await page.keyboard.press('Control+i');
  await noteField(page).waitFor();
  expect(await checkAppearance(page, 'notes-phone')).toEqual([]);
  await signIn(hers.page, w.admin.me.email, password, '/users');
  await hers.page.getByRole('row', { name: `(em pausa) ${w.attendant.me.name}` }).waitFor();
  await hers.page.getByRole('row', { name: `(online) ${w.admin.me.name}` }).waitFor();
  await screenshot(hers.page, 'notes-users');
  expect(await sidewaysScroll(hers.page)).toBeLessThanOrEqual(0);
  expect(mine.pageErrors).toEqual([]);
  expect(hers.pageErrors).toEqual([]);
});

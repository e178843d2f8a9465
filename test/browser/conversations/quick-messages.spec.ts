import type { Locator, Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { seriousViolations } from '../../support/axe.js';
import { screenshot, sharedBrowser, signIn, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files, form } from '../../support/files.js';
import { password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);

const options = (page: Page): Locator => page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option');
const field = (page: Page): Locator => page.locator('textarea[aria-label="Mensagem"]');
async function accepted(name: string): Promise<{ ticket: TicketRow; sees: () => Promise<[string, string][]> }> {
  const customer = w.customer(name);
  const { id } = await customer.says('Oi!');
  const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  const sees = async (): Promise<[string, string][]> =>
    (await customer.sees())
      .filter(({ fromCustomer }) => !fromCustomer)
      .map(({ mediaType, body }): [string, string] => [mediaType, body]);
  return { ticket, sees };
}

test('created on its page, selected by keyboard, and sent to the customer with its file', async () => {
  const { ticket, sees } = await accepted('Marina Costa');
  const { page, pageErrors: complaints, end } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password);

  await page.getByRole('link', { name: 'Respostas rápidas' }).click();
  await page.getByText('Adicionar').first().click();
  await page.getByLabel('Atalho').fill('ola');
  const text = page.getByRole('textbox', { name: 'Mensagem' });
  await text.fill('*{{greeting}}*, ');
  await page.getByRole('button', { name: '+ Primeiro nome' }).click();
  await page.keyboard.type('! Protocolo {{protocol}}.');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Operação realizada com sucesso!').waitFor();
  await page.getByText('/ola', { exact: true }).waitFor();

  await page.getByText('Adicionar').first().click();
  await page.getByLabel('Atalho').fill('/contrato');
  await text.fill('Segue o contrato, {{firstName}}.');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: files.png.name, mimeType: files.png.mime, buffer: files.png.bytes });
  await page.getByRole('img', { name: files.png.name }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: files.pdf.name,
    mimeType: files.pdf.mime,
    buffer: files.pdf.bytes,
  });
  await page.getByText('contrato.pdf').waitFor();
  await screenshot(page, 'quick-1-form');
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('row', { name: /\/contrato .*contrato\.pdf/ }).waitFor();
  await screenshot(page, 'quick-2-list');

  await page.goto(`/tickets/${ticket.uuid}`);
  await field(page).fill('/');
  expect(await options(page).count()).toBe(0);
  await field(page).pressSequentially('o');
  await options(page).first().waitFor();
  expect(await options(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^\/ola\s+(Bom dia|Boa tarde|Boa noite), Marina! Protocolo 1/),
    expect.stringMatching(/^\/contrato\s+Segue o contrato, Marina\.$/),
  ]);
  expect(await page.getByRole('combobox', { name: 'Mensagem' }).getAttribute('aria-activedescendant')).toBe(
    await options(page).first().getAttribute('id'),
  );
  await screenshot(page, 'quick-3-suggestions');
  expect(await seriousViolations(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await options(page).first().waitFor({ state: 'detached' });
  expect(await field(page).inputValue()).toBe('/o');
  await field(page).pressSequentially('l');
  await options(page).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await field(page).inputValue()).toMatch(
    new RegExp(`^\\*(Bom dia|Boa tarde|Boa noite)\\*, Marina! Protocolo ${ticket.code}\\.$`),
  );
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).press('Enter');
  await page.locator('[data-message]', { hasText: 'Marina! Protocolo' }).locator('[data-state="delivered"]').waitFor();

  await field(page).pressSequentially('/contra');
  await options(page).filter({ hasText: '/contrato' }).waitFor();
  await page.keyboard.press('Tab');
  const dialog = page.getByRole('dialog', { name: 'Enviar arquivo' });
  await dialog.getByText('contrato.pdf').first().waitFor();
  expect(await dialog.getByLabel('Legenda').inputValue()).toBe('Segue o contrato, Marina.');
  expect(await field(page).inputValue()).toBe('');
  await screenshot(page, 'quick-4-attach');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await page
    .locator('[data-message]', { hasText: 'Segue o contrato, Marina.' })
    .locator('[data-state="delivered"]')
    .waitFor();
  await app.settled();
  const name = w.attendant.me.name;
  expect(await sees()).toEqual([
    ['chat', expect.stringMatching(new RegExp(`^\\*${name}:\\*\\n\\*Bo.*, Marina! Protocolo ${ticket.code}\\.$`))],
    ['application', 'Segue o contrato, Marina.'],
  ]);
  expect(complaints).toEqual([]);
  await end();
});

test('suggestions are updated live, can be clicked, and do not appear in other texts', async () => {
  bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
  const { ticket, sees } = await accepted('João Pedro');
  const { page, pageErrors: complaints, end } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
  await field(page).fill('/horario');
  await page.getByText('Nenhuma resposta rápida com “horario”').waitFor();
  const made = bodyOf(
    await w.admin.post<{ id: number }>('/quick-messages', {
      shortcode: 'horario',
      message: 'Das 8h às 18h, de segunda a sexta-feira, e aos sábados até as 12h.',
      geral: true,
    }),
    201,
  );
  await options(page).first().waitFor();
  expect(await options(page).first().innerText()).toMatch(/^\/horario\s+Das 8h às 18h, de segunda a sexta-f…$/);
  bodyOf(await w.admin.put(`/quick-messages/${made.id}`, { status: false }));
  await page.getByText('Nenhuma resposta rápida com “horario”').waitFor();
  bodyOf(await w.admin.put(`/quick-messages/${made.id}`, { status: true }));
  await options(page).first().click();
  expect(await field(page).inputValue()).toBe('Das 8h às 18h, de segunda a sexta-feira, e aos sábados até as 12h.');
  expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');

  await field(page).fill('/rua 7, número 10');
  await page.keyboard.press('Enter');
  await page.locator('[data-message]', { hasText: '/rua 7, número 10' }).locator('[data-state="delivered"]').waitFor();
  await app.settled();
  expect((await sees()).map(([, body]) => body.split('\n').at(-1))).toEqual(['/rua 7, número 10']);
  expect(complaints).toEqual([]);
  await end();
});

test('a manager creates one for all and allows all to edit it', async () => {
  const { page, pageErrors: complaints, end } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/quick-messages/create');
  await page.getByLabel('Atalho').fill('pix');
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('A chave é o nosso CNPJ.');
  expect(await page.getByLabel('Todos podem editar').count()).toBe(0);
  await page.getByLabel('Geral', { exact: true }).and(page.locator('[type=checkbox]')).check();
  await page.getByLabel('Todos podem editar').check();
  await screenshot(page, 'quick-5-manager');
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('/pix', { exact: true }).waitFor();
  bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
  const found = await w.attendant.get<{ records: object[] }>('/quick-messages?searchParam=pix');
  expect(bodyOf(found).records).toEqual([
    expect.objectContaining({ shortcode: 'pix', geral: true, allowView: true, allowEdit: true, status: true }),
  ]);
  expect(complaints).toEqual([]);
  await end();
});

test('a general one is read-only; a missing file is reported', async () => {
  bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
  bodyOf(await w.admin.signIn(w.admin.me.email, password));
  const made = bodyOf(
    await w.admin.post<{ id: number }>('/quick-messages', { shortcode: 'geral', message: 'De todos', geral: true }),
    201,
  );
  const upload = form({ typeArch: 'quickMessage' }, [files.png], 'file');
  const { mediaPath } = bodyOf(
    await w.admin.post<{ mediaPath: string }>(`/quick-messages/${made.id}/media-upload`, upload),
  );
  const { ticket } = await accepted('Rita Lima');
  const { page, end } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password, '/quick-messages');
  const row = page.getByRole('row').filter({ hasText: '/geral' });
  await row.getByRole('link', { name: 'Ver geral' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resposta rápida' });
  await dialog.getByRole('img', { name: 'foto.png' }).waitFor();
  expect(await dialog.getByLabel('Atalho').isDisabled()).toBe(true);
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Fechar']);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  expect(await row.getByRole('button', { name: /Excluir/ }).count()).toBe(0);

  await page.goto(`/tickets/${ticket.uuid}`);
  await page.route(`**${new URL(mediaPath).pathname}*`, (route) => route.fulfill({ status: 404 }));
  await field(page).pressSequentially('/geral');
  await options(page).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('O arquivo da resposta rápida não pôde ser carregado.').waitFor();
  expect(await field(page).inputValue()).toBe('De todos');
  await end();
});

test.each(sizes)(
  'fits and satisfies axe, %s',
  async (name, viewport) => {
    bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
    const { ticket } = await accepted(`Cliente ${name}`);
    const { page, pageErrors: complaints, end } = await visit(browser, app.url, { viewport });
    await signIn(page, w.attendant.me.email, password, '/quick-messages');
    await page.getByText('/contrato', { exact: true }).waitFor();
    const add = await page.getByRole('link', { name: 'Adicionar' }).boundingBox();
    expect((add?.x ?? 0) + (add?.width ?? 0)).toBeLessThan(viewport.width);
    expect(await checkAppearance(page, `quick-${name}-list`)).toEqual([]);
    await page.getByRole('link', { name: 'Editar contrato' }).click();
    await page.getByRole('dialog').getByText('contrato.pdf').waitFor();
    expect(await checkAppearance(page, `quick-${name}-form`)).toEqual([]);
    await page.goto(`/tickets/${ticket.uuid}`);
    await field(page).pressSequentially('/o');
    await options(page).first().waitFor();
    expect(await checkAppearance(page, `quick-${name}-suggestions`)).toEqual([]);
    expect(complaints).toEqual([]);
    await end();
  },
  120_000,
);

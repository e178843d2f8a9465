import type { Locator, Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { screenshot, sharedBrowser, signIn, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files, form, type TestFile } from '../../support/files.js';
import { password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);

const payload = ({ name, mime, bytes }: TestFile) => ({ name, mimeType: mime, buffer: bytes });
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: /lista de arquivos/i });
const rows = (dialog: Locator): Locator => dialog.getByRole('listitem');

async function accepted(name: string) {
  const customer = w.customer(name);
  const { id } = await customer.says('Quero o catálogo');
  const ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  const sees = async () =>
    (await customer.sees())
      .filter(({ fromCustomer }) => !fromCustomer)
      .map(({ mediaType, body }) => [mediaType, body])
      .slice(-3);
  return { ticket, sees };
}

test('a manager makes one of several files, puts them in order and changes it', async () => {
  const { page, pageErrors, end } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/files');
  await page.getByText('Nenhuma lista de arquivos ainda').waitFor();
  await page.getByRole('link', { name: 'Adicionar' }).first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Nome').fill('ab');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('nome muito curto').waitFor();
  await dialog.getByText('Obrigatório').waitFor();
  await dialog.getByLabel('Nome').fill('Catálogo');
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Olá, {{firstName}}! Segue o nosso *catálogo*.');
  await dialog.locator('input[type=file]').setInputFiles([payload(files.pdf), payload(files.png), payload(files.mp3)]);
  expect(await rows(dialog).count()).toBe(3);
  // by keyboard
  const up = dialog.getByRole('button', { name: 'Mover foto.png para cima' });
  await up.focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('foto.png: posição 1 de 3').waitFor({ state: 'attached' });
  await dialog.getByRole('textbox', { name: 'Legenda: foto.png' }).fill('A nossa loja');
  await dialog.getByRole('button', { name: 'Remover recado.mp3' }).click();
  await dialog.getByRole('button', { name: /^Ver foto\.png/ }).click();
  await dialog.getByRole('img', { name: 'foto.png' }).waitFor();
  await screenshot(page, 'files-1-form');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Operação realizada com sucesso!').waitFor();
  await page.getByRole('row', { name: /Catálogo/ }).waitFor();
  await page.getByText('1 registro').waitFor();

  await page.getByRole('link', { name: /Editar Catálogo/ }).click();
  await dialog.getByText('contrato.pdf').waitFor();
  const captions = await rows(dialog).getByRole('textbox').all();
  expect(await Promise.all(captions.map((caption) => caption.inputValue()))).toEqual(['A nossa loja', 'contrato.pdf']);
  await rows(dialog).nth(1).dragTo(rows(dialog).nth(0));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await end();
  bodyOf(await w.admin.signIn(w.admin.me.email, password));
  const [list] = bodyOf(await w.admin.get<{ options: { name: string; path: string | null }[] }[]>('/files/list'));
  expect(list?.options).toMatchObject([
    { name: 'contrato.pdf', path: expect.stringContaining('/media/') },
    { name: 'A nossa loja', path: expect.stringContaining('/media/') },
  ]);
  expect(pageErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

test('an attendant sends it from the conversation, by / and by +', async () => {
  bodyOf(await w.admin.signIn(w.admin.me.email, password));
  const list = bodyOf(
    await w.admin.post<{ id: number }>('/files', {
      name: 'Tabela de preços',
      message: 'Olá, {{firstName}}! Segue a tabela.',
    }),
    201,
  );
  bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form({}, [files.png, files.pdf], 'files')));
  bodyOf(
    await w.admin.post('/quick-messages', { shortcode: 'tabela', message: 'A tabela vai por e-mail.', geral: true }),
    201,
  );
  const { ticket, sees } = await accepted('Ana Lima');
  const { page, pageErrors, end } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
  const field = page.locator('textarea[aria-label="Mensagem"]');
  await field.pressSequentially('/tabela');
  const options = page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option');
  await options.filter({ hasText: 'Tabela de preços' }).waitFor();
  expect(await options.allInnerTexts()).toEqual([
    expect.stringContaining('/tabela'),
    expect.stringMatching(/Tabela de preços\s+Olá, Ana! Segue a tabela\.\s+2 arquivos/),
  ]);
  await page.getByText('Listas de arquivos', { exact: true }).waitFor();
  await screenshot(page, 'files-2-suggestions');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await dialog.getByText('Olá, Ana! Segue a tabela.').waitFor();
  await dialog.getByText('contrato.pdf').waitFor();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[data-message]', { hasText: 'contrato.pdf' }).locator('[data-state="delivered"]').waitFor();
  expect(await field.inputValue()).toBe('');
  const sent = [
    ['chat', 'Olá, Ana! Segue a tabela.'],
    ['image', ''],
    ['application', ''],
  ];
  await app.settled();
  expect(await sees()).toEqual(sent);

  await page.getByRole('button', { name: 'Anexar', exact: false }).first().click();
  await page.getByRole('menuitem', { name: 'Lista de arquivos' }).click();
  await page.getByRole('option', { name: 'Tabela de preços' }).click();
  await dialog.getByText('foto.png').waitFor();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await app.settled();
  expect(await sees()).toEqual(sent);
  expect(pageErrors).toEqual([]);
  await end();
});

test.each(sizes)(
  'how they look, %s',
  async (size, viewport) => {
    bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
    bodyOf(await w.admin.signIn(w.admin.me.email, password));
    const list = bodyOf(
      await w.admin.post<{ id: number }>('/files', {
        name: `Boas-vindas ${size}`,
        message: 'Olá, {{firstName}}! *Bem-vinda*.',
      }),
      201,
    );
    bodyOf(await w.admin.post(`/files/uploadList/${list.id}`, form({}, [files.png, files.pdf], 'files')));
    const { ticket } = await accepted(`Bia ${size}`);
    const { page, pageErrors, end } = await visit(browser, app.url, { viewport });
    const faults: string[] = [];
    await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
    await page.locator('textarea[aria-label="Mensagem"]').pressSequentially('/boas');
    await page
      .getByRole('option', { name: /Boas-vindas/ })
      .first()
      .waitFor();
    faults.push(...(await checkAppearance(page, `files-suggestions-${size}`)));
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('contrato.pdf').waitFor();
    faults.push(...(await checkAppearance(page, `files-send-${size}`)));
    await signIn(page, w.admin.me.email, password, '/files');
    await page.getByText(`Boas-vindas ${size}`).first().waitFor();
    faults.push(...(await checkAppearance(page, `files-list-${size}`)));
    await page.goto(`/files/${list.id}`);
    await dialogOf(page).getByText('contrato.pdf').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Adicionar arquivos' }).scrollIntoViewIfNeeded();
    faults.push(...(await checkAppearance(page, `files-form-${size}`)));
    expect(faults).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  },
  120_000,
);

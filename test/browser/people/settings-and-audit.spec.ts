import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../../src/demo/logins.js';
import type { TestApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { phone, sharedBrowser, signIn, typeDate, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { startDemo } from '../../support/demo.js';

let app: TestApp;
const browser = await sharedBrowser();

beforeAll(async () => {
  app = await startDemo();
});

afterAll(async () => {
  await app?.close();
});

const manager = 'gestor@demo.local';

interface SettingValue {
  readonly key: string;
  readonly value: string;
}

it('settings, the audit log and the table of conversations', async () => {
  const faults: string[] = [];
  const { end, page, pageErrors: complaints } = await visit(browser, app.url);
  const seen = async (what: string): Promise<void> => {
    for (const [name, viewport] of sizes.toReversed()) {
      await page.setViewportSize(viewport);
      faults.push(...(await checkAppearance(page, `oversight-${what}-${name}`)));
    }
  };
  const said = (text: string): Promise<void> => page.getByText(text).first().waitFor();
  await signIn(page, manager, demoPassword);
  // a client that changes the same settings, in the account's only session
  const token = (await page.evaluate("localStorage.getItem('token')")) as string;
  const elsewhere = app.visitor();
  elsewhere.token = token;
  const stored = async (key: string): Promise<string | undefined> =>
    bodyOf(await elsewhere.get<SettingValue[]>('/settings')).find((setting) => setting.key === key)?.value;

  await page.goto('/settings');
  await page.getByLabel('Avaliações').waitFor();
  await page.getByLabel('Sábado: fim').waitFor();
  await seen('settings');
  await page.getByLabel('Sábado: fim').fill('1330');
  await said('Clique em salvar para registar as alterações');
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(new URL(page.url()).pathname).toBe('/settings');
  await page.getByRole('button', { name: 'Salvar horários' }).click();
  await said('Horários atualizados com sucesso.');
  await page.getByText('Clique em salvar').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Sábado: fim').inputValue()).toBe('13:30');
  const rating = page.getByRole('switch', { name: 'Avaliações' });
  const before = await rating.isChecked();
  await rating.click();
  await said('Operação atualizada com sucesso.');
  expect(await stored('userRating')).toBe(before ? 'disabled' : 'enabled');

  const months = page.getByRole('textbox', { name: 'Guardar as conversas por (meses)' });
  await months.fill('999');
  // leaving a field does not save it
  await months.blur();
  await months.press('Enter');
  await said('Valor inválido');
  await months.fill('36');
  const saved = page.waitForResponse(/\/settings\/retentionMonths$/);
  await page.getByRole('button', { name: 'Salvar Guardar as conversas por (meses)' }).click();
  expect((await saved).status()).toBe(200);
  await page.getByText('Valor inválido').waitFor({ state: 'detached' });
  expect(await stored('retentionMonths')).toBe('36');

  const key = page.getByLabel('Chave de acesso', { exact: true });
  await key.fill('sk-muito-secreta');
  await key.press('Enter');
  await page.getByPlaceholder('Já definido; digite para trocar').waitFor();
  // the event may come before the answer, which empties the field
  await page.locator('input[value="sk-muito-secreta"]').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain('sk-muito-secreta');
  await page.getByRole('button', { name: 'Remover Chave de acesso' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Remover Chave de acesso' }).waitFor({ state: 'detached' });

  // without a reload
  bodyOf(await elsewhere.put('/settings/optOutWord', { value: 'PARAR TUDO' }));
  await until(page, `[...document.querySelectorAll('input')].some((input) => input.value === 'PARAR TUDO')`);

  await page.goto('/audit');
  await said('Palavras para não receber campanhas');
  await seen('audit');
  bodyOf(await elsewhere.put('/settings/optOutWord', { value: 'CHEGA' }));
  await said('PARAR TUDO → CHEGA');
  await page.getByLabel('Tipo de ação').click();
  await page.getByRole('option', { name: 'Acesso' }).click();
  await page.getByText('Alterou configuração').first().waitFor({ state: 'detached' });
  await said('Entrou');
  expect(page.url()).toContain('kind=access');
  await typeDate(page, 'Até', '01/01/2020');
  await said('Nada encontrado');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await said('Alterou configuração');
  const [log] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar' }).click(),
  ]);
  expect(log.suggestedFilename()).toBe('auditoria.csv');
  expect(await readFile(await log.path(), 'utf8')).toContain('PARAR TUDO → CHEGA');

  // at the smallest viewport
  await page.setViewportSize(phone);
  await page.goto('/tickets');
  faults.push(...(await exportTable(page)));
  await page.goto('/audit?kind=exports');
  await said('Exportou conversas');
  expect(faults).toEqual([]);
  // the browser logs the refusal of the wrong number
  expect(complaints.filter((complaint) => !/400 \(Bad Request\)/.test(complaint))).toEqual([]);
  await end();
});

async function exportTable(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Exportar conversas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Departamentos').waitFor();
  const faults = await checkAppearance(page, 'oversight-export-phone');
  await typeDate(dialog, 'Criadas até', '01/01/2001');
  await typeDate(dialog, 'Criadas a partir de', '01/01/2000');
  await dialog.getByRole('button', { name: 'Exportar' }).click();
  await page.getByText('Não há dados para exportar.').waitFor();
  await dialog.getByRole('group', { name: 'Criadas até' }).hover();
  await dialog.getByRole('button', { name: 'Limpar' }).last().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Exportar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('conversas.csv');
  const table = await readFile(await download.path(), 'utf8');
  expect(table.startsWith('\ufeff"Protocolo";"Contato";')).toBe(true);
  const rows = table.trim().split('\r\n').length - 1;
  expect(rows).toBeGreaterThan(5);
  await page.getByText(`${rows} conversas exportadas.`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  return faults;
}

it('a conversation links to its log, and attendants have none of these pages', async () => {
  const { end, page } = await visit(browser, app.url);
  await signIn(page, manager, demoPassword);
  await page.getByRole('listitem').or(page.getByRole('row')).first().waitFor();
  const token = (await page.evaluate("localStorage.getItem('token')")) as string;
  const client = app.visitor();
  client.token = token;
  const { tickets } = bodyOf(
    await client.get<{ tickets: { id: number; uuid: string; code: number }[] }>('/tickets?showAll=true&status=pending'),
  );
  const [ticket] = tickets;
  bodyOf(await client.put(`/tickets/${ticket?.id}`, { status: 'open' }));
  await page.goto(`/tickets/${ticket?.uuid}`);
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Ver na auditoria' }).click();
  await page.getByText('Aceitou conversa').waitFor();
  await page.getByText(`Somente: Conversa #${ticket?.code}`).waitFor();
  await end();

  const attendant = await visit(browser, app.url);
  await signIn(attendant.page, 'atendente@demo.local', demoPassword);
  await attendant.page.getByRole('tab', { name: /Abertos/ }).waitFor();
  expect(await attendant.page.getByRole('button', { name: 'Exportar conversas' }).count()).toBe(0);
  await attendant.page.goto('/audit');
  await attendant.page.getByText('Esta empresa não possui permissão para acessar essa página!').waitFor();
  await attendant.end();
});

// @isolated: defines a channel before the application is imported, which collects them at import
import '../../support/pager-channel.js';

import { SessionReports } from '../../../src/modules/channels/connections/channels/session-reports.js';
import type { ConnectionStatus } from '../../../src/modules/channels/connections/connection.entity.js';
import { startApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { ownAddress } from '../../support/free-port.js';
import { type Named, password, world } from '../../support/world.js';

const app = await startApp(await ownAddress());
const browser = await sharedBrowser();
const w = await world(app);

afterAll(() => app.close());

test('a manager pairs a phone by its QR code, disconnects it and connects again', async () => {
  const input = { name: 'Pagers', channel: 'pager', pagerKey: 'k-1', queueIds: [w.sales.id] };
  const { id } = bodyOf(await w.admin.post<Named>('/whatsapp', input), 201);
  await app.settled();
  const report = (status: ConnectionStatus, qrcode = ''): Promise<void> =>
    app.nest.get(SessionReports).report(w.companyId, id, { status, qrcode });
  const faults: string[] = [];
  const { end, page, pageErrors } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/connections');
  const row = page.getByRole('row').filter({ hasText: 'Pagers' });
  await row.getByText('Conectado', { exact: true }).waitFor();
  expect((await page.getByRole('columnheader').allTextContents()).slice(0, 6)).toEqual([
    'Canal',
    'Nome',
    'Número',
    'Situação',
    'Sessão',
    'Padrão',
  ]);

  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: 'Desconectar: Pagers' }).click();
  await dialog.getByRole('button', { name: 'Desconectar' }).click();
  await row.getByText('Desconectado').waitFor();
  expect(await row.getByRole('button', { name: /: Pagers$/ }).count()).toBe(2);

  await row.getByRole('button', { name: 'Novo QR: Pagers' }).click();
  const code = dialog.getByRole('img', { name: 'QR Code para conectar' });
  await code.waitFor();
  const first = await code.locator('path').getAttribute('d');
  await report('qrcode', 'another code');
  const drawn = "document.querySelector('[role=dialog] [role=img] path').getAttribute('d')";
  await until(page, `${drawn} !== ${JSON.stringify(first)}`);
  for (const [name, viewport] of sizes.toReversed()) {
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'QR Code: Pagers' }).click();
    await code.waitFor();
    faults.push(...(await checkAppearance(page, `connections-qr-${name}`)));
  }
  await report('PAIRING');
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('Pareando').waitFor();
  await row.getByRole('button', { name: 'Desconectar: Pagers' }).waitFor();
  await report('OPENING');
  await row
    .getByRole('progressbar')
    .or(row.getByRole('button', { name: 'Conectando: Pagers' }))
    .first()
    .waitFor();
  expect(await row.getByRole('button', { name: 'Conectando: Pagers' }).isDisabled()).toBe(true);
  await report('TIMEOUT');
  await row.getByRole('button', { name: 'Desconectar: Pagers' }).waitFor();
  await report('DISCONNECTED');
  await row.getByRole('button', { name: 'Tentar novamente: Pagers' }).click();
  await row.getByText('Conectado', { exact: true }).waitFor();
  await report('DISCONNECTED');
  await row.getByText('Desconectado').waitFor();

  // the menu has what this server can connect, and starts the form with it
  await page.getByRole('button', { name: 'Adicionar' }).click();
  const items = await page.getByRole('menuitem').allTextContents();
  expect(items).toEqual(['Telefone de testes', 'Cloud API', 'QR Code', 'Instagram', 'Facebook', 'Pager']);
  // the library for it is not installed
  await page.getByRole('menuitem', { name: 'QR Code' }).click();
  await dialog.getByText('Peça a quem administra o servidor').waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const [name, viewport] of sizes.toReversed()) {
    await page.setViewportSize(viewport);
    faults.push(...(await checkAppearance(page, `connections-sessions-${name}`)));
  }
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('menuitem', { name: 'Cloud API' }).click();
  await dialog.getByRole('tab', { name: 'Cloud API' }).click();
  await dialog.getByLabel('Token de acesso *').waitFor();
  await dialog.getByRole('tab', { name: 'Conexão' }).click();
  expect(await dialog.getByRole('combobox', { name: 'Canal' }).textContent()).toBe('Cloud API');
  expect(faults).toEqual([]);
  expect(pageErrors).toEqual([]);
  await end();
});

// @isolated: gives the application an engine before it is imported
import '../../support/whatsapp-simulator/register.js';

import { startApp } from '../../support/app.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { ownAddress } from '../../support/free-port.js';
import { customerJid, QrCompany } from '../../support/whatsapp-simulator/paired-company.js';
import { password } from '../../support/world.js';

const app = await startApp(await ownAddress());
const browser = await sharedBrowser();

afterAll(() => app.close());

test('a manager pairs a phone, which loses its session and has it again, and pairs anew when the phone removed it', async () => {
  const c = await QrCompany.create(app);
  const { end, page, pageErrors } = await visit(browser, app.url);
  await signIn(page, c.w.admin.me.email, password, '/connections');
  const row = page.getByRole('row').filter({ hasText: 'Celular' });
  const code = page.getByRole('dialog').getByRole('img', { name: 'QR Code para conectar' });
  const connected = row.getByText('Conectado', { exact: true });
  const pair = async () => {
    const asking = await c.nextPhone(() => row.getByRole('button', { name: 'Novo QR: Celular' }).click());
    asking.showsCode();
    await code.waitFor();
    const phone = await c.nextPhone(() => asking.scans());
    await code.waitFor({ state: 'detached' });
    phone.opens();
    await connected.waitFor();
    return phone;
  };

  const phone = await pair();
  phone.says(customerJid, { conversation: 'bom dia' });
  await page.goto('/tickets?tab=pending');
  await page.getByText('bom dia').first().waitFor();

  await page.goto('/connections');
  await connected.waitFor();
  const regained = await c.nextPhone(() => phone.closes(503));
  await row.getByRole('button', { name: 'Conectando: Celular' }).waitFor();
  regained.opens();
  await connected.waitFor();
  expect(regained.isPaired).toBe(true);

  regained.closes(401);
  await row.getByText('Desconectado').waitFor();
  await page.getByRole('link', { name: 'Editar Celular' }).click();
  await page.getByText('O celular removeu este aparelho conectado. Gere um novo QR Code.').first().waitFor();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  const other = await pair();
  expect(other.isPaired).toBe(true);
  expect(pageErrors).toEqual([]);
  await end();
});

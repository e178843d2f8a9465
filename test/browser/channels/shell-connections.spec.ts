import { afterAll, expect, test } from '@jest/globals';
import { screenshot, sharedBrowser, signIn, visit } from '../../support/browser.js';
import { CloudCompany } from '../../support/cloud-company.js';
import { ownAddress } from '../../support/free-port.js';
import { defaultNumber } from '../../support/graph-simulator/graph-simulator.js';
import { password } from '../../support/world.js';

const company = await CloudCompany.start({ env: await ownAddress() });
const browser = await sharedBrowser();

afterAll(async () => {
  await company?.stop();
});

test('a failing connection is marked in the menu at once, and after a reload within 2 s', async () => {
  const { app, w } = company;
  const [{ ticket }] = await company.twoConversations();
  const { page, end, pageErrors: complaints } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password);
  const alarm = page.getByRole('button', { name: /^Gestão.*há conexão que precisa de atenção/ });
  await page.waitForTimeout(3000);
  expect(await alarm.count()).toBe(0);

  company.graph.revokeToken(defaultNumber.token);
  await company.post(ticket, 'um momento');
  await company.settled();
  await alarm.waitFor();
  await screenshot(page, 'shell-alarm');

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/whatsapp?session=0')) asked = Date.now();
  });
  const began = Date.now();
  await page.reload();
  await alarm.waitFor();
  await alarm.click();
  const entry = page.getByRole('link', { name: /^Conexões.*há conexão que precisa de atenção/ });
  await entry.waitFor();
  expect(await alarm.count()).toBe(0);
  expect(asked - began).toBeGreaterThan(2000);

  await company.clearFaults();
  await page.evaluate('window.dispatchEvent(new Event("online"))');
  await entry.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await end();
});

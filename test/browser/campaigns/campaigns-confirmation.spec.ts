import { expect, test } from '@jest/globals';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { quick } from '../../support/campaigns.js';
import { bodyOf } from '../../support/client.js';
import { bubblesOf } from '../../support/sandbox-phone.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();

test('a campaign asks first: the customer answers on the phone, gets the text, and is a conversation', async () => {
  const faults: string[] = [];
  const w = await world(app);
  bodyOf(await w.admin.put('/campaigns/settings', { ...quick, variables: [] }));
  const list = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: 'Clientes de maio' }), 201);
  const contactListId = list.id;
  const coupon = [{ name: 'cupom', value: 'MAIO10' }];
  for (const item of [
    { name: 'Ana Souza', number: '5511912345600', variables: coupon },
    { name: 'Bruno Lima', number: '5511912345601' },
  ])
    bodyOf(await w.admin.post('/contact-list-items', { contactListId, ...item }), 201);
  const manager = await w.member({ profile: 'admin' });
  const [editing, phone, team] = [
    await visit(browser, app.url),
    await visit(browser, app.url),
    await visit(browser, app.url),
  ];
  await signIn(phone.page, w.admin.me.email, password, '/sandbox');
  await phone.page.getByText('Nenhum cliente ainda').waitFor();
  await signIn(team.page, w.supervisor.me.email, password);

  const { page } = editing;
  const pick = async (field: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).first().click();
  };
  const next = page.getByRole('button', { name: 'Continuar' });
  await signIn(page, manager.me.email, password, '/campaigns/create');
  await page.getByLabel('Nome').fill('Cupom de maio');
  await pick('Lista de contatos', 'Clientes de maio');
  await next.click();
  await page.getByLabel('Pedir confirmação').check();
  await page.getByRole('textbox', { name: 'Mensagem de confirmação 1' }).fill('{nome}, posso mandar um cupom?');
  await page.getByRole('textbox', { name: 'Mensagem 1' }).fill('Seu cupom é *{cupom}*.');
  await next.click();
  await pick('Departamento', w.support.name);
  await pick('Tag das respostas', w.tag.name);
  await next.click();
  await page.getByText('{cupom} falta para 1 destinatário').waitFor();
  faults.push(...(await checkAppearance(page, 'campaign-missing-wide')));
  await page.getByRole('button', { name: 'Iniciar agora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar agora' }).click();
  await page.waitForURL('**/report');
  const funnel = page.getByRole('region', { name: 'Do envio à resposta' });
  await funnel
    .getByText(/2 · 100\s%/)
    .first()
    .waitFor();

  // none of the pages is loaded again
  await phone.page.getByRole('button', { name: /Bruno Lima/ }).waitFor();
  await phone.page.getByRole('button', { name: /Ana Souza/ }).click();
  const bubbles = bubblesOf(phone.page);
  await bubbles.getByText('Ana Souza, posso mandar um cupom?').waitFor();
  await funnel.getByText(/1 · 50\s%/).waitFor();
  const answer = phone.page.getByRole('textbox', { name: 'Mensagem do cliente' });
  await answer.fill('Pode sim!');
  await answer.press('Enter');
  await bubbles.getByText('Seu cupom é MAIO10.').waitFor();
  expect(await bubbles.count()).toBe(3);
  faults.push(...(await checkAppearance(phone.page, 'campaign-phone')));

  await team.page.getByRole('tab', { name: /^Pendentes\s*: 1/ }).click();
  await team.page.getByRole('button', { name: 'Aceitar a conversa com Ana Souza' }).waitFor();
  const conversations = team.page.getByRole('tabpanel');
  await conversations.getByText(w.support.name).first().waitFor();
  await conversations.getByText(w.tag.name).first().waitFor();
  faults.push(...(await checkAppearance(team.page, 'campaign-conversation')));

  // read and replied
  const recipients = page.getByRole('table', { name: 'Destinatários' });
  await recipients.getByRole('row', { name: /Ana Souza .* Lida/ }).waitFor();
  await page.getByText('Confirmadas').waitFor();
  await page.getByText(/Mensagem depois da confirmação: Enviadas 1 · Entregues 1/).waitFor();
  faults.push(...(await checkAppearance(page, 'campaign-confirmed-wide')));
  expect(await funnel.getByText(/1 · 50\s%/).count()).toBe(2);
  expect(faults).toEqual([]);
  expect([...editing.pageErrors, ...phone.pageErrors, ...team.pageErrors]).toEqual([]);
});

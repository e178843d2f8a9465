import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
/** A super-administrator of the company, so that the session of the tests' own goes on. */
const superUser = await w.member({ profile: 'admin', name: 'Sílvia Plataforma' });
await app.database.query('update users set super = true where id = $1', [superUser.me.id]);

describe.each(sizes)('help, %s', (size, viewport) => {
  test('opens beside the screen it is about, and leads to the list of pages', async () => {
    const { page, end, pageErrors } = await visit(browser, app.url, { viewport });
    await signIn(page, w.attendant.me.email, password);
    const button = page.getByRole('button', { name: 'Ajuda desta tela' });
    await button.click();
    const help = page.getByRole('dialog', { name: 'Atender conversas' });
    await help.getByRole('heading', { name: 'Várias de uma vez' }).waitFor();
    await help.getByText('Devolver para pendentes').waitFor();
    expect(await checkAppearance(page, `help-beside-${size}`)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await button.click();
    await help.waitFor();
    await page.goBack();
    await help.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/tickets');
    await button.click();
    await help.getByRole('link', { name: 'Abrir na ajuda' }).click();
    await page.getByRole('heading', { name: 'Atender conversas', level: 1 }).waitFor();
    expect(await help.count()).toBe(0);
    expect(await checkAppearance(page, `help-page-${size}`)).toEqual([]);

    // a page about no screen of its own leads to all of them
    await button.click();
    await page.getByRole('heading', { name: 'Páginas de ajuda' }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Todas as páginas' });
    await pages.getByRole('link', { name: 'Respostas rápidas' }).waitFor();
    expect(await pages.getByRole('link', { name: 'Campanhas', exact: true }).count()).toBe(0);
    expect(await pages.getByRole('link', { name: 'Conectar o WhatsApp por QR Code' }).count()).toBe(0);
    expect(await checkAppearance(page, `help-list-${size}`)).toEqual([]);
    // found by words of the text, whatever their accents
    await pages.getByLabel('Pesquisar na ajuda').fill('codigos de recuperação');
    await pages.getByRole('link', { name: 'Kanban' }).waitFor({ state: 'hidden' });
    await pages.getByRole('link', { name: 'Segurança e acesso' }).waitFor();
    expect(await pages.getByRole('link').allTextContents()).toEqual(['Segurança e acesso']);
    await pages.getByLabel('Pesquisar na ajuda').fill('zzz');
    await pages.getByText('Nenhuma página encontrada').waitFor();

    await page.getByRole('link', { name: 'Vídeos de ajuda' }).click();
    await page.getByRole('heading', { name: 'Ajuda', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Páginas de ajuda' }).click();
    await page.getByRole('heading', { name: 'Páginas de ajuda' }).waitFor();
    expect(pageErrors).toEqual([]);
    await end();
  });

  test('of a manager names roles in a table, links to screens and speaks the language of the reader', async () => {
    const { page, end, pageErrors } = await visit(browser, app.url, { viewport });
    await signIn(page, w.admin.me.email, password, '/help/people');
    await page.getByRole('table').getByText('Supervisor').waitFor();
    expect(await checkAppearance(page, `help-table-${size}`)).toEqual([]);
    const article = page.getByRole('article', { name: 'Pessoas e perfis' });
    await article.getByRole('link', { name: 'Usuários' }).click();
    await page.getByRole('heading', { name: 'Usuários' }).waitFor();
    await page.evaluate("localStorage.setItem('language', 'es')");
    await page.goto('/help/connect-cloud-api');
    await page.getByRole('heading', { name: 'Conectar WhatsApp por la Cloud API' }).waitFor();
    await page.getByText('Dirección del webhook').waitFor();
    await page.evaluate("localStorage.setItem('language', 'en')");
    await page.reload();
    await page.getByText('Webhook address').waitFor();
    expect(pageErrors).toEqual([]);
    await end();
  });
});

test('a page about what somebody does not have is refused, and no text links to it', async () => {
  const { page, end, pageErrors } = await visit(browser, app.url);
  await signIn(page, w.attendant.me.email, password);
  await page.goto('/help/security');
  const article = page.getByRole('article', { name: 'Segurança e acesso' });
  await article.getByRole('heading', { name: 'Para gestores' }).waitFor();
  expect(await article.getByRole('link').count()).toBe(0);
  await page.goto('/help/campaigns');
  await page.waitForURL((url) => !url.pathname.startsWith('/help'));
  expect(pageErrors).toEqual([]);
  await end();
});

test.each(sizes)('the first steps follow what is there, until they are hidden, %s', async (size, viewport) => {
  const { admin, attendant, member } = await world(app);
  // whose sign-in in the browser ends no session of the test's own
  const manager = await member({ profile: 'admin' });
  const { page, end, pageErrors } = await visit(browser, app.url, { viewport });
  await signIn(page, manager.me.email, password);
  await page.getByRole('heading', { name: 'Atendimentos' }).first().waitFor();
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await steps.getByText('2 de 6 feitos').waitFor();
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
  expect(await step('Crie os departamentos').textContent()).toContain('feito');
  expect(await step('Conecte um número').textContent()).toContain('a fazer');
  expect(await checkAppearance(page, `first-steps-${size}`)).toEqual([]);

  await step('Escreva respostas rápidas').getByRole('link', { name: 'Escreva respostas rápidas', exact: true }).click();
  await page.waitForURL(/\/quick-messages$/);
  bodyOf(await admin.post('/quick-messages', { shortcode: 'oi', message: 'Olá!', geral: true }), 201);
  await page.goto('/');
  await steps.getByText('3 de 6 feitos').waitFor();
  await step('Prepare o robô')
    .getByRole('link', { name: /Como fazer/ })
    .click();
  await page.getByRole('heading', { name: 'O robô', level: 1 }).waitFor();

  await page.goto('/');
  await steps.getByRole('button', { name: 'Ocultar' }).click();
  await steps.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByRole('list', { name: 'Números do período' }).waitFor();
  expect(await steps.count()).toBe(0);
  await page.goto('/help/pages');
  await page.getByRole('link', { name: 'Mostrar os primeiros passos' }).click();
  await steps.getByText('3 de 6 feitos').waitFor();

  await signIn(page, attendant.me.email, password, '/');
  await page.getByRole('list', { name: 'Números do período' }).waitFor();
  expect(await steps.count()).toBe(0);
  expect(pageErrors).toEqual([]);
  await end();
});

test.each(sizes)('super-administrators see how the installation is, and see it change, %s', async (size, viewport) => {
  const { page, end, pageErrors } = await visit(browser, app.url, { viewport });
  await signIn(page, superUser.me.email, password, '/admin/installation');
  const cards = page.getByRole('list', { name: 'Instalação' });
  const card = (name: string) => cards.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await card('PostgreSQL').getByText('Responde', { exact: true }).waitFor();
  await card('Redis').getByText('Não usado').waitFor();
  await card('Processos vistos').getByText('Tarefas de hora marcada').waitFor();
  await card('Conexões das empresas')
    .getByText(/^Conectadas: \d+$/)
    .waitFor();
  expect(await checkAppearance(page, `installation-${size}`)).toEqual([]);
  const failed = await card('Tarefas com falha').textContent();
  await app.database.query(
    "insert into outbox_jobs (company_id, name, payload, failed_at) select $1, 'mark-read', '{}', now() from generate_series(1, 7)",
    [w.companyId],
  );
  for (const end = Date.now() + 30_000; (await card('Tarefas com falha').textContent()) === failed; ) {
    expect(Date.now()).toBeLessThan(end);
    await page.waitForTimeout(250);
  }
  await app.database.query("delete from outbox_jobs where company_id = $1 and name = 'mark-read'", [w.companyId]);
  await card('Tarefas com falha').getByRole('link', { name: 'Ver e decidir' }).click();
  await page.getByRole('heading', { name: 'Tarefas com falha' }).waitFor();
  expect(pageErrors).toEqual([]);
  await end();
});

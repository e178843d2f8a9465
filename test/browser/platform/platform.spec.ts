import type { Locator, Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const mark = 'Zephyr';
const w = await world(app, { mark });
const staff = await world(app);
await app.database.query('update users set super = true where id = $1', [staff.admin.id]);

const day = (days: number): string => {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' });
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
};

/** Opens the menu of a row, which shows on hover, and chooses. */
async function choose(page: Page, row: Locator, action: string): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Opens another page of a support session, unless a request of its own has led back before. */
const askAgain = `localStorage.getItem('support') && document.querySelector('a[href="/contacts"]').click()`;

interface Made {
  readonly id: number;
  readonly removeAt: string | null;
}

/** Another company of this test, due in so many days. */
async function company(name: string, days: number): Promise<Made> {
  const body = {
    name: `${mark} ${name}`,
    email: `${name.replaceAll(' ', '.')}@empresa.test`.toLowerCase(),
    planId: w.planId,
  };
  return bodyOf(
    await app.platform.post<Made>('/companies', { ...body, dueDate: day(days), recurrence: 'MENSAL' }),
    201,
  );
}

test('a super-admin sees who is due, renews, is told why a company is not saved, and types the name to delete one', async () => {
  await company('Cinco', 5);
  await company('Hoje', 0);
  await company('Atrasada', -4);
  await company('Antiga', -5);
  const faults: string[] = [];
  const { end, page, pageErrors } = await visit(browser, app.url);
  await signIn(page, staff.admin.me.email, password, '/admin/companies');
  await page.getByRole('searchbox', { name: 'Pesquisar' }).fill(mark);
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${mark} ${name}` });
  await row('Cinco').getByText('em 5 dias').waitFor();
  await until(page, `document.querySelectorAll('tbody tr').length === 5`);
  for (const [name, state] of [
    ['Cinco', 'approaching'],
    ['Hoje', 'urgent'],
    ['Atrasada', 'overdue'],
  ] as const)
    expect(await row(name).locator('[data-due]').getAttribute('data-due')).toBe(state);
  expect(await row('Antiga').locator('[data-due]').count()).toBe(0);
  const legend = page.getByRole('list', { name: 'Cores do vencimento' });
  expect(await legend.getByRole('listitem').allTextContents()).toEqual([
    'Vence em 5 dias',
    'De 4 dias antes a 3 dias vencida',
    'Vencida há 4 dias',
  ]);
  await page
    .getByRole('row')
    .filter({ hasText: `Empresa ${mark}` })
    .getByText('2 de 50')
    .waitFor();
  for (const [name, viewport] of sizes.toReversed()) {
    await page.setViewportSize(viewport);
    faults.push(...(await checkAppearance(page, `companies-${name}`)));
  }

  // every column and action has its place on a smaller computer, too
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await until(
      page,
      "document.querySelector('table').scrollWidth <= document.querySelector('table').parentElement.clientWidth",
    );
  }

  await choose(page, row('Hoje'), 'Renovar');
  await page.getByRole('dialog').getByRole('button', { name: 'Renovar' }).click();
  await page.getByText(/^Empresa renovada até/).waitFor();
  await row('Hoje').locator('[data-due]').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: `Editar ${mark} Antiga` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 de 200').waitFor();
  faults.push(...(await checkAppearance(page, 'companies-form')));
  await dialog.getByLabel('Nome').fill(`${mark} Cinco`);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page
    .getByText(
      'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
      { exact: true },
    )
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();

  await row('Antiga').hover();
  await page.getByRole('button', { name: `Excluir ${mark} Antiga` }).click();
  const remove = dialog.getByRole('button', { name: 'Excluir' });
  expect(await remove.isDisabled()).toBe(true);
  const typed = dialog.getByLabel(/^Digite/);
  await typed.fill(`${mark} antiga`);
  expect(await remove.isDisabled()).toBe(true);
  faults.push(...(await checkAppearance(page, 'companies-delete')));
  await typed.fill(`${mark} Antiga`);
  await remove.click();
  await row('Antiga').waitFor({ state: 'detached' });

  const own = page.getByRole('row').filter({ hasText: `Empresa ${mark}` });
  await choose(page, own, 'Plano e uso');
  await dialog.getByRole('table', { name: 'Uso por mês' }).waitFor();
  faults.push(...(await checkAppearance(page, 'companies-usage')));
  expect(faults).toEqual([]);
  expect(pageErrors.filter((text) => !/409 \(Conflict\)/.test(text))).toEqual([]);
  await end();
});

test('a planned deletion of a company shows its day, and undoing it keeps the company', async () => {
  const faults: string[] = [];
  const name = 'Planejada Comercial de Alimentos';
  const { id } = await company(name, 30);
  const stored = async () => bodyOf(await app.platform.get<Made>(`/companies/${id}`));
  bodyOf(await app.platform.delete(`/companies/${id}`));
  const removeAt = new Date((await stored()).removeAt ?? '');
  const { end, page, pageErrors } = await visit(browser, app.url);
  await signIn(page, staff.admin.me.email, password, '/admin/companies');
  await page.getByRole('searchbox', { name: 'Pesquisar' }).fill(`${mark} ${name}`);
  const row = page.getByRole('row').filter({ hasText: `${mark} ${name}` });
  const chip = page.getByText(/^Será excluída em /);
  await row.getByText(removeAt.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })).waitFor();
  for (const [size, viewport] of sizes.toReversed()) {
    await page.setViewportSize(viewport);
    await chip.waitFor();
    faults.push(...(await checkAppearance(page, `companies-removal-${size}`)));
  }
  await choose(page, row, 'Desfazer exclusão');
  await page.getByText(`${mark} ${name} não será mais excluída.`).waitFor();
  await chip.waitFor({ state: 'detached' });
  await row.waitFor();
  expect(await stored()).toMatchObject({ id, removeAt: null });
  expect(faults).toEqual([]);
  expect(pageErrors).toEqual([]);
  await end();
});

test('the support of the platform enters a company, on every page and after a reload, and comes back', async () => {
  const faults: string[] = [];
  const { end, page, pageErrors } = await visit(browser, app.url);
  await signIn(page, staff.admin.me.email, password, '/admin/companies');
  await page.getByRole('searchbox', { name: 'Pesquisar' }).fill(mark);
  const own = page.getByRole('row').filter({ hasText: `Empresa ${mark}` });
  await choose(page, own, 'Entrar na empresa');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar' }).click();
  const bar = page.getByRole('region', { name: 'Suporte da plataforma' });
  await until(page, "location.pathname === '/tickets'");
  await bar.getByText(`Você entrou como ${w.admin.me.name}`).waitFor();
  await bar.getByText('Restam 30 minutos.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/tickets');
  expect(await page.getByRole('button', { name: 'Administração' }).count()).toBe(0);
  expect((await w.admin.get('/auth/me')).status).toBe(200);

  await page.goto('/plan');
  await bar.waitFor();
  await page.getByRole('table', { name: 'Uso por mês' }).waitFor();
  for (const [name, viewport] of sizes.toReversed()) {
    await page.setViewportSize(viewport);
    faults.push(...(await checkAppearance(page, `plan-${name}`)));
  }
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Conta' }).waitFor();
  for (const name of ['Sessões', 'Verificação em duas etapas'])
    expect(await page.getByRole('heading', { name }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Nome' }).fill(`${w.admin.me.name} Souza`);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await bar.getByText(`Você entrou como ${w.admin.me.name} Souza`).waitFor();
  await page.goto('/users');
  await page.getByRole('row').filter({ hasText: w.attendant.me.email }).waitFor();
  expect(await page.getByRole('button', { name: /^Mais ações/ }).count()).toBe(0);

  await page.goto('/admin/companies');
  await page.getByText('Esta empresa não possui permissão para acessar essa página!').first().waitFor();
  await until(page, "location.pathname === '/'");

  await bar.getByRole('button', { name: 'Sair' }).click();
  await until(page, "location.pathname === '/admin/companies'");
  await page.getByRole('heading', { name: 'Empresas' }).waitFor();
  expect(await bar.count()).toBe(0);

  // a session whose time is over leads back as well
  await page.getByRole('searchbox', { name: 'Pesquisar' }).fill(mark);
  await choose(page, own, 'Entrar na empresa');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar' }).click();
  await until(page, "location.pathname === '/tickets'");
  await bar.waitFor();
  await page.evaluate("localStorage.setItem('token', 'expired')");
  await page.evaluate(askAgain);
  await until(page, "location.pathname === '/admin/companies'");
  await page.getByRole('heading', { name: 'Empresas' }).waitFor();

  // so does one whose person a colleague of the company deactivates
  const colleague = await w.member({ profile: 'admin' });
  await page.getByRole('searchbox', { name: 'Pesquisar' }).fill(mark);
  await choose(page, own, 'Entrar na empresa');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar' }).click();
  await until(page, "location.pathname === '/tickets'");
  bodyOf(await colleague.put(`/users/${w.admin.id}`, { active: false }));
  await until(page, "location.pathname === '/admin/companies'");
  await page.getByRole('heading', { name: 'Empresas' }).waitFor();
  expect(faults).toEqual([]);
  expect(pageErrors.filter((text) => !/40[13] \(/.test(text))).toEqual([]);
  await end();
});

import { afterAll, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, until, visit, wide } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { mailsTo } from '../../support/mails.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const faults: string[] = [];

afterAll(() => expect(faults).toEqual([]));

async function seen(page: Page, what: string): Promise<void> {
  for (const [name, viewport] of sizes.toReversed()) {
    await page.setViewportSize(viewport);
    faults.push(...(await checkAppearance(page, `people-${what}-${name}`)));
  }
  await page.setViewportSize(wide);
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });
const keyShown = async (page: Page): Promise<string> =>
  ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');

it('a manager invites somebody, deactivates somebody else, and sees who was here', async () => {
  const w = await world(app);
  const { page, end, pageErrors } = await visit(browser, app.url);
  await signIn(page, w.admin.me.email, password, '/users');
  await page.getByRole('link', { name: 'Adicionar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Rita Nova');
  const email = `rita-${w.companyId}@empresa.test`;
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Adicionar linha' }).click();
  await dialog.getByLabel('Dia da semana').click();
  await page.getByRole('option', { name: 'Segunda-feira' }).click();
  await dialog.getByLabel('Início').fill('18:00');
  await dialog.getByLabel('Fim').fill('18:00');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('O fim precisa ser diferente do início').first().waitFor();
  await seen(page, 'user-form');
  await dialog.getByRole('button', { name: 'Remover a linha 1' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Rita Nova/ });
  await row.getByText('Convidado').waitFor();
  await row.hover();
  await row.getByRole('button', { name: 'Mais ações de Rita Nova' }).click();
  await page.getByRole('menuitem', { name: 'Reenviar convite' }).click();
  await page.getByText('Convite enviado.').waitFor();
  expect(await mailsTo(app, email)).toHaveLength(2);

  await w.supervisor.socket();
  await page
    .getByRole('row', { name: new RegExp(w.supervisor.me.email) })
    .getByText('Online agora')
    .waitFor();
  await page
    .getByRole('link', { name: `Editar ${w.attendant.me.name}` })
    .first()
    .click();
  await dialog.getByRole('switch', { name: 'Ativo' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Inativo' }).waitFor();
  await seen(page, 'users');
  await page.getByRole('combobox', { name: 'Ativo' }).click();
  await page.getByRole('option', { name: 'Não' }).click();
  await until(page, "document.querySelectorAll('tbody tr').length === 1");
  expect(pageErrors.filter((text) => !text.includes('400'))).toEqual([]);
  await end();

  const invited = await visit(browser, app.url);
  const link = /\/forget-pass#\S+/.exec((await mailsTo(app, email)).at(-1) ?? '')?.[0] ?? '';
  await invited.page.goto(link);
  await invited.page.getByText(`Escolha a senha com que você vai entrar como ${email}.`).waitFor();
  await invited.page.getByLabel('Nova senha').first().fill('Minha-senha-1');
  await invited.page.getByLabel('Confirme a nova senha').fill('Minha-senha-1');
  await invited.page.getByRole('button', { name: 'Criar a senha' }).click();
  await invited.page.waitForURL(/\/login$/);
  await signIn(invited.page, email, 'Minha-senha-1');
  await invited.end();
});

it('an attendant switches two-step verification on, signs in by it, and ends other sessions', async () => {
  const w = await world(app);
  bodyOf(await w.admin.put('/settings/singleSession', { value: 'disabled' }));
  const { email, name } = w.attendant.me;
  const { page, end } = await visit(browser, app.url);
  await signIn(page, email, password, '/profile');
  await page.getByRole('heading', { name: 'Meu perfil' }).waitFor();
  await page.getByText('Esta sessão').waitFor();
  await seen(page, 'profile');

  await page.getByRole('button', { name: 'Ativar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha atual').fill('palpite');
  await dialog.getByRole('button', { name: 'Ativar' }).click();
  await dialog.getByText('Senha atual incorreta').waitFor();
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Ativar' }).click();
  await dialog.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor();
  const secret = await keyShown(page);
  await seen(page, 'two-factor');
  await dialog.getByLabel('Código do aplicativo').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await dialog.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  await dialog.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.getByText('Ativa. Restam 10 códigos de recuperação.').waitFor();
  await page.getByRole('button', { name: 'Gerar novos códigos' }).click();
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Gerar novos códigos' }).click();
  await dialog.getByRole('button', { name: 'Guardei os códigos' }).click();

  const other = await visit(browser, app.url);
  await enterPassword(other.page, email);
  await other.page.getByLabel('Código do aplicativo ou de recuperação').fill('000000');
  await other.page.getByRole('button', { name: 'Entrar' }).click();
  await other.page.getByText('Código de verificação incorreto ou já usado.').waitFor();
  // the next one: each counts once
  await other.page.getByLabel('Código do aplicativo ou de recuperação').fill(codeOf(secret, 1));
  await other.page.getByRole('button', { name: 'Entrar' }).click();
  await other.page.waitForURL(/\/tickets/);
  await other.page.getByRole('button', { name: `Conta de ${name}` }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'Encerrar as outras' }).click();
  await page.getByText('Sessão encerrada.').waitFor();
  await other.page.waitForURL(/\/login$/);
  await page.getByRole('button', { name: 'Encerrar as outras' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Desativar' }).click();
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Desativar' }).click();
  await page.getByRole('button', { name: 'Ativar' }).waitFor();
  await other.end();
  await end();
});

it('where the company requires the second step, the first sign-in sets it up', async () => {
  const w = await world(app);
  bodyOf(await w.admin.put('/settings/twoFactorRequired', { value: 'enabled' }));
  const { email, name } = w.attendant.me;
  const { page, end } = await visit(browser, app.url);
  await enterPassword(page, email);
  await page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor();
  await seen(page, 'login-setup');
  await page.getByLabel('Código do aplicativo').fill(codeOf(await keyShown(page)));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
  await seen(page, 'login-recovery');
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.getByRole('button', { name: `Conta de ${name}` }).waitFor();
  await page.goto('/profile');
  await page.getByText('A sua empresa exige a verificação em duas etapas.').waitFor();
  expect(await page.getByRole('button', { name: 'Desativar' }).count()).toBe(0);
  await end();
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { screenshot, sharedBrowser, signIn, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { files } from '../../support/files.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
// other tests of this application publish for everybody
await app.database.query('delete from announcements');
/** A super-administrator of the company, so that the session of the tests' own goes on. */
const superUser = await w.member({ profile: 'admin', name: 'Sílvia Plataforma' });
await app.database.query('update users set super = true where id = $1', [superUser.me.id]);

const signInSuper = (page: Page, path: string) => signIn(page, superUser.me.email, password, path);
const popover = (page: Page) => page.getByRole('dialog', { name: 'Informativos' });

test('published with a picture, seen at once by those of the plan, read and remembered', async () => {
  const title = 'Novo: respostas rápidas';
  const boss = await visit(browser, app.url);
  await signInSuper(boss.page, '/admin/announcements');
  const reader = await visit(browser, app.url);
  await signIn(reader.page, w.attendant.me.email, password);
  const button = reader.page.getByRole('button', { name: 'Informativos' });
  await button.click();
  await popover(reader.page).getByText('Nenhum informativo').waitFor();
  await reader.page.keyboard.press('Escape');

  await boss.page.getByRole('link', { name: 'Adicionar' }).first().click();
  const form = boss.page.getByRole('dialog', { name: 'Adicionar informativo' });
  await form.getByText('Escreva um título e um texto').waitFor();
  await form.getByLabel('Título').fill(title);
  await form
    .getByLabel('Texto')
    .fill('Digite */* na conversa e escolha.\nSaiba mais: https://atende.test/ajuda <b>x</b>');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: files.png.name, mimeType: files.png.mime, buffer: files.png.bytes });
  const preview = form.getByRole('group', { name: 'Como será visto' });
  await preview.locator('strong', { hasText: '/' }).waitFor();
  await preview.getByText('<b>x</b>').waitFor();
  await preview.locator('img').waitFor();
  await form.getByLabel('Planos').click();
  const { name: plan } = bodyOf(await app.platform.get<{ name: string }>(`/plans/${w.planId}`));
  await boss.page.keyboard.type(plan);
  await boss.page.getByRole('option', { name: plan }).click();
  await screenshot(boss.page, 'announcements-form');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await boss.page.getByText('Operação realizada com sucesso!').waitFor();
  await boss.page.getByRole('row', { name: new RegExp(title) }).waitFor();

  await reader.page.getByRole('button', { name: 'Informativos, 1 novo' }).click();
  await popover(reader.page)
    .getByRole('button', { name: new RegExp(title) })
    .click();
  const dialog = reader.page.getByRole('dialog', { name: title });
  await dialog.getByRole('link', { name: 'https://atende.test/ajuda' }).waitFor();
  await dialog.locator('img').waitFor();
  await reader.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await reader.page.keyboard.press('Escape');
  await reader.page.reload();
  await reader.page.getByRole('button', { name: 'Informativos', exact: true }).waitFor();

  await boss.page.getByRole('button', { name: `Excluir ${title}` }).click();
  await boss.page.getByText('Deseja realmente excluir esta informação?').waitFor();
  await boss.page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await reader.page.getByRole('button', { name: 'Informativos' }).click();
  await popover(reader.page).getByText('Nenhum informativo').waitFor();
  expect([...boss.pageErrors, ...reader.pageErrors]).toEqual([]);
  await Promise.all([boss.end(), reader.end()]);
});

test('a manager has no way to the screens of the platform', async () => {
  const { page, end } = await visit(browser, app.url);
  for (const path of ['/admin/announcements', '/admin/edit-help']) {
    await signIn(page, w.admin.me.email, password, path);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await page.waitForURL('**/');
  }
  await end();
});

test('a tutorial is written, refused under a name that exists, watched on click only, and deleted', async () => {
  const title = `Primeiros passos ${randomUUID().slice(0, 8)}`;
  const { page, pageErrors, context, end } = await visit(browser, app.url);
  const outside: string[] = [];
  await context.route(/^https?:\/\/(?!localhost|127\.)/, async (route) => {
    outside.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<title>video</title>' });
  });
  await signInSuper(page, '/admin/edit-help');
  const editor = page.getByRole('form');
  const field = (label: string) => editor.getByLabel(label);
  await field('Título').fill(title);
  await field('Código do vídeo').fill('https://vimeo.com/1');
  await editor.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Não foi possível realizar a operação. Verifique se já existe uma helpo').first().waitFor();
  await editor.getByText('Use o código ou o endereço de um vídeo do YouTube').waitFor();
  await field('Código do vídeo').fill('https://youtu.be/aqz-KE-bpKQ');
  await field('Descrição').fill('Como aceitar e responder a primeira conversa.');
  await editor.getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('row', { name: new RegExp(title) });
  await row.getByText('aqz-KE-bpKQ').waitFor();
  await field('Título').and(page.locator('[value=""]')).waitFor();
  expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT');
  await field('Título').fill(title);
  await field('Código do vídeo').fill('aqz-KE-bpKQ');
  await editor.getByRole('button', { name: 'Salvar' }).click();
  await editor.getByText('Já existe um tutorial com este nome').waitFor();
  await editor.getByRole('button', { name: 'Limpar' }).click();
  await field('Título').and(page.locator('[value=""]')).waitFor();

  await page.getByRole('link', { name: 'Ajuda' }).click();
  await page.getByRole('heading', { name: title }).waitFor();
  expect(outside).toEqual([]);
  await page.getByRole('button', { name: `Assistir: ${title}` }).click();
  const player = page.getByRole('dialog', { name: title });
  await player.locator('iframe').waitFor();
  expect(await player.locator('iframe').getAttribute('src')).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/,
  );
  await player.locator('iframe').contentFrame().locator('title').waitFor({ state: 'attached' });
  expect(outside.every((url) => url.startsWith('https://www.youtube-nocookie.com/embed/'))).toBe(true);
  await page.keyboard.press('Escape');
  await player.waitFor({ state: 'detached' });

  await page.goto('/admin/edit-help');
  await row.getByRole('button', { name: title }).click();
  await field('Título')
    .and(page.locator(`[value="${title}"]`))
    .waitFor();
  await screenshot(page, 'help-editor');
  await editor.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Deseja realmente excluir esta informação?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await row.waitFor({ state: 'detached' });
  await field('Título').and(page.locator('[value=""]')).waitFor();
  expect(pageErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  await end();
});

test.each(sizes)(
  'how they look, %s',
  async (size, viewport) => {
    for (const [title, body] of [
      ['Manutenção no domingo', { priority: 1, text: 'Das *2h às 4h* o atendimento fica fora do ar.' }],
      [
        'Novidades de novembro',
        { priority: 3, text: 'Listas de arquivos, respostas rápidas e mais.\n\n_Boas vendas!_' },
      ],
    ] as const)
      bodyOf(
        await app.platform.post('/announcements', { title: `${title} ${size}`, planIds: [w.planId], ...body }),
        201,
      );
    const video = {
      description: 'Em três minutos: a primeira conversa, do aceite ao resolvido.',
      video: 'aqz-KE-bpKQ',
    };
    for (const title of ['Primeira conversa', 'Departamentos', 'Conectar um número'])
      bodyOf(await app.platform.post('/helps', { title: `${title} ${size}`, ...video }), 201);
    const { page, pageErrors, end } = await visit(browser, app.url, { viewport });
    const faults: string[] = [];
    await signIn(page, w.attendant.me.email, password, '/tickets');
    await page.getByRole('button', { name: /^Informativos, / }).click();
    await popover(page).getByText(`Manutenção no domingo ${size}`).waitFor();
    faults.push(...(await checkAppearance(page, `announcements-popover-${size}`)));
    await popover(page).getByRole('link', { name: 'Ver todos' }).click();
    await page.getByRole('article').first().waitFor();
    faults.push(...(await checkAppearance(page, `announcements-${size}`)));
    await page.goto('/help');
    await page.getByRole('heading', { name: `Departamentos ${size}` }).waitFor();
    faults.push(...(await checkAppearance(page, `help-${size}`)));
    await page.getByRole('searchbox', { name: 'Procurar tutorial' }).fill('nada disso');
    await page.getByText('Nenhum tutorial encontrado').waitFor();
    await signInSuper(page, '/admin/edit-help');
    await page.getByRole('row', { name: new RegExp(`Departamentos ${size}`) }).waitFor();
    faults.push(...(await checkAppearance(page, `help-editor-${size}`)));
    await page.goto('/admin/announcements/create');
    await page.getByRole('dialog').getByLabel('Título').fill('Manutenção no domingo');
    await page.getByRole('dialog').getByLabel('Texto').fill('Das *2h às 4h*.');
    faults.push(...(await checkAppearance(page, `announcements-form-${size}`)));
    expect(faults).toEqual([]);
    expect(pageErrors).toEqual([]);
    await end();
  },
  120_000,
);

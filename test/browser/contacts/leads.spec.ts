import { readFile, rm } from 'node:fs/promises';
import { importLeads } from '../../../src/modules/contacts/leads/import/import-leads.js';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, until, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { leadFolder } from '../../support/lead-files.js';
import { password, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
// other tests of this application import too
await app.database.query('delete from leads.generations');
const folder = await leadFolder(3000);
afterAll(() => rm(folder, { recursive: true, force: true }));

// signing in ends the session of the tests' own client
const manager = await w.member({ profile: 'admin' });
const open = async (email = manager.me.email, path = '/leads') => {
  const visited = await visit(browser, app.url);
  await signIn(visited.page, email, password, path);
  return visited;
};

test('while nothing is imported the page says so', async () => {
  const { page, end, pageErrors } = await open();
  await page.getByText('Nenhuma empresa importada ainda').waitFor();
  expect(await checkAppearance(page, 'leads-none')).toEqual([]);
  expect(pageErrors).toEqual([]);
  await end();
});

describe('a manager', () => {
  beforeAll(async () => {
    await importLeads(app.database.url, folder);
  });

  test('finds companies, reads a sheet, takes them as CSV and to the contacts with a tag', async () => {
    const { page, end, pageErrors } = await open();
    await page.getByText(/Fonte: Receita Federal do Brasil.*14\/11\/2026/).waitFor();
    await page.getByLabel('Estado').click();
    await page.getByRole('option', { name: 'São Paulo' }).click();
    await page.getByLabel('Setor').click();
    await page.getByRole('option', { name: 'Comércio varejista', exact: true }).click();
    await page.getByRole('combobox', { name: 'Categoria' }).fill('vestu');
    await page
      .getByRole('option', { name: /VESTUÁRIO/ })
      .first()
      .click();
    await page.waitForURL(/cnae_principal=4781400/);
    await page.getByRole('button', { name: 'Mais filtros' }).click();
    await page.getByLabel('Com telefone').click();
    await page.waitForURL(/telefone=true/);
    const { empresas, count } = bodyOf(
      await w.admin.get<{ empresas: { razao_social: string; nome_fantasia: string }[]; count: number }>(
        '/leads/empresas?estado=SP&setor=47&cnae_principal=4781400&telefone=true',
      ),
    );
    await page.getByText(`${count} empresas`, { exact: true }).waitFor();
    const names = empresas.map(({ razao_social, nome_fantasia }) => nome_fantasia || razao_social);
    const rows = page.getByRole('region', { name: 'Empresas encontradas' }).getByRole('listitem');
    await rows
      .getByRole('button', { name: names[0] as string })
      .first()
      .waitFor();
    const map = rows.first().getByRole('link', { name: /no mapa/ });
    expect(await map.getAttribute('href')).toMatch(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=/);
    expect(await map.getAttribute('target')).toBe('_blank');
    expect(await map.getAttribute('rel')).toContain('noopener');

    await rows
      .getByRole('button', { name: names[0] as string })
      .first()
      .click();
    const sheet = page.getByRole('dialog', { name: names[0] as string });
    await sheet.getByRole('heading', { name: 'Sócios' }).waitFor();
    await sheet.getByText('CNPJ', { exact: true }).waitFor();
    expect(await checkAppearance(page, 'leads-sheet')).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    // by the back gesture of a phone too, and the page stays
    await until(page, `!history.state?.usr?.over?.length`);
    await rows
      .getByRole('button', { name: names[0] as string })
      .first()
      .click();
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(page.url()).toContain('cnae_principal=4781400');

    await rows.nth(0).getByRole('checkbox').check();
    await rows.nth(1).getByRole('checkbox').check();
    await page.getByText('2 empresas selecionadas').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar CSV (2)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('leads.csv');
    expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);
    await page.getByText('2 de 1.000 leads usados neste mês').waitFor();

    await page.getByLabel('2 empresas selecionadas').check();
    const all = Math.min(20, count);
    await page.getByRole('button', { name: `Adicionar aos contatos (${all})` }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar aos contatos' });
    await dialog.getByLabel('Tag').fill('Vestuário SP');
    expect(await checkAppearance(page, 'leads-add')).toEqual([]);
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText(/\d+ novos contatos, \d+ já existiam, \d+ sem celular/).waitFor();
    await page.getByText(`${all} de 1.000 leads usados neste mês`).waitFor();
    const [tag] = bodyOf(await w.admin.get<{ id: number; name: string }[]>('/tags/list')).filter(
      ({ name }) => name === 'Vestuário SP',
    );
    const listed = await w.admin.get<unknown[]>(
      `/contacts?filter=${JSON.stringify({ tagIds: [tag?.id] })}&range=[0,49]`,
    );
    expect(bodyOf(listed).length).toBeGreaterThan(0);

    await page.getByRole('button', { name: `Adicionar a uma lista (${all})` }).click();
    const listing = page.getByRole('dialog', { name: 'Adicionar a uma lista de contatos' });
    await listing.getByRole('button', { name: 'Adicionar' }).click();
    await listing.getByText('Escolha ou nomeie uma lista').waitFor();
    await listing.getByLabel('Lista de contatos').fill('Lojas SP');
    expect(await checkAppearance(page, 'leads-to-list')).toEqual([]);
    await listing.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText(/\d+ entraram na lista, 0 já estavam, 0 não querem campanhas/).waitFor();
    const { records } = bodyOf(
      await w.admin.get<{ records: { name: string; contactsCount: number }[] }>('/contact-lists'),
    );
    expect(records).toMatchObject([{ name: 'Lojas SP', contactsCount: bodyOf(listed).length }]);

    await page.goto(`${app.url}/contacts`);
    await page.getByRole('cell', { name: 'Vestuário SP' }).first().waitFor();
    expect(pageErrors).toEqual([]);
    await end();
  });

  test('sees what was not found, and failures, at both sizes', async () => {
    const { page, end } = await open();
    await page.getByRole('checkbox').first().waitFor();
    const faults: string[] = [];
    for (const [name, size] of sizes) {
      await page.setViewportSize(size);
      faults.push(...(await checkAppearance(page, `leads-${name}`)));
    }
    await page.getByLabel('Palavras da atividade').fill('zzzz');
    await page.getByText('Nenhum CNAE encontrado para a pesquisa.').waitFor();
    faults.push(...(await checkAppearance(page, 'leads-no-cnae-phone')));
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.getByRole('checkbox').first().waitFor();
    await page.route('**/leads/empresas?**', (route) => route.abort());
    await page.getByLabel('Estado').click();
    await page.getByRole('option', { name: 'Acre' }).click();
    await page.getByRole('button', { name: 'Tentar novamente' }).waitFor({ timeout: 30_000 });
    expect(faults).toEqual([]);
    await end();
  });

  test('of a company whose plan has no leads is sent away', async () => {
    const other = await world(app, { plan: { useLeads: false } });
    const { page, end } = await open(other.admin.me.email);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await page.waitForURL('**/');
    await end();
  });
});

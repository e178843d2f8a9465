import { readFile, rm } from 'node:fs/promises';
import { importLeads } from '../../../src/modules/contacts/leads/import/import-leads.js';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, until, visit, wide } from '../../support/browser.js';
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

interface Company {
  readonly razao_social: string;
  readonly nome_fantasia: string;
  readonly telefones: readonly { readonly ddd: string; readonly numero: string }[];
}

/** What is left after these companies: each mobile number counts once. */
const quotaText = (companies: readonly Company[]): string => {
  const mobiles = companies.flatMap(({ telefones: [first] }) =>
    first?.numero.length === 9 ? [`${first.ddd}${first.numero}`] : [],
  );
  return `Neste mês você ainda pode usar ${(1000 - new Set(mobiles).size).toLocaleString('pt-BR')} de 1.000`;
};

/** How many rows of the list are wholly in sight. */
const wholeRows = `(() => {
  const list = document.querySelector('[aria-label="Empresas encontradas"]');
  const { top, bottom } = list.getBoundingClientRect();
  return [...list.querySelectorAll('li')].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top >= top && box.bottom <= Math.min(bottom, innerHeight);
  }).length;
})()`;

/** How many headings of the open list let entries be seen through. */
const seenThroughHeadings = `[...document.querySelectorAll('[role=listbox] .MuiListSubheader-root')].filter((each) => {
  const [, alpha = '1'] = /^rgba\\(.*, ([\\d.]+)\\)$/.exec(getComputedStyle(each).backgroundColor) ?? [];
  return Number(alpha) < 1;
}).length`;

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
    await page
      .getByText('Escolha onde procurar (estado ou cidade) e uma atividade, como padaria ou oficina.', { exact: true })
      .waitFor();
    await page.getByText('Neste mês você ainda pode usar 1.000 de 1.000 empresas com celular').waitFor();
    await page.getByLabel('Estado').click();
    await page.getByRole('option', { name: 'São Paulo' }).click();
    await page.getByText('Escolha uma atividade, como padaria ou oficina.', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Setor' }).click();
    await page.getByRole('option', { name: 'Comércio varejista', exact: true }).click();
    await page.getByRole('combobox', { name: 'Categoria' }).fill('vestu');
    await page
      .getByRole('option', { name: /vestuário/ })
      .first()
      .click();
    await page.waitForURL(/cnae_principal=4781400/);
    await page.getByRole('button', { name: 'Mais filtros' }).click();
    await page.getByLabel('Com telefone').click();
    await page.waitForURL(/telefone=true/);
    const { empresas, count } = bodyOf(
      await w.admin.get<{ empresas: Company[]; count: number }>(
        '/leads/empresas?estado=SP&setor=47&cnae_principal=4781400&telefone=true',
      ),
    );
    await page.getByText(`${count} empresas`, { exact: true }).waitFor();
    const rows = page.getByRole('region', { name: 'Empresas encontradas' }).getByRole('listitem');
    const first = rows.first().getByRole('button');
    // written in capitals by the tax office
    const [{ nome_fantasia, razao_social }] = empresas as [Company];
    const name = (await first.textContent()) ?? '';
    expect(name.toUpperCase()).toBe(nome_fantasia || razao_social);
    expect(name).toMatch(/^\p{Lu}\p{Ll}/u);
    expect(await rows.first().textContent()).toContain('Comércio varejista de artigos do vestuário');
    const map = rows.first().getByRole('link', { name: /no mapa/ });
    expect(await map.getAttribute('href')).toMatch(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=/);
    expect(await map.getAttribute('target')).toBe('_blank');
    expect(await map.getAttribute('rel')).toContain('noopener');

    await first.click();
    const sheet = page.getByRole('dialog', { name });
    await sheet.getByRole('heading', { name: 'Sócios' }).waitFor();
    await sheet.getByText('CNPJ', { exact: true }).waitFor();
    expect(await checkAppearance(page, 'leads-sheet')).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    // by the back gesture of a phone too, and the page stays
    await until(page, `!history.state?.usr?.over?.length`);
    await first.click();
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(page.url()).toContain('cnae_principal=4781400');

    const add = page.getByRole('button', { name: 'Adicionar aos contatos' });
    expect(await add.count()).toBe(0);
    await rows.nth(0).getByRole('checkbox').check();
    await rows.nth(1).getByRole('checkbox').check();
    await page.getByText('2 empresas selecionadas').waitFor();
    await add.waitFor();
    expect(await checkAppearance(page, 'leads-chosen')).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('leads.csv');
    expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);
    await page.getByText(quotaText(empresas.slice(0, 2))).waitFor();

    await page.getByLabel('2 empresas selecionadas').check();
    await page.getByText(`${Math.min(20, count)} empresas selecionadas`).waitFor();
    await add.click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar aos contatos' });
    await dialog.getByLabel('Tag').fill('Vestuário SP');
    expect(await checkAppearance(page, 'leads-add')).toEqual([]);
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText(/\d+ novos contatos, \d+ já existiam, \d+ sem celular/).waitFor();
    await page.getByText(quotaText(empresas)).waitFor();
    const [tag] = bodyOf(await w.admin.get<{ id: number; name: string }[]>('/tags/list')).filter(
      ({ name: each }) => each === 'Vestuário SP',
    );
    const listed = await w.admin.get<unknown[]>(
      `/contacts?filter=${JSON.stringify({ tagIds: [tag?.id] })}&range=[0,49]`,
    );
    expect(bodyOf(listed).length).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Adicionar a uma lista' }).click();
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

  test('takes all that were found, after a question', async () => {
    const { page, end } = await open(undefined, '/leads?estado=SP&pesquisa=roupas&situacao=todas');
    const { count = 0 } = bodyOf(
      await w.admin.get<{ count: number }>('/leads/empresas?estado=SP&pesquisa=roupas&situacao=todas'),
    );
    expect(count).toBeGreaterThan(20);
    await page.getByText('Atividade: Comércio varejista de artigos do vestuário e acessórios').waitFor();
    await page.getByLabel(`${count} empresas`).check();
    await page.getByRole('button', { name: `Selecionar todas as ${count}` }).click();
    await page.getByText(`${count} empresas selecionadas`).waitFor();
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const question = page.getByRole('dialog', { name: 'Exportar CSV' });
    await question.getByText(`As ${count} empresas serão exportadas.`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: 'Exportar' }).click(),
    ]);
    expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(count + 1);
    // one fewer is a choice of those that are shown
    const rows = page.getByRole('region', { name: 'Empresas encontradas' }).getByRole('listitem');
    await rows.first().getByRole('checkbox').uncheck();
    await page.getByText('19 empresas selecionadas').waitFor();
    await end();
  });

  test('sees what was not found, and failures, at both sizes', async () => {
    const { page, end } = await open();
    await page.getByText('Escolha onde procurar').waitFor();
    const faults: string[] = [];
    for (const [name, size] of sizes) {
      await page.setViewportSize(size);
      faults.push(...(await checkAppearance(page, `leads-start-${name}`)));
      await page.getByRole('combobox', { name: 'Setor' }).click();
      await page.getByRole('option', { name: 'Comércio varejista', exact: true }).scrollIntoViewIfNeeded();
      expect(await page.evaluate<number>(seenThroughHeadings)).toBe(0);
      faults.push(...(await checkAppearance(page, `leads-sectors-${name}`)));
      await page.keyboard.press('Escape');
    }
    await page.getByRole('textbox', { name: 'Atividade' }).fill('zzzz');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe('Nenhum CNAE encontrado para a pesquisa.');
    await page.getByLabel('Estado').click();
    await page.getByRole('option', { name: 'São Paulo' }).click();
    await page.waitForURL(/estado=SP/);
    await alert.waitFor();
    faults.push(...(await checkAppearance(page, 'leads-no-cnae-phone')));
    await page.getByRole('textbox', { name: 'Atividade' }).fill('oficinas');
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ver empresas' }).click();
    const rows = page.getByRole('region', { name: 'Empresas encontradas' }).getByRole('listitem');
    await rows.nth(5).waitFor();
    expect(await page.evaluate<number>(wholeRows)).toBeGreaterThanOrEqual(5);
    faults.push(...(await checkAppearance(page, 'leads-phone')));
    await rows.first().getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Adicionar aos contatos' }).waitFor();
    faults.push(...(await checkAppearance(page, 'leads-chosen-phone')));
    await page.getByRole('button', { name: 'Mudar a busca: oficinas, SP' }).click();
    await page.getByRole('textbox', { name: 'Atividade' }).waitFor();
    await page.setViewportSize(wide);
    faults.push(...(await checkAppearance(page, 'leads-wide')));
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

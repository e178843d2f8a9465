import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, typeDate, until, visit } from '../../support/browser.js';
import { readWorkbook } from '../../support/workbook.js';
import { password, type World, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();

const people = ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Elisa Nunes', 'Fábio Prado', 'Gabriela Moura'];

/** 140 conversations of the last five days, most of them finished, with times and ratings that differ. */
async function fill({ companyId, sales, support, connection, attendant, supervisor, tag }: World): Promise<void> {
  const names = `(array[${people.map((name) => `'${name}'`).join(', ')}])[1 + n % ${people.length}]`;
  await app.database.query(
    `with drawn as (select n, now() - interval '3 hours' - n * interval '45 minutes' as at from generate_series(1, 140) n),
     people as (insert into contacts (company_id, uuid, name, number) select ${companyId}, gen_random_uuid(), ${names} || ' ' || n, '55119' || lpad(n::text, 8, '0') from drawn returning id, number),
     conversations as (
       insert into tickets (company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, channel, created_at)
       select ${companyId}, gen_random_uuid(), 1000 + n, 'closed', ${attendant.id}, ${sales.id}, ${connection.id}, p.id, 'sandbox', at
       from drawn join people p on p.number = '55119' || lpad(n::text, 8, '0') returning id, code),
     tagged as (insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, id, ${tag.id} from conversations where code % 3 = 0)
     insert into ticket_cycles (company_id, ticket_id, number, created_at, started_at, first_response_at, finished_at, queue_id, user_id, rating)
     select ${companyId}, c.id, 1, at, at + n * interval '7 seconds', at + n * interval '9 seconds', at + (10 + n) * interval '1 minute',
       case when n % 4 = 0 then ${support.id} else ${sales.id} end, case when n % 5 = 0 then ${supervisor.id} else ${attendant.id} end, case when n % 2 = 0 then 1 + n % 3 end
     from drawn join conversations c on c.code = 1000 + n`,
  );
}

describe.each(sizes)('reports, %s', (name, viewport) => {
  it('are filtered, kept as views, read by attendant, downloaded, and prepared where they are large', async () => {
    const faults: string[] = [];
    const w = await world(app);
    await fill(w);
    const { end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport });
    const seen = async (what: string): Promise<void> => {
      faults.push(...(await checkAppearance(page, `reports-${what}-${name}`)));
    };
    const result = page.getByRole('region', { name: 'Resultado do relatório' });
    const figure = (label: string): Promise<string> =>
      page.getByLabel('Resumo').locator(`div:has(> dt:text-is("${label}")) > dd`).innerText();
    await signIn(page, w.supervisor.me.email, password, '/relatories');
    await result.getByRole('link').first().waitFor();
    await seen('list');
    expect(await result.getByRole('link').count()).toBe(100);
    expect(await figure('Atendimentos')).toBe('140');
    await result.getByRole('button', { name: 'Mostrar mais' }).click();
    await until(page, `document.querySelectorAll('[role=region] a[href^="/tickets/"]').length === 140`);

    await page.getByRole('button', { name: 'Mais filtros' }).click();
    await page.getByLabel('Avaliação', { exact: true }).click();
    await page.getByRole('option', { name: 'Muito satisfeito' }).click();
    await until(page, `document.querySelectorAll('[role=region] a[href^="/tickets/"]').length < 100`);
    const rated = await result.getByRole('link').count();
    expect(await figure('Atendimentos')).toBe(String(rated));
    await seen('filtered');
    await page.getByRole('button', { name: 'Visões salvas' }).click();
    await page.getByLabel('Nome da visão').fill('Muito satisfeitos');
    await page.getByRole('button', { name: 'Salvar visão atual' }).click();
    await page.getByText('Visão salva.', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await until(page, `!location.search.includes('rating')`);
    await page.getByRole('button', { name: 'Visões salvas' }).click();
    await page.getByRole('button', { name: 'Muito satisfeitos', exact: true }).click();
    await until(page, `location.search.includes('rating=3')`);

    await page.getByRole('button', { name: 'Exportar' }).click();
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
    ]);
    expect(workbook.suggestedFilename()).toBe('relatorio-conversas.xlsx');
    expect(readWorkbook(await readFile(await workbook.path()))[0]).toHaveLength(rated + 1);

    await page.getByRole('tab', { name: 'Por atendente' }).click();
    await result.getByRole('table', { name: 'Por dia' }).getByText(w.attendant.me.name).first().waitFor();
    expect(page.url()).toContain('view=attendants');
    await seen('attendants');
    await page.getByRole('tab', { name: 'Conversas' }).click();
    await result.getByRole('link').first().click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await page.goBack();
    await page.waitForURL(/relatories\?.*rating=3/);

    await typeDate(page, 'Até', '02/02/2020');
    await typeDate(page, 'De', '01/02/2020');
    await result.getByText('Nada encontrado').waitFor();
    await seen('empty');
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByText('Não há dados para exportar.').waitFor();

    const broken = (url: URL): boolean => url.pathname === '/relatories' && url.search.includes('status=open');
    await page.route(broken, (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.abort(),
    );
    await page.goto('/relatories?status=open');
    await result.getByRole('button', { name: 'Tentar novamente' }).waitFor();
    await seen('error');
    await page.unroute(broken);
    await result.getByRole('button', { name: 'Tentar novamente' }).click();
    await result.getByText('Nada encontrado').waitFor();

    await app.database.query(
      `insert into ticket_cycles (company_id, ticket_id, number, created_at, started_at, finished_at, queue_id, user_id)
       select $1, (select min(id) from tickets where company_id = $1), 100 + n, now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 minute', $2, $3 from generate_series(1, 10100) n`,
      [w.companyId, w.sales.id, w.attendant.id],
    );
    await page.goto('/relatories');
    await result.getByRole('link').first().waitFor();
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const files = page.getByRole('dialog', { name: 'Arquivos' });
    const ready = files.getByRole('link', { name: 'Baixar' });
    await ready.waitFor();
    await files.getByText(/^10\.240 linhas · /).waitFor();
    await page.getByText('O relatório está pronto para baixar.').waitFor();
    await seen('files');
    const [table] = await Promise.all([page.waitForEvent('download'), ready.click()]);
    expect(table.suggestedFilename()).toBe('relatorio-conversas.csv');
    const lines = (await readFile(await table.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(10_241);
    await files.getByRole('button', { name: /^Excluir o arquivo/ }).click();
    await files.getByText('Relatórios grandes são preparados aqui').waitFor();
    expect(faults).toEqual([]);
    // the browser logs what was broken on purpose, and the refusal of what is too large
    expect(complaints.filter((complaint) => !/ERR_FAILED|409 \(Conflict\)/.test(complaint))).toEqual([]);
    await end();

    const attendant = await visit(browser, app.url, { viewport });
    await signIn(attendant.page, w.attendant.me.email, password, '/relatories');
    await attendant.page.getByText('Esta empresa não possui permissão para acessar essa página!').waitFor();
    await attendant.end();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoPassword } from '../../../src/demo/logins.js';
import type { TestApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { sharedBrowser, signIn, visit } from '../../support/browser.js';
import { startDemo } from '../../support/demo.js';

let app: TestApp;
const browser = await sharedBrowser();

beforeAll(async () => {
  app = await startDemo();
});

afterAll(async () => {
  await app?.close();
});

/** A few failed jobs of a company and of the platform, and some that wait for tomorrow. */
async function prepare(): Promise<void> {
  await app.database.query('delete from outbox_jobs');
  await app.database.query(
    `insert into outbox_jobs (company_id, name, payload, attempts, last_error, failed_at)
     select (select min(id) from companies), 'mark-read', '{"connectionId": 1, "providerId": "wamid"}', 8,
       '131000 O provedor respondeu com um erro interno (tente mais tarde)', now() - make_interval(mins => n)
     from generate_series(1, 3) n`,
  );
  await app.database.query(
    `insert into outbox_jobs (name, payload, attempts, last_error, failed_at)
     values ('remove-company-files', '{"companyId": 999999}', 8, 'ENOSPC: no space left on device', now())`,
  );
  await app.database.query(
    `insert into outbox_jobs (company_id, name, payload, ordering_key, run_at)
     select (select min(id) from companies), 'send-message', '{"messageId": 0}', 'send:7:12', now() + interval '1 day' from generate_series(1, 4)`,
  );
}

describe.each(sizes)('failed jobs, %s', (name, viewport) => {
  it('are retried and discarded, one and several', async () => {
    await prepare();
    const { end, page, pageErrors: complaints } = await visit(browser, app.url, { viewport });
    await signIn(page, 'super@demo.local', demoPassword, '/admin/failed-jobs');
    const rows = page.getByRole('list', { name: 'Tarefas com falha' }).getByRole('listitem');
    await rows.nth(3).waitFor();
    expect(await rows.first().textContent()).toContain('Plataforma');
    await page.getByRole('region', { name: 'Na fila agora' }).getByText('send:7:12').waitFor();

    await page.getByRole('checkbox', { name: 'Selecionar todas as mostradas' }).check();
    await page.getByText('4 selecionadas').waitFor();
    expect(await checkAppearance(page, `failed-jobs-${name}`)).toEqual([]);

    await page.getByRole('checkbox', { name: 'Selecionar a tarefa remove-company-files' }).uncheck();
    await page.getByRole('button', { name: 'Descartar', exact: true }).click();
    await page.getByRole('dialog').getByText('Descartar 3 tarefas?').waitFor();
    expect(await checkAppearance(page, `failed-jobs-${name}-question`)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
    await page.getByText('3 tarefas foram descartadas.').waitFor();
    await page.getByRole('button', { name: 'Tentar novamente a tarefa remove-company-files' }).click();
    await page.getByText('A tarefa voltou para a fila.').waitFor();
    await page.getByText('Nenhuma tarefa falhou').waitFor();
    expect(await checkAppearance(page, `failed-jobs-${name}-none`)).toEqual([]);
    expect(complaints).toEqual([]);
    await end();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance } from '../../support/appearance.js';
import { phone, screenshot, sharedBrowser, signIn, until, type Visit, visit, wide } from '../../support/browser.js';
import { bodyOf, type Client } from '../../support/client.js';
import { password, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let boss: Client;
let colleague: Client;
let screen: Visit;
let page: Page;
let marina: TicketRow;

const hits = 12;

beforeAll(async () => {
  boss = await w.member({ profile: 'admin', name: 'Beatriz Lima' });
  colleague = await w.member({ name: 'Bruno Alves' });
  const customer = w.customer('Marina Costa');
  const { id, contactId, whatsappId } = await customer.says('Bom dia!');
  await app.database.query(
    `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, read, status, sent_at)
     select $1, $2, $3, $4, case when n % 6 = 1 then 'Quero o *orçamento* número ' || n / 6 + 1 else 'e mais isto ' || n end, false, true, 'received', now()
     from generate_series(1, ${hits * 6}) n`,
    [w.companyId, id, contactId, whatsappId],
  );
  marina = await customer.says('ficou claro?');
  bodyOf(await boss.put(`/tickets/${marina.id}`, { status: 'open' }));
  const renato = await w.customer('Renato Dias').says('e o meu orçamento?');
  bodyOf(await colleague.put(`/tickets/${renato.id}`, { status: 'open' }));
  bodyOf(await w.admin.post('/tags/sync', { ticketId: marina.id, tags: [w.tag.id] }));
  for (const name of ['Ana', 'Bia', 'Caio', 'Duda', 'Edu']) await w.customer(name).says(`oi, aqui é ${name}`);
  screen = await visit(browser, app.url);
  page = screen.page;
  await signIn(page, boss.me.email, password);
});

const tab = (name: string) => page.getByRole('tab', { name });
const rows = () => page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem');
const row = (name: string) => rows().filter({ hasText: name });
const query = () => new URL(page.url()).search;
/**
 * Resolves when the message with the text is highlighted in the middle of the log. It is highlighted for a moment only,
 * so this has to be waited for together with what leads there.
 */
const landed = (text: string): Promise<void> =>
  until(
    page,
    `(() => { const log = document.querySelector('[role=log]')?.closest('[data-stream]')?.getBoundingClientRect();
      const row = document.querySelector('[data-highlighted=true]');
      const hit = row?.getBoundingClientRect();
      return !!log && !!hit && row.textContent.includes(${JSON.stringify(text)}) && hit.top > log.top && hit.bottom < log.bottom; })()`,
  );
/** Does something, after which the message with the text is highlighted. */
const landing = async (text: string, work: () => Promise<void>): Promise<void> => {
  await Promise.all([landed(text), work()]);
};
const where = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

describe('the filters of the list', () => {
  it('are in the address: kept by a reload, the back button and a conversation', async () => {
    await row('Marina Costa').waitFor();
    expect(query()).toBe('');
    await page.getByRole('button', { name: /^Departamentos/ }).click();
    await page.getByRole('menuitemcheckbox', { name: w.support.name }).click();
    await page.keyboard.press('Escape');
    await tab('Pendentes').click();
    await row('Ana').waitFor();
    expect(query()).toBe(`?queueIds=${w.sales.id}-0&tab=pending`);
    await page.getByText('Ver todos').click();
    await page.waitForURL(/showAll=false/);
    await page.reload();
    await row('Ana').waitFor();
    expect(await tab('Pendentes').getAttribute('aria-selected')).toBe('true');
    await tab('Abertos').click();
    await row('Marina Costa').getByRole('link').click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}\?queueIds=\d+-0&showAll=false$/);
    await page.goBack();
    await page.goBack();
    await row('Ana').waitFor();
    expect(query()).toContain('tab=pending');
    // stored, as it was selected here: the default for an address without a query
    await page.goto('/tickets');
    await page.waitForURL(/\?(showAll=false&)?queueIds=\d+/);
    await page.getByText('Ver todos').click();
    await page.getByRole('button', { name: /^Departamentos/ }).click();
    await page.getByRole('menuitemcheckbox', { name: w.support.name }).click();
    await page.keyboard.press('Escape');
    await row('Renato Dias').waitFor();
    await until(page, 'location.search === ""');
    // one alone, by pointer or keys, and all again
    await page.getByRole('button', { name: /^Departamentos/ }).click();
    await page.getByRole('menuitem', { name: `só este: ${w.sales.name}` }).waitFor();
    expect(await checkAppearance(page, 'list-departments')).toEqual([]);
    await page.getByRole('menuitem', { name: `só este: ${w.sales.name}` }).click();
    await until(page, `location.search === '?queueIds=${w.sales.id}'`);
    await page.getByRole('button', { name: `Departamentos: ${w.sales.name}` }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Todos os departamentos', checked: false }).click();
    await until(page, 'location.search === ""');
  });

  it('search by words, tags and attendants', async () => {
    await tab('Pesquisar').click();
    await page.getByText('Pesquise nas conversas').waitFor();
    await page.getByPlaceholder('Nome, número ou mensagem').fill('orçamento');
    await row('Renato Dias').waitFor();
    await row('Marina Costa').waitFor();
    expect(query()).toBe(`?tab=search&searchParam=${encodeURIComponent('orçamento')}`);
    await tab('Resolvidos').click();
    await until(page, 'location.search === "?tab=closed"');
    await tab('Pesquisar').click();
    await row('Marina Costa').waitFor();
    expect(query()).toBe(`?tab=search&searchParam=${encodeURIComponent('orçamento')}`);
    await page.getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('option', { name: w.tag.name }).click();
    await page.keyboard.press('Escape');
    await row('Renato Dias').waitFor({ state: 'detached' });
    await row('Marina Costa').waitFor();
    expect(await checkAppearance(page, 'list-1-search')).toEqual([]);
    await page.getByRole('combobox', { name: 'Atendentes' }).fill('Bruno');
    await page.getByRole('option', { name: 'Bruno Alves' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Nada encontrado').waitFor();
    expect(query()).toContain(`&tags=${w.tag.id}&users=${colleague.id}`);
    await screenshot(page, 'list-2-nothing');
    await page.getByRole('button', { name: w.tag.name }).press('Delete');
    await row('Renato Dias').waitFor();
    await page.getByRole('button', { name: 'Bruno Alves' }).press('Delete');
    await row('Marina Costa').waitFor();
    await page.getByPlaceholder('Nome, número ou mensagem').fill('orçamento');
  });

  it('opens the hit, and from there the others', async () => {
    await landing('número 12', async () => {
      await row('Marina Costa').getByRole('link').click();
      await where(`${hits} de ${hits}`);
    });
    await page.locator('mark', { hasText: 'orçamento' }).first().waitFor();
    expect(await checkAppearance(page, 'list-3-hit')).toEqual([]);
    expect(await page.getByRole('button', { name: 'Próximo resultado' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Resultado anterior' }).click();
    await where(`11 de ${hits}`);
    await page.keyboard.press(',');
    await where(`10 de ${hits}`);
    await page.keyboard.press('.');
    await where(`11 de ${hits}`);
    const back = async (place: number): Promise<void> => {
      await page.getByRole('button', { name: 'Resultado anterior' }).click();
      await where(`${place} de ${hits}`);
    };
    for (let place = 10; place > 1; place -= 1) await back(place);
    // far above what was loaded at first
    await landing('número 1', () => back(1));
    expect(await page.getByRole('button', { name: 'Resultado anterior' }).isDisabled()).toBe(true);
    // a link without navigation: the hits are loaded, none is opened
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await where(`${hits} resultados`);
    await page.getByRole('button', { name: 'Fechar os resultados' }).click();
    await page.getByRole('button', { name: 'Resultado anterior' }).waitFor({ state: 'detached' });
  });
});

describe('find in the conversation', () => {
  const bar = () => page.getByRole('search', { name: 'Localizar nesta conversa' });
  const input = () => bar().getByRole('textbox');
  const found = (text: string) => bar().getByText(text).waitFor();

  it('finds messages and notes by keys, from the newest on, and gives the focus back', async () => {
    bodyOf(
      await w.admin.post('/ticket-notes', {
        note: 'mandar o orçamento por e-mail',
        ticketId: marina.id,
        contactId: marina.contactId,
      }),
      201,
    );
    await page.goto(`/tickets/${marina.uuid}`);
    await page.locator('[role=log]').getByText('ficou claro?').waitFor();
    await page.keyboard.press('Control+f');
    await landing('por e-mail', async () => {
      await input().fill('orçamentos');
      await found(`${hits + 1} de ${hits + 1}`);
    });
    await page.locator('mark', { hasText: 'orçamento' }).first().waitFor();
    expect(await checkAppearance(page, 'list-4-find')).toEqual([]);
    await landing('número 12', async () => {
      await page.keyboard.press('Enter');
      await found(`${hits} de ${hits + 1}`);
    });
    await page.keyboard.press('Shift+Enter');
    await found(`${hits + 1} de ${hits + 1}`);
    // other words are shown from their newest hit on, like those before
    await landing('número 2', async () => {
      await input().fill('número 2');
      await found('1 de 1');
    });
    await input().fill('inexistente');
    await found('Nenhum resultado');
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Localizar na conversa' }).click();
    await landing('número 3', async () => {
      await page.keyboard.type('número 3');
      await found('1 de 1');
    });
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
  });
});

describe('a saved view', () => {
  const views = () => page.getByRole('dialog', { name: 'Visões salvas' });
  const opened = async () => {
    await page.getByRole('button', { name: 'Visões salvas' }).click();
    await views().waitFor();
  };

  it('stores tab and filters under a name, and is selected, renamed and deleted', async () => {
    await page.goto(`/tickets?tab=search&searchParam=oi&tags=${w.tag.id}&queueIds=${w.sales.id}`);
    await opened();
    await views().getByText('Nenhuma visão salva').waitFor();
    await views().getByLabel('Nome da visão').fill('Retornos');
    await page.keyboard.press('Enter');
    await views().getByRole('button', { name: 'Retornos', exact: true }).waitFor();
    const kept = query();
    expect(await checkAppearance(page, 'list-9-views')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto('/tickets?tab=closed');
    await page.getByText('Nenhuma conversa resolvida').waitFor();
    await opened();
    await views().getByRole('button', { name: 'Renomear Retornos' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Para hoje');
    await page.keyboard.press('Enter');
    await views().getByRole('button', { name: 'Para hoje', exact: true }).click();
    await until(page, `location.search.includes('tab=search')`);
    const sorted = (address: string) => [...new URLSearchParams(address)].map(String).toSorted();
    expect(sorted(query())).toEqual(sorted(kept));
    await page.getByPlaceholder('Nome, número ou mensagem').waitFor();
    // a view with the default filters removes the stored ones too
    await page.goto('/tickets?tab=search');
    await page.waitForURL(/queueIds=/);
    await opened();
    await views().getByRole('button', { name: 'Excluir Para hoje' }).click();
    await page
      .getByRole('dialog', { name: 'Excluir a visão Para hoje?' })
      .getByRole('button', { name: 'Confirmar' })
      .click();
    await views().getByText('Nenhuma visão salva').waitFor();
    await page.getByRole('dialog', { name: 'Excluir a visão Para hoje?' }).waitFor({ state: 'detached' });
    await until(
      page,
      `document.activeElement?.closest('[role=dialog]') !== null && document.activeElement.tagName === 'INPUT'`,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Departamentos/ }).click();
    await page.getByRole('menuitemcheckbox', { name: w.support.name }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Sem departamento' }).click();
    await page.keyboard.press('Escape');
    await until(page, '!location.search.includes("queueIds")');
    await tab('Abertos').click();
  });
});

describe('several conversations', () => {
  const choose = (name: string) => page.getByRole('checkbox', { name: `Selecionar a conversa com ${name}` });

  it('are selected by checkbox, with Shift and by key, accepted, and returned', async () => {
    // leaves the composer, then the conversation
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText('Escolha uma conversa').waitFor();
    await tab('Pendentes').click();
    await row('Edu').waitFor();
    const places = () => rows().evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
    const before = await places();
    const badge = await row('Edu').getByRole('img', { name: '1 mensagem não lida' }).boundingBox();
    const accept = await row('Edu')
      .getByRole('button', { name: /^Aceitar/ })
      .boundingBox();
    expect((accept?.x ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0)).toBeGreaterThanOrEqual(4);
    await page.getByRole('button', { name: 'Selecionar conversas' }).click();
    await page.getByText('0 selecionadas').waitFor();
    expect(await places()).toEqual(before);
    await choose('Edu').check();
    await page.getByRole('button', { name: 'Aceitar', exact: true }).waitFor();
    expect(await places()).toEqual(before);
    await choose('Caio').click({ modifiers: ['Shift'] });
    await page.getByText('3 selecionadas').waitFor();
    await choose('Caio').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('4 selecionadas').waitFor();
    await row('Bia').click();
    await page.getByText('3 selecionadas').waitFor();
    expect(await checkAppearance(page, 'list-5-bulk')).toEqual([]);
    // a colleague accepts one of them first
    await page.route('**/tickets/bulk', async (route) => {
      const duda = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&searchParam=Duda'));
      bodyOf(await colleague.put(`/tickets/${duda.tickets[0]?.id}`, { status: 'open' }));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Aceitar', exact: true }).click();
    await page.getByText('2 conversas aceitas.').waitFor();
    await page.getByText('Duda: Esta conversa já está com Bruno Alves.').waitFor();
    await page.unroute('**/tickets/bulk');
    await screenshot(page, 'list-6-done');
    await row('Edu').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText('2 conversas voltaram a como estavam.').waitFor();
    await row('Edu').waitFor();
    expect(await rows().count()).toBe(4);
  });

  it('are transferred, tagged and deselected by Esc', async () => {
    await row('Ana').click({ modifiers: ['Shift'] });
    await page.getByText('1 selecionada', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Adicionar tag', exact: true }).click();
    await page.getByRole('combobox', { name: 'Tag' }).click();
    await page.getByRole('option', { name: w.tag.name }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText('Tag adicionada a 1 conversa.').waitFor();
    await row('Ana').getByText(w.tag.name).waitFor();
    await row('Bia').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Transferir' }).click();
    await page.getByRole('combobox', { name: 'Departamento' }).click();
    await page.getByRole('option', { name: w.support.name }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click();
    await page.getByText('Conversa transferida.').waitFor();
    await row('Bia').getByText(w.support.name).waitFor();
    await row('Caio').click({ modifiers: ['Shift'] });
    await page.getByText('1 selecionada', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Selecionar conversas' }).waitFor();
  });

  it('are selected by a long press on a phone', async () => {
    await page.setViewportSize(phone);
    await tab('Atendimentos').waitFor();
    const touch = { pointerType: 'touch', clientX: 120, clientY: 300, bubbles: true };
    await row('Caio').getByText('Caio').first().dispatchEvent('pointerdown', touch);
    await page.getByText('1 selecionada', { exact: true }).waitFor();
    await row('Caio').getByText('Caio').first().dispatchEvent('pointerup', touch);
    await row('Caio').getByText('Caio').first().click();
    await page.getByText('0 selecionadas').waitFor();
    await row('Caio').click();
    await row('Ana').click();
    await page.getByText('2 selecionadas').waitFor();
    expect(await checkAppearance(page, 'list-7-phone')).toEqual([]);
    await page.getByRole('button', { name: 'Sair da seleção' }).click();
    await tab('Pesquisar').click();
    await page.getByRole('combobox', { name: 'Atendentes' }).waitFor();
    expect(await checkAppearance(page, 'list-8-phone-search')).toEqual([]);
    expect(screen.pageErrors).toEqual([]);
  });
});

describe('the list of an attendant', () => {
  let mine: Visit;
  const list = () => mine.page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem');

  beforeAll(async () => {
    mine = await visit(browser, app.url);
    const person = await w.member({ name: 'Paula Reis', queueIds: [w.sales.id, w.support.id] });
    await signIn(mine.page, person.me.email, password);
  });

  it('loses a conversation that another attendant took', async () => {
    const { page: attendants } = mine;
    await attendants.getByRole('tab', { name: 'Pendentes' }).click();
    await w.customer('Gil Matos').says('e eu?');
    const fabio = await w.customer('Fábio Nunes').says('alguém?');
    await list().filter({ hasText: 'Fábio Nunes' }).waitFor();
    bodyOf(await colleague.put(`/tickets/${fabio.id}`, { status: 'open' }));
    await list().filter({ hasText: 'Fábio Nunes' }).waitFor({ state: 'detached' });
    // a list that was not loaded yet
    await attendants.getByRole('button', { name: /^Departamentos/ }).click();
    const answered = attendants.waitForResponse((answer) => answer.url().includes('status=pending'));
    await attendants.getByRole('menuitemcheckbox', { name: w.support.name }).click();
    await answered;
    await attendants.keyboard.press('Escape');
    await list().filter({ hasText: 'Gil Matos' }).waitFor();
    expect(await list().filter({ hasText: 'Fábio Nunes' }).count()).toBe(0);
  });

  it('shows nothing of the previous company in the same tab', async () => {
    const { page: shared } = mine;
    await shared.getByRole('button', { name: /^Conta de/ }).click();
    await shared.getByText('Sair', { exact: true }).click();
    await shared.getByRole('button', { name: 'Entrar' }).waitFor();
    const other = await world(app);
    await signIn(shared, other.admin.me.email, password);
    await shared.getByRole('tab', { name: 'Pendentes' }).click();
    await shared.getByText('Ninguém esperando').or(list().first()).first().waitFor();
    expect(await list().count()).toBe(0);
    await mine.end();
  });

  it('is shown on a phone, and a failing page is not requested endlessly', async () => {
    await page.setViewportSize(phone);
    await page.goto(`/tickets/${marina.uuid}?tab=search&searchParam=Marina`);
    await page.getByRole('log').getByText('ficou claro?').waitFor();
    await tab('Atendimentos').click();
    await row('Marina Costa').getByRole('link').click();
    await until(page, `document.getElementById('pane-tab-chat')?.getAttribute('aria-selected') === 'true'`);
    let asked = 0;
    await page.route(/\/messages\/\d+\?.*cursor=/, (route) => {
      asked += 1;
      return route.abort();
    });
    const up = () => page.evaluate(`document.querySelector('[role=log]').closest('[data-stream]').scrollTop = 0`);
    await up();
    await page.getByText('Sem conexão com o servidor').first().waitFor();
    await page.waitForTimeout(1_500);
    expect(asked).toBeLessThanOrEqual(2);
    await page.unroute(/\/messages\/\d+\?.*cursor=/);
    const older = page.waitForResponse(/\/messages\/\d+\?.*cursor=/);
    await page.getByRole('button', { name: /^Ir para a última mensagem/ }).click();
    await until(page, `document.querySelector('[role=log]').closest('[data-stream]').scrollTop > 100`);
    // the client does not reconnect within one frame
    await page.waitForTimeout(300);
    await up();
    expect((await older).status()).toBe(200);
  });
});

describe('a row', () => {
  let mine: Visit;
  let own: World;
  let other: Client;
  let free: TicketRow;
  const list = () => mine.page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem');
  const line = (name: string) => list().filter({ hasText: name });
  const heights = () => list().evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)));
  const choose = async (...names: string[]) => {
    await mine.page.getByRole('button', { name: /^Departamentos/ }).click();
    for (const name of names) await mine.page.getByRole('menuitemcheckbox', { name }).click();
    await mine.page.keyboard.press('Escape');
  };

  beforeAll(async () => {
    own = await world(app);
    other = await own.member({ name: 'Bruno Alves' });
    const person = await own.member({ profile: 'admin', name: 'Beatriz Lima' });
    const ana = await own.customer('Ana Prado').says('bom dia');
    bodyOf(await person.put(`/tickets/${ana.id}`, { status: 'open' }));
    const group = await own.customer('Expedição').says('a nota já saiu');
    bodyOf(await other.put(`/tickets/${group.id}`, { status: 'open' }));
    await app.database.query('update tickets set is_group = true where id = $1', [group.id]);
    await app.database.query("update messages set participant = 'Carla' where ticket_id = $1 and not from_me", [
      group.id,
    ]);
    const long = await own
      .customer('Maria Aparecida de Albuquerque e Vasconcelos Lima')
      .says(`uma mensagem que não cabe ${'em linha nenhuma '.repeat(20)}`);
    bodyOf(await own.admin.post('/tags/sync', { ticketId: long.id, tags: [own.tag.id] }));
    await app.database.query(
      `update ticket_cycles set queued_at = now() - interval '75 minutes' where ticket_id = $1`,
      [long.id],
    );
    await own.customer('Edu Reis').says('oi');
    const { contact, connection } = own;
    free = bodyOf(
      await own.admin.post<TicketRow>('/tickets', { contactId: contact.id, whatsappId: connection.id }),
      201,
    );
    mine = await visit(browser, app.url);
    await signIn(mine.page, person.me.email, password);
    await line('Ana Prado').waitFor();
  });
  afterAll(() => mine.end());

  it('shows attendant, status of the last message and waiting time, with a fixed height', async () => {
    const { page: screens } = mine;
    await line('Expedição').getByRole('img', { name: 'Com Bruno Alves' }).waitFor();
    await line('Expedição').getByText('Carla: a nota já saiu').waitFor();
    await line('Ana Prado').getByRole('img', { name: 'Com Beatriz Lima' }).getByText('Você').waitFor();
    await line(own.contact.name).getByText('Sem departamento').waitFor();
    await line('Ana Prado').getByRole('link').click();
    const field = screens.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill('quase pronta');
    await line('Expedição').getByRole('link').click();
    await line('Ana Prado').getByText('Rascunho: quase pronta').waitFor();
    expect(await checkAppearance(screens, 'list-10-rows')).toEqual([]);
    await line('Ana Prado').getByRole('link').click();
    await until(screens, `document.querySelector('textarea')?.value === 'quase pronta'`);
    await screens.route(/\/messages\/\d+$/, (route) => route.abort());
    await field.press('Enter');
    await line('Ana Prado').locator('[data-state=unreached]').waitFor();
    await line('Ana Prado').getByText('quase pronta').waitFor();
    await screens.unroute(/\/messages\/\d+$/);
    await screens.getByRole('button', { name: 'Descartar' }).click();
    await line('Ana Prado').getByText('bom dia').waitFor();
    expect(new Set(await heights())).toEqual(new Set([76]));
    await screens.getByRole('tab', { name: 'Pendentes' }).click();
    await line('Maria Aparecida').getByRole('img', { name: 'Esperando há 1 h' }).waitFor();
    await line('Edu Reis')
      .getByRole('img', { name: /^Esperando há \d+ min$/ })
      .waitFor();
    expect(new Set(await heights())).toEqual(new Set([76]));
    expect(await checkAppearance(screens, 'list-11-waiting')).toEqual([]);
    await screens.setViewportSize(phone);
    await screens.goto('/tickets?tab=pending');
    await line('Edu Reis').waitFor();
    expect(await checkAppearance(screens, 'list-12-phone-waiting')).toEqual([]);
    await screens.getByRole('tab', { name: 'Abertos' }).click();
    await line('Ana Prado').waitFor();
    expect(await checkAppearance(screens, 'list-13-phone-rows')).toEqual([]);
    await screens.setViewportSize(wide);
  });

  it('is moved by messages only, not by accepting, assigning or transferring', async () => {
    const names = () => list().evaluateAll((all) => all.map((each) => each.querySelector('a')?.textContent));
    await line('Ana Prado').waitFor();
    const before = await names();
    expect(before).toEqual([own.contact.name, 'Expedição', 'Ana Prado']);
    const found = bodyOf(await own.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true&searchParam=Ana'));
    const path = `/tickets/${found.tickets[0]?.id}`;
    bodyOf(await own.admin.put(path, { queueId: own.support.id }));
    await line('Ana Prado').waitFor({ state: 'detached' });
    bodyOf(await own.admin.put(path, { status: 'open' }));
    await line('Ana Prado').waitFor();
    expect(await names()).toEqual(before);
    bodyOf(await own.admin.put(path, { queueId: own.sales.id, userId: other.id }));
    await line('Ana Prado').getByRole('img', { name: 'Com Bruno Alves' }).waitFor();
    expect(await names()).toEqual(before);
    bodyOf(await other.post(`/messages/${found.tickets[0]?.id}`, { body: 'já vejo' }), 201);
    await line('Ana Prado').getByText('já vejo').waitFor();
    expect(await names()).toEqual(['Ana Prado', own.contact.name, 'Expedição']);
  });

  it('without a department is excluded by a filter of departments, and has its own choice', async () => {
    await choose('Sem departamento');
    await line(own.contact.name).waitFor({ state: 'detached' });
    await line('Ana Prado').waitFor();
    await choose(own.sales.name, own.support.name, 'Sem departamento');
    await line(own.contact.name).waitFor();
    expect(await list().count()).toBe(1);
    await until(mine.page, 'location.search === "?queueIds=0"');
    await mine.page.getByRole('button', { name: 'Departamentos: Sem departamento' }).waitFor();
    bodyOf(await own.admin.delete(`/tickets/${free.id}`));
    await mine.page.getByText('Nenhuma conversa aberta').waitFor();
    await screenshot(mine.page, 'list-14-none');
  });
});

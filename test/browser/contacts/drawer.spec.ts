import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { seriousViolations } from '../../support/axe.js';
import { screenshot, sharedBrowser, signIn, type Visit, visit } from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
let ticket: TicketRow;
/** The same customer's, resolved. */
let earlier: TicketRow;
let mine: Visit;
let theirs: Visit;

beforeAll(async () => {
  const marina = w.customer('Marina Costa');
  bodyOf(await w.admin.put('/settings/reopenWindow', { value: '0' }));
  earlier = await marina.says('Ainda tem vaga?');
  await w.attendant.put(`/tickets/${earlier.id}`, { status: 'open' });
  await w.attendant.put(`/tickets/${earlier.id}`, { status: 'closed' });
  const { id } = await marina.says('Bom dia!');
  ticket = bodyOf(await w.attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  [mine, theirs] = [await visit(browser, app.url), await visit(browser, app.url)];
  for (const [{ page }, { me }] of [
    [mine, w.attendant],
    [theirs, w.supervisor],
  ] as const) {
    await signIn(page, me.email, password, `/tickets/${ticket.uuid}`);
    // closed by default, unless there is room for three columns
    await openDrawer(page).waitFor();
    expect(await drawer(page).count()).toBe(0);
    await openDrawer(page).click();
    await drawer(page).getByText('Nenhuma observação ainda').waitFor();
  }
});

const drawer = (page: Page) => page.getByRole('complementary', { name: 'Dados do contato' });
const openDrawer = (page: Page) => page.getByTitle('Dados do contato', { exact: true });
const tagsOf = (page: Page) => page.getByRole('group', { name: 'Tags da conversa' });
/** The conversation's row of the list. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('tabpanel').getByRole('link', { name }).locator('xpath=ancestor::div[3]');

describe('two attendants in one conversation', () => {
  it('a note of one appears in the drawer of the other at once, and is deleted after a confirmation', async () => {
    const [here, there] = [drawer(mine.page), drawer(theirs.page)];
    const field = here.getByRole('textbox', { name: 'Observação' });
    const add = here.getByRole('button', { name: 'Adicionar' });
    await add.click();
    await here.getByText('Requerido').waitFor();
    await field.fill('a');
    await here.getByText('Muito curto!').waitFor();
    await field.fill('Prefere contato à tarde.');
    await add.click();
    await mine.page.getByText('Observação adicionada com sucesso!').waitFor();
    const note = there.getByRole('listitem').filter({ hasText: 'Prefere contato à tarde.' });
    await note.getByText(new RegExp(`^${w.attendant.me.name} · \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d$`)).waitFor();
    // of another user
    expect(await note.getByRole('button').count()).toBe(0);
    await there.getByRole('textbox', { name: 'Observação' }).fill('Cliente antiga');
    await there.getByRole('textbox', { name: 'Observação' }).press('Control+Enter');
    await here.getByText('Cliente antiga').waitFor();
    await screenshot(mine.page, 'drawer-1-notes');
    expect(await seriousViolations(mine.page)).toEqual([]);

    await here.getByRole('button', { name: `Excluir a observação de ${w.attendant.me.name}` }).click();
    await mine.page.getByText('Deseja realmente excluir esta informação?').waitFor();
    await mine.page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await mine.page.getByText('Observação excluída com sucesso!').waitFor();
    await note.waitFor({ state: 'detached' });
    await there.getByText('Cliente antiga').waitFor();
  });

  it('the draft of a note is kept with its conversation', async () => {
    const field = drawer(mine.page).getByRole('textbox', { name: 'Observação' });
    await field.fill('ainda escrevendo');
    await mine.page.reload();
    await expect(field.inputValue()).resolves.toBe('ainda escrevendo');
    await field.fill('');
  });

  it('tags are found, created and removed by keyboard, and appear in header and list of the other', async () => {
    const { page } = mine;
    await tagsOf(page).getByRole('button', { name: 'Adicionar tag…' }).click();
    const search = tagsOf(page).getByRole('combobox', { name: 'Pesquisar ou criar tag' });
    await search.pressSequentially('Re');
    await page.getByText('Digite ao menos 3 caracteres para criar uma tag').waitFor();
    await search.pressSequentially('torno');
    await page.getByRole('option', { name: 'Criar a tag “Retorno”' }).waitFor();
    await screenshot(page, 'drawer-2-tag-new');
    expect(await seriousViolations(page)).toEqual([]);
    await search.press('Enter');
    await tagsOf(page).getByText('Retorno').waitFor();
    // stays open for the next tag, which exists already
    const known = w.tag.name;
    await search.pressSequentially(known.slice(0, 4).toLowerCase());
    await page.getByRole('option', { name: known }).waitFor();
    await search.press('Enter');
    await tagsOf(page).getByText(known).waitFor();
    await search.press('Escape');
    await tagsOf(page).getByRole('button', { name: 'Adicionar tag…' }).waitFor();
    for (const name of ['Retorno', known]) {
      await tagsOf(theirs.page).getByText(name).waitFor();
      await rowOf(theirs.page, 'Marina Costa').getByText(name).waitFor();
    }
    await screenshot(theirs.page, 'drawer-3-tags');

    await tagsOf(theirs.page)
      .getByRole('button', { name: `Remover a tag ${known}` })
      .press('Enter');
    await tagsOf(page).getByText(known).waitFor({ state: 'detached' });
    await rowOf(page, 'Marina Costa').getByText(known).waitFor({ state: 'detached' });
    await rowOf(page, 'Marina Costa').getByText('Retorno').waitFor();
  });

  it('a tag renamed or deleted elsewhere is updated in the open conversation', async () => {
    const tags = bodyOf(await w.admin.get<{ id: number; name: string; color: string }[]>('/tags/list'));
    const tag = tags.find(({ name }) => name === 'Retorno');
    bodyOf(await w.admin.put(`/tags/${tag?.id}`, { name: 'Retornar', color: '#12905a' }));
    await tagsOf(mine.page).getByText('Retornar').waitFor();
    await rowOf(mine.page, 'Marina Costa').getByText('Retornar').waitFor();
    bodyOf(await w.admin.delete(`/tags/${tag?.id}`));
    await tagsOf(mine.page).getByText('Retornar').waitFor({ state: 'detached' });
  });

  it('an edited contact is updated in header, list and drawer of both', async () => {
    const { page } = mine;
    await drawer(page).getByRole('button', { name: 'Editar o contato Marina Costa' }).click();
    const form = page.getByRole('dialog');
    const name = form.getByLabel('Nome').first();
    const save = form.getByRole('button', { name: 'Salvar' });
    await name.fill('');
    await save.click();
    await form.getByText('Obrigatório').waitFor();
    await name.fill('M');
    await form.getByText('Muito curto!').waitFor();
    await name.fill('M'.repeat(51));
    await form.getByText('Muito longo!').waitFor();
    await name.fill('Marina Costa Reis');
    await form.getByLabel('E-mail').fill('marina');
    await form.getByText('E-mail inválido!').waitFor();
    await form.getByLabel('E-mail').fill('marina@exemplo.test');
    const number = form.getByLabel(/^Número/);
    await number.fill(w.contact.number);
    await save.click();
    await form.getByText('Já existe um contato com este número.').waitFor();
    await screenshot(page, 'drawer-4-contact');
    expect(await seriousViolations(page)).toEqual([]);
    await number.fill(ticket.contact.number);
    await form.getByRole('button', { name: 'Adicionar linha' }).click();
    await form.getByLabel('Nome').nth(1).fill('Cidade');
    await form.getByLabel('Valor').fill('Campinas');
    await save.click();
    await form.waitFor({ state: 'detached' });
    for (const each of [page, theirs.page]) {
      await each.getByRole('banner').or(each.locator('main header')).getByText('Marina Costa Reis').first().waitFor();
      await rowOf(each, 'Marina Costa Reis').waitFor();
      await drawer(each).getByRole('heading', { name: 'Marina Costa Reis' }).waitFor();
      await drawer(each).getByText('marina@exemplo.test').waitFor();
      await drawer(each).getByText('Campinas').waitFor();
    }
    await screenshot(theirs.page, 'drawer-5-contact-shown');
  });

  it('the earlier conversations of the contact are listed, and a click opens one', async () => {
    const { page } = mine;
    const list = drawer(page).getByRole('region', { name: 'Conversas anteriores' });
    const code = String(earlier.code).replace(/\B(?=(\d{3})+$)/g, ' ');
    const row = list.getByRole('link', { name: `protocolo ${code}` });
    await row.getByText('Resolvida').waitFor();
    await row.getByText(`${w.sales.name} · ${w.attendant.me.name}`).waitFor();
    await row.getByText(/^\d\d\/\d\d\/\d{4}$/).waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    await screenshot(page, 'drawer-6-earlier');
    await row.click();
    await page.waitForURL(`**/tickets/${earlier.uuid}`);
    // the newer conversation is listed there, and updated
    const others = drawer(page).getByRole('region', { name: 'Outras conversas' });
    await others.getByText('Em atendimento').waitFor();
    bodyOf(await w.admin.put(`/tickets/${ticket.id}`, { status: 'pending' }));
    await others.getByText('Aguardando').waitFor();
    await others.getByRole('link').click();
    await page.waitForURL(`**/tickets/${ticket.uuid}`);
    await page.getByRole('button', { name: 'Aceitar', exact: true }).click();
    await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
    // its state is stored
    await page.reload();
    await drawer(page).waitFor();
  });

  it('no errors were logged', () => {
    // the browser itself logs the 409 of a number that another contact has
    expect(mine.pageErrors.filter((text) => !text.includes('409'))).toEqual([]);
    expect(theirs.pageErrors).toEqual([]);
  });
});

describe('on a phone and in the dark', () => {
  it('tags and drawer fit', async () => {
    await Promise.all([mine.end(), theirs.end()]);
    bodyOf(await w.attendant.signIn(w.attendant.me.email, password));
    const older = Array.from({ length: 5 }, (_, index) => `Observação antiga ${index}`);
    for (const note of [
      ...older,
      'Prefere contato à tarde.',
      `${'Uma observação bem comprida. '.repeat(8)}${'x'.repeat(60)}`,
    ])
      bodyOf(await w.attendant.post('/ticket-notes', { note, ticketId: ticket.id, contactId: ticket.contactId }), 201);
    const tags: { id: number }[] = [];
    for (const [name, color] of [
      ['Retorno', '#12905a'],
      ['Plano anual', '#7c3aed'],
      ['Uma tag com um nome que não acaba mais e não cabe em lugar nenhum', '#e5484d'],
    ])
      tags.push(bodyOf(await w.attendant.post<{ id: number }>('/tags', { name, color }), 201));
    bodyOf(await w.attendant.post('/tags/sync', { ticketId: ticket.id, tags }));
    for (const [name, viewport] of sizes) {
      const { page, pageErrors: complaints, end } = await visit(browser, app.url, { viewport });
      await signIn(page, w.attendant.me.email, password, `/tickets/${ticket.uuid}`);
      await tagsOf(page).getByText('Plano anual').waitFor();
      expect(await checkAppearance(page, `drawer-${name}-chat`)).toEqual([]);
      await openDrawer(page).click();
      await drawer(page).getByText('Prefere contato à tarde.').waitFor();
      expect(await drawer(page).getByText('Observação antiga 0').count()).toBe(0);
      await drawer(page).getByRole('button', { name: 'Ver todas as 8 observações' }).click();
      await drawer(page).getByText('Observação antiga 0').waitFor();
      expect(await checkAppearance(page, `drawer-${name}`)).toEqual([]);
      expect(complaints).toEqual([]);
      await end();
    }
  });
});

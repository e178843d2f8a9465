import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { screenshot, sharedBrowser, signIn, type Visit, visit } from '../../support/browser.js';
import { type Answer, bodyOf, type Client, type Refusal } from '../../support/client.js';
import { type MessageRow, password, type TicketRow, world } from '../../support/world.js';

/*
 * What spec 000 §5 and §6 refuse (and §4, where §5 points to it), in its words: on the screen of an attendant of two departments, where nothing leaves
 * the browser, and by the server to callers without a screen. Both read from the same line of a table.
 */

const app = await sharedApp();
const browser = await sharedBrowser();
const w = await world(app);
/** The attendant with the browser's session. */
let opened: Visit;
let page: Page;
/** A client without a browser, with the same rights. */
let caller: Client;
let ticket: TicketRow;
let theirs: MessageRow;
let ours: MessageRow;
/** Write requests of the page since the test began. */
let sent: string[] = [];
/** Search texts that the page sent. */
let searched: string[] = [];

const noPage = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.';
const noPermission = 'Você não tem permissão para acessar este recurso.';
const threeLetters = 'Digite ao menos 3 caracteres';

beforeAll(async () => {
  const both = { queueIds: [w.sales.id, w.support.id] };
  const person = await w.member({ ...both, name: 'Paula Reis' });
  caller = await w.member({ ...both, name: 'Bruno Dias' });
  const { id } = await w.customer('Marina Costa').says('Bom dia!');
  ticket = bodyOf(await person.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  ours = bodyOf(await person.post<MessageRow>(`/messages/${id}`, { body: 'Bom dia, Marina!' }), 201);
  await app.settled();
  const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`));
  theirs = messages.find(({ fromMe }) => !fromMe) ?? ours;
  opened = await visit(browser, app.url);
  page = opened.page;
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // loading a page renews the session and sends read receipts
    const own = pathname === '/auth/refresh_token' || pathname.endsWith('/read');
    if (request.method() !== 'GET' && !own) sent.push(`${request.method()} ${pathname}`);
    const word = searchParams.get('searchParam');
    if (word !== null) searched.push(word);
  });
  await signIn(page, person.me.email, password, '/contacts/create');
});

beforeEach(() => {
  sent = [];
  searched = [];
});

const dialog = (): Locator => page.getByRole('dialog');
const input = (label: string): Locator => dialog().getByRole('textbox', { name: new RegExp(`^${label}`) });

/** Goes there unless the page is there already. */
async function at(path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
}

const refusedWith = ({ status, body }: Answer<Refusal>, refusal: Partial<Refusal>): void =>
  expect({ status, body }).toEqual({ status: refusal.statusCode, body: expect.objectContaining(refusal) });

describe('a form', () => {
  const contact = { name: 'Marina Costa', number: '5511955554444', email: 'marina@cliente.test' };
  const tag = { name: 'Urgente', color: '#12905a' };
  const labels: Readonly<Record<string, string>> = {
    name: 'Nome',
    number: 'Número',
    email: 'E-mail',
    color: 'Cor',
    shortcode: 'Atalho',
  };

  it.each<[string, string, Readonly<Record<string, string>>, string, string]>([
    ['1. a contact without a name', '/contacts', { ...contact, name: '' }, 'name', 'Obrigatório'],
    ['2. a name of one letter', '/contacts', { ...contact, name: 'M' }, 'name', 'Muito curto!'],
    ['3. a name of 51 letters', '/contacts', { ...contact, name: 'M'.repeat(51) }, 'name', 'Muito longo!'],
    ['4. a number of 7 digits', '/contacts', { ...contact, number: '5511955' }, 'number', 'Muito curto!'],
    ['5. a number of 51 digits', '/contacts', { ...contact, number: '5'.repeat(51) }, 'number', 'Muito longo!'],
    ['6. what is no e-mail', '/contacts', { ...contact, email: 'marina@' }, 'email', 'E-mail inválido!'],
    ['7. a tag without a name', '/tags', { ...tag, name: '' }, 'name', 'Obrigatório'],
    ['8. a tag of two letters', '/tags', { ...tag, name: 'ab' }, 'name', 'Mensagem muito curta'],
    ['9. a quick message without a shortcode', '/quick-messages', { shortcode: '' }, 'shortcode', 'Obrigatório'],
  ])('refuses %s', async (_what, path, values, wrong, text) => {
    await at(`${path}/create`);
    for (const [key, value] of Object.entries(values)) await input(labels[key] ?? key).fill(value);
    await dialog().getByRole('button', { name: 'Salvar' }).click();
    await dialog().getByText(text, { exact: true }).waitFor();
    expect(await dialog().locator('[aria-invalid=true]').count()).toBe(1);
    expect(await input(labels[wrong] ?? wrong).getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
    refusedWith(await caller.post(path, { message: '', ...values }), {
      statusCode: 400,
      code: 'ERR_VALIDATION',
      fields: { [wrong]: text },
    });
  });

  it('10. offers the kanban switch of a tag to supervisors and managers only', async () => {
    await at('/tags/create');
    await input('Nome').waitFor();
    expect(await dialog().getByLabel('Kanban').count()).toBe(0);
    refusedWith(await caller.post('/tags', { ...tag, kanban: 1 }), {
      statusCode: 403,
      code: 'ERR_NO_PERMISSION',
      message: noPermission,
    });
    bodyOf(await w.supervisor.post('/tags', { ...tag, kanban: 1 }), 201);
  });
});

describe('the opened conversation', () => {
  const field = (): Locator => page.getByRole('textbox', { name: 'Mensagem', exact: true });

  it.each([
    ['11. none', '', 'Requerido'],
    ['12. of one letter', 'a', 'Muito curto!'],
  ])('refuses a note: %s', async (_what, note, text) => {
    await page.evaluate(`localStorage.setItem('contactDrawer', 'true')`);
    await at(`/tickets/${ticket.uuid}`);
    const drawer = page.getByRole('complementary', { name: 'Dados do contato' });
    await drawer.getByRole('textbox', { name: 'Observação' }).fill(note);
    sent = [];
    await drawer.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await drawer.getByText(text, { exact: true }).waitFor();
    expect(sent).toEqual([]);
    const body = { note, ticketId: ticket.id, contactId: ticket.contactId };
    refusedWith(await w.admin.post('/ticket-notes', body), { statusCode: 400, fields: { note: text } });
  });

  it('13. is not transferred without a department; the search for attendants needs three letters', async () => {
    await page.getByRole('button', { name: 'Transferir', exact: true }).click();
    const attendant = dialog().getByRole('combobox', { name: 'Atendente' });
    await attendant.fill('Br');
    await dialog().getByText(threeLetters).first().waitFor();
    await dialog().getByRole('button', { name: 'Transferir' }).click();
    await dialog().getByText('Escolha um atendente ou outro departamento').waitFor();
    expect([sent, searched]).toEqual([[], []]);
    await attendant.fill('Bru');
    await page.getByRole('option', { name: 'Bruno Dias' }).waitFor();
    expect(searched).toEqual(['Bru']);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('14. sends no blank message', async () => {
    for (const blank of ['', '   ', '\n \n']) {
      await field().fill(blank);
      await field().press('Enter');
    }
    expect(await page.getByRole('button', { name: 'Enviar', exact: true }).count()).toBe(0);
    expect(sent.filter((call) => call.startsWith('POST /messages'))).toEqual([]);
    refusedWith(await w.admin.post(`/messages/${ticket.id}`, { body: '  \n ' }), { statusCode: 400 });
  });

  it('15. saves no empty edit', async () => {
    await page.getByRole('button', { name: 'Opções da mensagem' }).last().click();
    await page.getByRole('menuitem', { name: 'Editar', exact: true }).click();
    await dialog().getByLabel('Texto da mensagem').fill('');
    sent = [];
    await dialog().getByRole('button', { name: 'Salvar' }).click();
    await dialog().getByText('Escreva uma mensagem').waitFor();
    expect(sent).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    refusedWith(await w.admin.post(`/messages/edit/${ours.id}`, { body: '' }), { statusCode: 400 });
  });

  it('16. offers no edit or deletion of the customer’s messages', async () => {
    await page.getByRole('button', { name: 'Opções da mensagem' }).first().click();
    await page.getByRole('menuitem', { name: 'Responder' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^(Editar|Apagar)/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    refusedWith(await w.admin.delete(`/messages/${theirs.id}`), {
      statusCode: 400,
      code: 'ERR_DELETE_WAPP_MSG',
      message: 'Não foi possível excluir a mensagem.',
    });
    refusedWith(await w.admin.post(`/messages/edit/${theirs.id}`, { body: 'x' }), {
      statusCode: 400,
      code: 'ERR_EDIT_WAPP_MSG',
    });
  });

  it('17. is deleted by managers only, as contacts are', async () => {
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Marcar como não lida' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Excluir conversa' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await at('/contacts');
    await page.getByRole('link', { name: `Editar ${w.contact.name}` }).waitFor();
    expect(await page.getByRole('button', { name: /^Excluir/ }).count()).toBe(0);
    const refusal = { statusCode: 403, code: 'ERR_NO_PERMISSION', message: noPermission };
    refusedWith(await caller.delete(`/tickets/${ticket.id}`), refusal);
    refusedWith(await caller.delete(`/contacts/${w.contact.id}`), refusal);
  });
});

describe('the workspace', () => {
  it('18. starts no conversation without a department; the search for contacts needs three letters', async () => {
    await at('/tickets');
    // users who may see everything have a switch that others have not
    expect(await page.getByText('Ver todos').count()).toBe(0);
    await page.getByRole('button', { name: 'Nova conversa' }).first().click();
    const contact = dialog().getByRole('combobox', { name: 'Contato' });
    await contact.fill('Co');
    await dialog().getByText(threeLetters).first().waitFor();
    expect(searched).toEqual([]);
    await contact.fill(w.contact.name);
    await page.getByRole('option', { name: w.contact.name }).click();
    sent = [];
    await dialog().getByRole('button', { name: 'Iniciar conversa' }).click();
    await dialog().getByText('Selecione uma fila').waitFor();
    await screenshot(page, 'refusals-no-department');
    expect(sent).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    const body = { contactId: w.contact.id, whatsappId: w.connection.id, userId: caller.id, status: 'open' };
    refusedWith(await caller.post('/tickets', body), { statusCode: 400, fields: { queueId: 'Selecione uma fila' } });
    // managers may
    bodyOf(await w.admin.post('/tickets', { ...body, userId: w.admin.id }), 201);
  });

  it('19. opens no conversation of another department', async () => {
    const board = bodyOf(
      await w.admin.post<{ id: number }>('/queue', { name: 'Diretoria', color: '#b3261e', orderQueue: 3 }),
      201,
    );
    const foreign = await w.customer('Rui Prado').says('Bom dia');
    bodyOf(await w.admin.put(`/tickets/${foreign.id}`, { queueId: board.id, status: 'pending', userId: null }));
    await at(`/tickets/${foreign.uuid}`);
    await page.getByRole('alert').getByText('Acesso não permitido', { exact: true }).waitFor();
    await page.waitForURL(/\/tickets$/);
    refusedWith(await caller.get(`/tickets/u/${foreign.uuid}`), {
      statusCode: 403,
      code: 'ERR_NO_PERMISSION',
      message: 'Acesso não permitido',
    });
    bodyOf(await w.admin.get(`/tickets/u/${foreign.uuid}`));
  });

  it('20. shows no page that role or plan refuses', async () => {
    await at('/users');
    await page.getByText(noPage).waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/');
    refusedWith(await caller.post('/users', {}), { statusCode: 403, message: noPermission });
    // the server's own answer, with the lock that a smaller plan puts on a page
    await page.route('**/resources', async (route) => {
      const answer = await route.fetch();
      const known = (await answer.json()) as { resources: { name: string; locked: boolean }[] };
      const resources = known.resources.map((each) => ({ ...each, locked: each.locked || each.name === 'tags' }));
      await route.fulfill({ response: answer, json: { ...known, resources } });
    });
    await at('/tags');
    await page.getByText(noPage).waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.unroute('**/resources');
  });

  it('21. refuses users of an overdue company, and signs out those with a session', async () => {
    const overdue = 'Seu serviço está vencido, entre em contato com o suporte!';
    const { email } = caller.me;
    bodyOf(await app.platform.put(`/companies/${w.companyId}`, { dueDate: '2020-01-01' }));
    await page.waitForURL(/\/login$/);
    await page.getByRole('alert').getByText(overdue).waitFor();
    // another page: the signed-out one is reloaded a second later
    const { page: door } = await visit(browser, app.url);
    await door.goto('/login');
    await door.getByLabel('E-mail').fill(email);
    await door.getByLabel('Senha', { exact: true }).fill(password);
    await door.getByRole('button', { name: 'Entrar' }).click();
    await door.getByRole('alert').filter({ hasText: overdue }).waitFor();
    await screenshot(door, 'refusals-overdue');
    refusedWith((await app.visitor().signIn(email, password)) as unknown as Answer<Refusal>, {
      statusCode: 403,
      code: 'ERR_COMPANY_EXPIRED',
      message: overdue,
    });
    bodyOf(await app.platform.put(`/companies/${w.companyId}`, { dueDate: null }));
    await door.getByRole('button', { name: 'Entrar' }).click();
    await door.waitForURL(/\/tickets/);
  });
});

it('a password reset with an unknown e-mail shows an error and stays at the first step', async () => {
  const { page: door, end } = await visit(browser, app.url);
  await door.goto('/forget-pass');
  await door.getByLabel('E-mail').fill('ninguem@empresa.test');
  await door.getByRole('button', { name: 'Enviar o código' }).click();
  await door.locator('form').getByText('Email não encontrado').waitFor();
  await door.getByRole('button', { name: 'Enviar o código' }).waitFor();
  await end();
});

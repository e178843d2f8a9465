import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { roleUrls } from '../../../src/core/database/prepare-database.js';
import { storeMessages } from '../../../src/modules/conversations/messages/history/message-writer.queries.js';
import type { FoundTicket } from '../../../src/modules/conversations/tickets/search/ticket-search.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { encryptionKey } from '../../support/test-config.js';
import type { MessageRow, TicketRow } from '../../support/world.js';
import { type World, world } from '../../support/world.js';

const app = await sharedApp();

interface Found {
  tickets: FoundTicket[];
  hasMore: boolean;
  count: number;
  countIsMinimum?: boolean;
  cursor: string | null;
}

const search = async (client: Client, text: string, more = ''): Promise<Found> =>
  bodyOf(await client.get<Found>(`/tickets?showAll=true&searchParam=${encodeURIComponent(text)}${more}`));

const idsOf = ({ tickets }: Found): number[] => tickets.map(({ id }) => id).toSorted((a, b) => a - b);

const named = async (client: Client, path: string): Promise<string[]> =>
  bodyOf(await client.get<{ contacts: { name: string }[] }>(path)).contacts.map(({ name }) => name);

describe('words of messages', () => {
  let w: World;
  let budget: TicketRow;
  let visit: TicketRow;

  beforeAll(async () => {
    w = await world(app);
    budget = await w.customer('Ana').says('Bom dia! Gostaria de um Orçamento para *duas* impressoras, por favor.');
    visit = await w.customer('Bia').says('os técnicos agendaram a visita (11) 99999-8888, ana@exemplo.com.br');
    await w.customer('Caio').says('obrigado');
  });

  test.each([
    ['as it was written', 'Orçamento'],
    ['without accents, in capitals', 'ORCAMENTO'],
    ['from the beginning of the last word on', 'orç'],
    ['in the plural', 'orçamentos'],
    ['half typed, beyond the stem', 'impressor'],
    ['several words, in any order', 'impressoras bom orçam'],
    ['after words that nobody looks for', 'para o orçamento'],
    ['before words that nobody looks for', 'orçamento para o'],
    ['with signs around', '"orçamento", *duas*!'],
  ])('are found %s', async (_name, text) => {
    const found = await search(w.admin, text);
    expect(idsOf(found)).toEqual([budget.id]);
    expect(found).toMatchObject({ count: 1, hasMore: false, cursor: null });
  });

  test.each([
    ['agendar', () => [visit.id]],
    ['8888', () => [visit.id]],
    ['exemplo.com', () => [visit.id]],
    ['orçamento visita', () => []],
    ['çamento', () => []],
    ['de por um', () => []],
    ['!!!', () => []],
    ["orç' | 'visita", () => []],
    ['{"a":1}', () => []],
    ['100%_\\', () => []],
  ])('%s', async (text, expected) => {
    expect(idsOf(await search(w.admin, text))).toEqual(expected());
  });

  test('the row has the newest hit with a snippet', async () => {
    const customer = w.customer('Duda');
    const { id } = await customer.says('o boleto venceu ontem');
    await customer.says(
      `${'bem antes disso '.repeat(30)}veio o segundo BOLÉTO, que é este aqui ${'e muito mais '.repeat(30)}`,
    );
    await customer.says('é só isso');
    const [row] = (await search(w.admin, 'boleto')).tickets;
    const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`));
    expect(row).toMatchObject({ id, hit: { messageId: messages.at(-2)?.id } });
    expect(row?.hit?.snippet).toMatch(/^…o segundo BOLÉTO, que é este.*…$/);
    expect((await search(w.admin, 'Duda')).tickets[0]).toMatchObject({ id, hit: null });
  });

  test('a deleted message is not found', async () => {
    const customer = w.customer('Edu');
    const { id } = await customer.says('segredo confidencial');
    expect(idsOf(await search(w.admin, 'confidencial'))).toEqual([id]);
    await app.as(w.companyId, (db) =>
      db.run(sql`update messages set is_deleted = true where company_id = ${w.companyId} and ticket_id = ${id}`),
    );
    expect(idsOf(await search(w.admin, 'confidencial'))).toEqual([]);
  });

  test('conversations that the user may not see are not found', async () => {
    const hidden = await w.customer('Fabi').says('assunto reservado da diretoria');
    const other = await w.member({ queueIds: [w.support.id] });
    expect(idsOf(await search(other, 'reservado'))).toEqual([]);
    expect(idsOf(await search(w.attendant, 'reservado'))).toEqual([hidden.id]);
    bodyOf(await w.admin.put(`/tickets/${hidden.id}`, { status: 'open' }));
    expect(idsOf(await search(w.attendant, 'reservado'))).toEqual([]);
    expect(idsOf(await search(w.supervisor, 'reservado'))).toEqual([hidden.id]);
    expect(idsOf(await search(w.supervisor, 'reservado', '&status=closed'))).toEqual([]);
  });

  describe('of a word that most conversations have', () => {
    let many: World;
    const listed = ({ tickets }: Found): number[] => tickets.map(({ id }) => id);
    const expected = (more = 'true'): Promise<number[]> =>
      app.as(many.companyId, async (db) =>
        (
          await db.rows<{ id: number }>(sql`select t.id from tickets t where t.company_id = ${many.companyId}
            and exists (select 1 from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.body like 'pedido%')
            and ${sql.raw<boolean>(more)} order by t.updated_at desc, t.id desc`)
        ).map(({ id }) => id),
      );

    beforeAll(async () => {
      many = await world(app);
      await many.customer('Antiga').writes('uma raridade');
      for (let count = 0; count < 43; count += 1)
        await many.customer(`Pessoa ${count}`).writes(`pedido número ${count}`);
      await many.customer('Sem palavra').writes('outra coisa');
      await many.customer('Pedido no nome').writes('bom dia');
      await app.settled();
    });

    test('the pages are in the order of the list, counted when the search comes to their end', async () => {
      const byName = idsOf(await search(many.admin, 'no nome'));
      const all = [...byName, ...(await expected())];
      expect(all).toHaveLength(44);
      const first = await search(many.admin, 'pedido');
      expect([listed(first), first.hasMore]).toEqual([all.slice(0, 40), true]);
      expect(first).toMatchObject({ count: 40, countIsMinimum: true });
      const ranged = `range=[0,9]&filter=${encodeURIComponent(JSON.stringify({ q: 'pedido', showAll: true }))}`;
      const { headers } = await many.admin.get(`/tickets?${ranged}`);
      expect(headers.get('content-range')).toBe('tickets 0-9/44');
      expect(first.tickets.map(({ hit }) => hit === null)).toEqual(all.slice(0, 40).map((id) => byName.includes(id)));
      for (const next of [`&cursor=${first.cursor}`, '&pageNumber=2']) {
        const second = await search(many.admin, 'pedido', next);
        expect([listed(second), second.hasMore]).toEqual([all.slice(40), false]);
        expect(second.tickets.every(({ hit }) => hit?.snippet.startsWith('pedido número'))).toBe(true);
      }
      expect(await search(many.admin, 'pedido', '&pageNumber=3')).toMatchObject({ tickets: [], hasMore: false });
      expect(listed(await search(many.admin, 'pedido', '&order=lastMessage'))).toEqual(listed(first));
    });

    test('a word of an old conversation is found behind them', async () => {
      expect(await search(many.admin, 'raridades')).toMatchObject({
        tickets: [{ contact: { name: 'Antiga' }, hit: { snippet: 'uma raridade' } }],
        count: 1,
      });
    });

    test('only what the user may see is found, and what the filters leave', async () => {
      const taken = (await expected()).filter((_id, index) => index % 2 === 0);
      await app.database.query("update tickets set status = 'open', user_id = $2 where id = any($1::bigint[])", [
        taken,
        many.admin.id,
      ]);
      const found = await search(many.attendant, 'pedido');
      expect(listed(found)).toEqual([
        ...idsOf(await search(many.admin, 'no nome')),
        ...(await expected("t.status = 'pending'")),
      ]);
      expect(found).toMatchObject({ hasMore: false, count: 22 });
      expect(listed(await search(many.admin, 'pedido', '&status=open'))).toEqual(await expected("t.status = 'open'"));
      expect(listed(await search(many.admin, 'pedido', '&status=closed'))).toEqual([]);
    });
  });

  test('texts without words are stored and searched like others', async () => {
    const odd = ['x'.repeat(4000), '👍'.repeat(500), '日本語', 'İstanbul', '½ ﷺ', "'\\ : & | ! ( ) <-> *"];
    const customer = w.customer('Gil');
    for (const text of odd) await customer.says(text);
    for (const text of odd) expect(await search(w.admin, text.slice(0, 150))).toHaveProperty('tickets');
    expect((await search(w.admin, '日本語')).tickets.length).toBe(1);
  });
});

describe('Portuguese words and numbers', () => {
  test.each([
    ['segunda via do cartão', ['cartoes', 'CARTÕES', 'cartao']],
    ['preciso de informações', ['informacao', 'informação']],
    ['dois caminhões novos', ['caminhao', 'caminhão', 'caminhoes']],
    ['chegaram os papéis e os lençóis', ['papel', 'lencol', 'papel lençóis']],
    ['meu CPF é 123.456.789-09', ['12345678909', '123.456.789-09', '123.456', '789-09']],
    ['o CPF dela: 98765432100', ['987.654.321-00', '98765432100']],
    ['moro no CEP 01310-100', ['01310100', '01310-100', '01.310-100']],
    ['ligue (11) 97777-1234', ['11977771234', '+55 11 97777-1234', '97777-1234', '977771234']],
    ['ligue 5511966661234', ['(11) 96666-1234', '+55 (11) 96666-1234']],
    [
      'boleto 23793.38128 60007.827136 95000.063305 9 75520000370000',
      ['23793381286000782713695000063305975520000370000', '23793.38128 60007.827136 95000.063305 9 75520000370000'],
    ],
    ['𝐏𝐫𝐨𝐦𝐨𝐜̧𝐚̃𝐨 𝟓𝟎%', ['promoção', 'promocoes', '𝐏𝐫𝐨𝐦𝐨']],
  ])('%s', async (text, searches) => {
    const w = await world(app);
    await w.customer('Carta').says('a carta de ontem, 123 e 45');
    const { id } = await w.customer('Ari').says(text);
    for (const each of searches) expect([each, idsOf(await search(w.admin, each))]).toEqual([each, [id]]);
  });

  test('of 200 words, 94 % of the inflections find each other', async () => {
    const lines = (await readFile('test/fixtures/portuguese/inflections.txt', 'utf8')).trim().split('\n');
    const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');
    const pairs = lines.flatMap((line) => {
      const forms = line.split(' ');
      return forms.flatMap((one) =>
        forms
          .filter((other) => other !== one)
          .flatMap((other) => [
            { line, one, other },
            { line, one: plain(one), other },
            { line, one, other: plain(other) },
          ]),
      );
    });
    const found = await app.database.query<{ found: boolean }>(
      // the searched word is not the last one, whose beginning would be enough
      `select search_words(1, 'bom dia, ' || other) @@ search_query(1, one || ' dia') as found
       from unnest($1::text[], $2::text[]) with ordinality p (one, other, n) order by n`,
      [pairs.map(({ one }) => one), pairs.map(({ other }) => other)],
    );
    const missed = pairs.filter((_pair, index) => !found[index]?.found);
    expect(lines).toHaveLength(200);
    expect(1 - missed.length / pairs.length).toBeGreaterThan(0.94);
    // feminine forms of -ão, two whose masculine form has another stem, and irregular verbs
    expect([...new Set(missed.map(({ line }) => line.split(' ')[0]))]).toEqual([
      'cidadão',
      'alemão',
      'irmão',
      'espanhol',
      'português',
      'abrir',
      'fazer',
      'trazer',
    ]);
  });
});

describe('notes of a conversation', () => {
  test('are found by those who see it, and stand between its messages', async () => {
    const w = await world(app);
    const customer = w.customer('Nina');
    await customer.says('sobre a garantia');
    const ticket = await customer.says('bom dia');
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    const add = async (note: string): Promise<number> => {
      const about = { ticketId: ticket.id, contactId: ticket.contactId };
      return bodyOf(await w.attendant.post<{ id: number }>('/ticket-notes', { note, ...about }), 201).id;
    };
    const note = await add('Cliente pediu devoluções em dobro, ligar amanhã');
    const [found] = (await search(w.attendant, 'devolução')).tickets;
    expect(found).toMatchObject({
      id: ticket.id,
      hit: { messageId: null, noteId: note, snippet: '…pediu devoluções em dobro, ligar amanhã' },
    });
    expect(idsOf(await search(await w.member(), 'devolução'))).toEqual([]);
    expect(idsOf(await search((await world(app)).admin, 'devolução'))).toEqual([]);
    const second = await add('garantia vencida');
    await customer.says('e a garantia?');
    expect((await search(w.attendant, 'garantia')).tickets[0]?.hit).toMatchObject({ noteId: null });
    const { hits, ids } = bodyOf(
      await w.attendant.get<{ ids: number[]; hits: { messageId: number | null; noteId: number | null }[] }>(
        `/messages/${ticket.id}/hits?searchParam=garantias`,
      ),
    );
    expect(hits).toEqual([
      { messageId: ids[0], noteId: null },
      { messageId: null, noteId: second },
      { messageId: ids[1], noteId: null },
    ]);
    bodyOf(await w.attendant.delete(`/ticket-notes/${second}`));
    expect(idsOf(await search(w.attendant, 'vencida'))).toEqual([]);
  });

  test('are found by frequent words up to the newest', async () => {
    const w = await world(app);
    const { id } = await w.customer('Tina').says('bom dia');
    await app.database.query(
      `insert into ticket_notes (company_id, ticket_id, note) select $1, $2, 'retornar ' || n from generate_series(1, 6000) n`,
      [w.companyId, id],
    );
    const [newest] = await app.database.query<{ id: string }>('select max(id) as id from ticket_notes');
    const [found] = (await search(w.admin, 'retornar')).tickets;
    expect(found).toMatchObject({ id, hit: { messageId: null, noteId: Number(newest?.id) } });
  });
});

describe('the preview of a conversation', () => {
  test('is the last message of a person, without signature; automatic texts only where nothing else is', async () => {
    const w = await world(app);
    const listed = async (id: number): Promise<TicketRow> => {
      const board = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/ticket/kanban?showAll=true'));
      const { tickets } = bodyOf(await w.admin.get<{ tickets: TicketRow[] }>('/tickets?showAll=true'));
      const row = tickets.find((ticket) => ticket.id === id);
      const card = board.tickets.find((ticket) => ticket.id === id);
      if (card) expect(card.lastMessage).toBe(row?.lastMessage);
      if (!row) throw new Error('The conversation is not listed');
      return row;
    };
    const automatic = (ticket: TicketRow, body: string) =>
      app.as(w.companyId, async (db) => {
        const { id, contactId, whatsappId: connectionId } = ticket;
        const from = { ticketId: id, contactId, connectionId, fromMe: true, read: true, mediaType: 'chat', ack: 1 };
        await db.rows(
          storeMessages(w.companyId, [{ ...from, body, file: null, quoted: null, status: 'sent', data: null }]),
        );
      });
    const customer = w.customer('Rita');
    const ticket = await customer.says('Quero um orçamento');
    await automatic(ticket, '\u200eOlá! Escolha uma opção');
    expect(await listed(ticket.id)).toMatchObject({ lastMessage: 'Quero um orçamento', lastMessageFromMe: false });
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    bodyOf(await w.admin.put(`/whatsapp/${w.connection.id}`, { complationMessage: 'Até logo!' }));
    const body = `*${w.attendant.me.name}:*\nSegue em anexo`;
    bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body }), 201);
    const own = { lastMessage: 'Segue em anexo', lastMessageFromMe: true, lastMessageUserId: w.attendant.id };
    expect(await listed(ticket.id)).toMatchObject(own);
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
    await w.settled();
    expect((await customer.sees()).at(-1)?.body).toContain('Até logo!');
    expect(await listed(ticket.id)).toMatchObject({ status: 'closed', ...own });
    // also under a name that the attendant no longer has, and in exports
    bodyOf(await w.admin.put(`/users/${w.attendant.id}`, { name: 'Outro Nome' }));
    expect(await listed(ticket.id)).toMatchObject(own);
    const { body: table } = await w.admin.request<string>('GET', '/tickets/export?showAll=true&status=closed');
    expect(table).toContain(';"Segue em anexo";');
    const other = await w.customer('Sá').says('oi');
    await app.database.query('delete from messages where ticket_id = $1', [other.id]);
    await automatic(other, '\u200eSó um robô');
    expect(await listed(other.id)).toMatchObject({ lastMessage: '\u200eSó um robô', lastMessageUserId: null });
  });
});

describe('contacts and protocols', () => {
  let w: World;

  beforeAll(async () => {
    w = await world(app);
    for (const [name, number] of [
      ['José da Conceição', '5541988887777'],
      ['Joselito', '5511912340000'],
      ['100% Açaí_', '5511956780000'],
    ])
      bodyOf(await w.admin.post('/contacts', { name, number }), 201);
  });

  test.each([
    ['jose', ['Joselito', 'José da Conceição']],
    ['CONCEICAO', ['José da Conceição']],
    ['ceiç', ['José da Conceição']],
    ['ce', ['José da Conceição']],
    ['100%', ['100% Açaí_']],
    ['i_', ['100% Açaí_']],
    ['(41) 8888-7777', ['José da Conceição']],
    ['12340000', ['Joselito']],
    ['%', ['100% Açaí_']],
    ['nada disso', []],
  ])('in both dialects of the list: %s', async (text, expected) => {
    expect(await named(w.admin, `/contacts?searchParam=${encodeURIComponent(text)}`)).toEqual(expected);
    const filter = encodeURIComponent(JSON.stringify({ q: text }));
    const rows = bodyOf(
      await w.admin.get<{ name: string }[]>(`/contacts?range=[0,9]&sort=["name","ASC"]&filter=${filter}`),
    );
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  test('of a word of thousands every page is in the order that was asked for, with every filter', async () => {
    const busy = await world(app);
    const tag = bodyOf(await busy.admin.post<{ id: number }>('/tags', { name: 'Cliente', color: '#123456' }), 201);
    // of both words more than are counted: one in all parts of the order, in reverse of the ids, the other at its end
    await app.database.query(
      `insert into contacts (company_id, uuid, name, number, created_at)
       select $1, gen_random_uuid(), case when n % 3 = 0 then 'Zulmira ' || n else chr(65 + n % 24) || ' ' || case when n % 2 = 0 then 'Lima' else 'Dias' end || ' ' || 9999 - n end,
         '551170000' || 1000 + n, timestamptz '2026-01-01' + n * interval '1 minute'
       from generate_series(1, 4500) n`,
      [busy.companyId],
    );
    await app.database.query(
      'insert into contact_tags (company_id, contact_id, tag_id) select company_id, id, $2 from contacts where company_id = $1 and number like $3',
      [busy.companyId, tag.id, '%00'],
    );
    const expected = async (word: string, order: string, from: number, more = 'true'): Promise<string[]> =>
      (
        await app.database.query<{ name: string }>(
          `select name from contacts where company_id = $1 and name like $2 and ${more} order by ${order} limit 20 offset ${from}`,
          [busy.companyId, `%${word}%`],
        )
      ).map(({ name }) => name);
    const listed = async (q: string, sort: readonly string[], from: number, filter: object = {}): Promise<string[]> => {
      const asked = { range: [from, from + 19], sort, filter: { q, ...filter } };
      const query = Object.entries(asked).map(
        ([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`,
      );
      return bodyOf(await busy.admin.get<{ name: string }[]>(`/contacts?${query.join('&')}`)).map(({ name }) => name);
    };
    for (const word of ['Lima', 'Zulmira']) {
      const first = bodyOf(
        await busy.admin.get<{ contacts: { name: string }[]; count: number }>(`/contacts?searchParam=${word}`),
      );
      expect(first).toMatchObject({ hasMore: true, count: 1000, countIsMinimum: true });
      expect(first.contacts.map(({ name }) => name).slice(0, 20)).toEqual(await expected(word, 'name, id', 0));
      for (const from of [0, 20, 1400])
        expect(await listed(word, ['name', 'ASC'], from)).toEqual(await expected(word, 'name, id', from));
      expect(await listed(word, ['name', 'DESC'], 40)).toEqual(await expected(word, 'name desc, id desc', 40));
      expect(await listed(word, ['createdAt', 'DESC'], 0)).toEqual(await expected(word, 'created_at desc, id desc', 0));
      expect(await listed(word, ['name', 'ASC'], 0, { tagIds: [tag.id] })).toEqual(
        await expected(word, 'name, id', 0, "number like '%00'"),
      );
    }
  });

  test('a conversation is found by name, number and protocol', async () => {
    const customer = w.customer('Mônica Araújo');
    const ticket = await customer.says('oi');
    for (const text of ['monica', 'ARAÚ', customer.number.slice(3), `${ticket.code}`, `#${ticket.code}`])
      expect([text, idsOf(await search(w.admin, text))]).toEqual([text, [ticket.id]]);
  });
});

describe('the page around a message', () => {
  test('has older and newer pages until the ends', async () => {
    const w = await world(app);
    const customer = w.customer();
    for (let count = 1; count <= 35; count += 1) await customer.writes(`linha ${count}`);
    await app.settled();
    const [ticket] = (await search(w.admin, 'linha')).tickets;
    const page = async (query: string) =>
      bodyOf(
        await w.admin.get<{
          messages: MessageRow[];
          cursor: string | null;
          cursorAfter?: string | null;
          hasMore: boolean;
        }>(`/messages/${ticket?.id}?${query}`),
      );
    const lines = ({ messages }: { messages: MessageRow[] }): number[] =>
      messages.map(({ body }) => Number(body.replace('linha ', ''))).filter((line) => line > 0);
    const [hit] = (await search(w.admin, 'linha 18')).tickets;
    const around = await page(`around=${hit?.hit?.messageId}&peek=true`);
    expect(lines(around)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]);
    expect(around.hasMore).toBe(true);
    const back = await page(`cursor=${around.cursor}`);
    expect(lines(back)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(back.hasMore).toBe(false);
    const forth = await page(`after=${around.cursorAfter}`);
    expect(lines(forth)).toEqual([29, 30, 31, 32, 33, 34, 35]);
    const newest = await page(`around=${forth.messages.at(-1)?.id}`);
    expect([lines(newest).at(-1), newest.cursorAfter]).toEqual([35, null]);
    expect((await w.admin.get(`/messages/${ticket?.id}?around=x`)).status).toBe(400);
  });
});

describe('the hits of one conversation', () => {
  interface Hits {
    ids: number[];
    hasMore: boolean;
  }
  let w: World;
  let ticket: TicketRow;
  const hits = async (client: Client, { id }: Pick<TicketRow, 'id'>, text: string): Promise<Hits> =>
    bodyOf(await client.get<Hits>(`/messages/${id}/hits?searchParam=${encodeURIComponent(text)}`));
  const bodies = async ({ ids }: Hits): Promise<string[]> => {
    const rows = await app.database.query<{ id: string; body: string }>(
      'select id, body from messages where id = any($1::bigint[])',
      [ids],
    );
    return ids.map((id) => rows.find((row) => Number(row.id) === id)?.body ?? '');
  };

  beforeAll(async () => {
    w = await world(app);
    const customer = w.customer('Hugo');
    for (const text of ['primeiro orçamento', 'outra coisa', 'os ORÇAMENTOS de ontem'])
      ticket = await customer.says(text);
    bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
    bodyOf(await w.attendant.post(`/messages/${ticket.id}`, { body: 'segue o orçamento' }), 201);
    await w.customer('Iara').says('um orçamento de outra pessoa');
    await app.settled();
  });

  test.each([
    ['orçamento', ['segue o orçamento', 'os ORÇAMENTOS de ontem', 'primeiro orçamento']],
    ['orc', ['segue o orçamento', 'os ORÇAMENTOS de ontem', 'primeiro orçamento']],
    ['orçamento ontem', ['os ORÇAMENTOS de ontem']],
    ['visita', []],
    ['Hugo', []],
    ['!!!', []],
    ['', []],
  ])('are those of the search over all of them, newest first: %s', async (text, expected) => {
    expect(await bodies(await hits(w.attendant, ticket, text))).toEqual(expected);
  });

  test('start with the one that the list shows', async () => {
    const row = (await search(w.admin, 'orçamento')).tickets.find(({ id }) => id === ticket.id);
    expect((await hits(w.admin, ticket, 'orçamento')).ids[0]).toBe(row?.hit?.messageId);
  });

  test('include the contact’s earlier conversations, but no deleted messages', async () => {
    bodyOf(await w.admin.put('/settings/reopenWindow', { value: '0' }));
    const customer = w.customer('Jonas');
    const first = await customer.says('pedido antigo');
    bodyOf(await w.admin.put(`/tickets/${first.id}`, { status: 'closed' }));
    const second = await customer.says('pedido novo');
    expect(second.id).not.toBe(first.id);
    expect(await bodies(await hits(w.admin, second, 'pedido'))).toEqual(['pedido novo', 'pedido antigo']);
    expect(await bodies(await hits(w.admin, first, 'pedido'))).toEqual(['pedido antigo']);
    await app.as(w.companyId, (db) =>
      db.run(sql`update messages set is_deleted = true where company_id = ${w.companyId} and body = 'pedido antigo'`),
    );
    expect(await bodies(await hits(w.admin, second, 'pedido'))).toEqual(['pedido novo']);
  });

  test('are visible to those who see the conversation', async () => {
    const colleague = await w.member();
    const stranger = await world(app);
    const path = `/messages/${ticket.id}/hits?searchParam=or%C3%A7amento`;
    expect(await colleague.get(path)).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
    expect(await stranger.admin.get(path)).toMatchObject({ status: 404, body: { code: 'ERR_NO_TICKET_FOUND' } });
    expect((await w.admin.get(`/messages/${ticket.id}/hits?searchParam=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('include words that are frequent elsewhere, up to a thousand', async () => {
    const busy = await world(app);
    const customer = busy.customer('Kelly');
    const rare = await customer.says('comum');
    const crowd = await busy.customer('Leo').says('muito');
    const write = ({ id, contactId, whatsappId }: TicketRow, count: number) =>
      app.database.query(
        `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, status, sent_at)
         select $1, $2, $3, $4, 'comum ' || n, false, 'received', now() from generate_series(1, ${count}) n`,
        [busy.companyId, id, contactId, whatsappId],
      );
    await write(crowd, 1500);
    expect(await hits(busy.admin, rare, 'comum')).toMatchObject({ ids: [expect.any(Number)], hasMore: false });
    const many = await hits(busy.admin, crowd, 'comum');
    expect([many.ids.length, many.hasMore]).toEqual([1000, true]);
    expect(many.ids).toEqual(many.ids.toSorted((one, other) => other - one));
  });
});

describe('the search functions', () => {
  test('refuse another company as their argument', async () => {
    const [a, b] = [await world(app), await world(app)];
    await b.customer('Zuleica').says('palavra secreta');
    for (const text of ['secreta', 'zuleica']) expect(idsOf(await search(a.admin, text))).toEqual([]);
    const refused = /outside of the company/;
    for (const call of [
      sql`search_messages(${b.companyId}, 'zul')`,
      sql`search_contacts(${b.companyId}, array['zul'], 0, 10, true)`,
      sql`search_notes(${b.companyId}, 'zul')`,
    ])
      await expect(app.as(a.companyId, (db) => db.rows(sql<object>`select * from ${call}`))).rejects.toThrow(refused);
    const client = new pg.Client({ connectionString: roleUrls(app.database.url, encryptionKey).app });
    await client.connect();
    await expect(client.query('select * from search_messages($1, $2)', [b.companyId, 'zul'])).rejects.toThrow(refused);
    await client.end();
  });

  /** Further messages of a conversation; `body` is an expression over their number `n`. */
  const write = (w: World, { id, contactId, whatsappId }: TicketRow, count: number, body: string) =>
    app.database.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, body, from_me, status, sent_at)
       select $1, $2, $3, $4, ${body}, false, 'received', now() from generate_series(1, ${count}) n`,
      [w.companyId, id, contactId, whatsappId],
    );
  const hitsOf = (w: World, text: string): Promise<number[]> =>
    app.as(w.companyId, async (db) =>
      (await db.rows<{ id: number }>(sql`select message_id as id from search_messages(${w.companyId}, ${text})`)).map(
        ({ id }) => id,
      ),
    );

  test('find a rare word in the whole history, also with unevenly spread ids', async () => {
    const [w, other] = [await world(app), await world(app)];
    const ticket = await w.customer('Pia').says('a primeira jabuticaba');
    await write(other, await other.customer('Quim').says('jabuticaba'), 3, `'jabuticaba ' || n`);
    // messages of the other companies
    await app.database.query(
      "select setval(pg_get_serial_sequence('messages', 'id'), (select max(id) + 1000000 from messages))",
    );
    await write(w, ticket, 21_000, `'comum ' || n`);
    expect(await hitsOf(w, 'jabuticaba')).toHaveLength(1);
    expect(await hitsOf(w, 'comum jabuticaba')).toHaveLength(0);
    expect(await hitsOf(w, 'comum')).toHaveLength(1000);
  });

  test('find a frequent word in the newest messages, a rare one in all', async () => {
    const w = await world(app);
    const ticket = await w.customer('Olga').says('primeira raridade');
    await write(w, ticket, 6000, `'comum ' || case when n = 5 then 'escassez' else '' end`);
    const common = await hitsOf(w, 'comum');
    expect(common.length).toBe(1000);
    expect(common).toEqual(common.toSorted((one, other) => other - one));
    const [newest] = await app.database.query<{ id: string }>('select max(id) as id from messages');
    expect(common[0]).toBe(Number(newest?.id));
    expect((await hitsOf(w, 'raridade')).length).toBe(1);
    expect((await hitsOf(w, 'comum escas')).length).toBe(1);
  });
});

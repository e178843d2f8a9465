import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { importDemoLeads } from '../../../src/demo/import-demo-leads.js';
import { checkBytes } from '../../../src/modules/contacts/leads/import/check-bytes.js';
import { discardUnfinished, importLeads } from '../../../src/modules/contacts/leads/import/import-leads.js';
import { LeadsService } from '../../../src/modules/contacts/leads/search/leads.service.js';
import { sharedApp } from '../../support/app.js';
import { type Answer, bodyOf, type Client } from '../../support/client.js';
import { leadFolder, zipOf, zippedFolder } from '../../support/lead-files.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app, { plan: { leadsLimit: 100_000 } });
// other tests of this application import too
await app.database.query('delete from leads.generations');

const folders: string[] = [];
const folderOf = async (companies: number, parts?: number): Promise<string> => {
  const folder = await leadFolder(companies, parts);
  folders.push(folder);
  return folder;
};
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const load = (folder: string) => importLeads(app.database.url, folder, { source: 'Teste' });
const fileOf = async (folder: string, part: string): Promise<string> =>
  join(folder, (await readdir(folder)).find((name) => name.includes(part)) ?? '');

interface Company {
  readonly cnpj: string;
  readonly razao_social: string;
  readonly telefones: readonly { readonly ddd: string; readonly numero: string }[];
  readonly municipio: string;
  readonly estado: string;
  readonly data_abertura: string | null;
  readonly data_situacao_cadastral: string | null;
  readonly situacao_cadastral: string;
}
interface Page {
  readonly empresas: readonly Company[];
  readonly hasMore: boolean;
  readonly cursor: string | null;
  readonly count?: number;
  readonly countIsMinimum?: boolean;
  readonly fonte: { readonly fonte: string; readonly data: string | null; readonly empresas: number } | null;
}

/** Changes the cells of one line of a file. */
async function edit(file: string, line: number, change: (cells: string[]) => string[]): Promise<string[]> {
  const lines = (await readFile(file, 'latin1')).split('\n');
  const cells = change((lines[line] as string).slice(1, -1).split('";"'));
  lines[line] = `"${cells.join('";"')}"`;
  await writeFile(file, lines.join('\n'), 'latin1');
  return cells;
}
const repeatLine = async (file: string): Promise<void> => {
  const text = await readFile(file, 'latin1');
  await writeFile(file, `${text}${text.split('\n')[7]}\n`, 'latin1');
};
const tablesOfLeads = () =>
  app.database.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'leads'::regnamespace and relkind = 'r' and relname ~ '\\d' order by 1",
  );

const search = async (query: string, client: Client = w.admin): Promise<Page> =>
  bodyOf(await client.get<Page>(`/leads/empresas?${query}`));

async function all(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await search(`${query}${cursor && `&cursor=${cursor}`}`);
    found.push(...page.empresas.map(({ cnpj }) => cnpj));
    cursor = page.cursor;
  }
  return found;
}

test('nothing imported: empty answers, and the lists of places are there', async () => {
  expect(await search('')).toEqual({ empresas: [], hasMore: false, cursor: null, count: 0, fonte: null });
  expect(bodyOf(await w.admin.get<unknown[]>('/leads/categorias'))).toEqual([]);
  expect(bodyOf(await w.admin.get<unknown[]>('/leads/filtra_empresas'))).toEqual([]);
  expect(bodyOf(await w.admin.get<object>('/leads/fonte'))).toEqual({ fonte: null });
  expect(await w.admin.get('/leads/empresas/11222333000181')).toMatchObject({ status: 404 });
  expect(bodyOf(await w.admin.get<unknown[]>('/leads/estados'))).toHaveLength(27);
  const cities = bodyOf(await w.admin.get<{ id: number; nome: string }[]>('/leads/municipios?estado=AC'));
  expect(cities).toHaveLength(22);
  expect(cities).toContainEqual({ id: 1200401, nome: 'Rio Branco', empresas: 0 });
  expect(bodyOf(await w.admin.get<unknown[]>('/leads/setores'))).toHaveLength(87);
});

describe('an import', () => {
  test('from a folder, with the day of the data in the names; then every search finds its companies', async () => {
    const { companies, rows } = await load(await folderOf(3000));
    const { fonte, count, countIsMinimum } = await search('situacao=todas');
    expect(fonte).toEqual({ fonte: 'Teste', data: '2026-11-14', empresas: companies });
    expect(bodyOf(await w.admin.get<object>('/leads/fonte'))).toEqual({ fonte });
    expect({ count, countIsMinimum }).toEqual({ count: 1000, countIsMinimum: true });
    expect(companies).toBeGreaterThan(3000);
    expect(rows).toBeGreaterThan(companies * 3);
  });

  test('from zip files gives the same companies; what it replaced is gone', async () => {
    const folder = await folderOf(400, 2);
    const plain = await load(folder);
    const before = await all('situacao=todas');
    const zipped = await zippedFolder(folder);
    folders.push(zipped);
    expect(await load(zipped)).toMatchObject({ companies: plain.companies, rows: plain.rows });
    expect(await all('situacao=todas')).toEqual(before);
    expect(await tablesOfLeads()).toHaveLength(7);
    expect(await app.database.query('select * from leads.generations')).toHaveLength(1);
  });

  test.each<[string, (folder: string) => Promise<void>, RegExp]>([
    [
      'a row with a column too few',
      async (folder) => {
        const file = await fileOf(folder, 'SOCIO');
        const lines = (await readFile(file, 'latin1')).split('\n');
        lines[4] = '"11222333";"2"';
        await writeFile(file, lines.join('\n'), 'latin1');
      },
      /SOCIOCSV, line 5: missing data for column/,
    ],
    [
      'a file that ends in the middle of a row',
      async (folder) => {
        const file = await fileOf(folder, 'EMPRE');
        await writeFile(file, (await readFile(file)).subarray(0, -25));
      },
      /EMPRECSV, line 200: /,
    ],
    [
      'UTF-8',
      async (folder) => {
        const file = await fileOf(folder, 'CNAE');
        await writeFile(file, await readFile(file, 'latin1'), 'utf8');
      },
      /CNAECSV, line \d+: is not in ISO-8859-1/,
    ],
    [
      'wrong check digits',
      async (folder) => {
        const file = await fileOf(folder, 'ESTABELE');
        const lines = (await readFile(file, 'latin1')).split('\n');
        lines[2] =
          lines[2]?.replace(/;"0001";"(\d)(\d)"/, (_all, a, b) => `;"0001";"${(Number(a) + 1) % 10}${b}"`) ?? '';
        await writeFile(file, lines.join('\n'), 'latin1');
      },
      /ESTABELE, line 3: \w{14} is not a CNPJ/,
    ],
    [
      'UTF-8 with nothing but a dash',
      async (folder) => {
        const file = await fileOf(folder, 'CNAE');
        await writeFile(file, '"4781400";"Roupas \u2013 varejo"\n', 'utf8');
      },
      /CNAECSV, line 1: is not in ISO-8859-1/,
    ],
    [
      'a repeated establishment',
      async (folder) => repeatLine(await fileOf(folder, 'ESTABELE')),
      /ESTABELE: more than one row of \w{14}/,
    ],
    [
      'a repeated company',
      async (folder) => repeatLine(await fileOf(folder, 'EMPRE')),
      /EMPRECSV: more than one row of \w{14}/,
    ],
    [
      'a repeated activity',
      async (folder) => repeatLine(await fileOf(folder, 'CNAE')),
      /CNAECSV: more than one row of \d{6,7}/,
    ],
    [
      'a zip beside the file that it holds',
      async (folder) => {
        const file = await fileOf(folder, 'EMPRE');
        await writeFile(join(folder, 'Empresas0.zip'), zipOf(basename(file), await readFile(file)));
      },
      /Empresas0\.zip, K3241\.K03200Y0\.D61114\.EMPRECSV: both are K3241/,
    ],
    [
      'a missing part',
      async (folder) => {
        const file = await fileOf(folder, 'SOCIO');
        await rename(file, file.replace('Y0', 'Y1'));
      },
      /has no file 0 of socios/,
    ],
    ['a missing table', async (folder) => rm(await fileOf(folder, 'SIMPLES')), /has no file of simples/],
    [
      'the companies of another month',
      async (folder) => {
        const file = await fileOf(folder, 'EMPRE');
        await writeFile(file, (await readFile(file, 'latin1')).split('\n').slice(0, 100).join('\n'), 'latin1');
      },
      /EMPRECSV: has no row for \d+ of \d+ companies/,
    ],
    [
      'a zip that is cut',
      async (folder) => {
        const file = await fileOf(folder, 'QUALS');
        const zip = zipOf('QUALSCSV', await readFile(file));
        await writeFile(`${file}.zip`, zip.subarray(0, -30));
        await rm(file);
      },
      /QUALSCSV\.zip: is no complete zip file/,
    ],
    [
      'a zip with a damaged entry',
      async (folder) => {
        const file = await fileOf(folder, 'SIMPLES');
        const zip = zipOf('SIMPLESCSV', await readFile(file));
        zip.fill(0xff, 200, 400);
        await writeFile(`${file}.zip`, zip);
        await rm(file);
      },
      /SIMPLES\.CSV\.D61114\.zip/,
    ],
  ])('of %s says where, and replaces nothing', async (_what, damage, message) => {
    const before = await search('situacao=todas');
    const folder = await folderOf(200);
    await damage(folder);
    await expect(load(folder)).rejects.toThrow(message);
    expect(await search('situacao=todas')).toEqual(before);
  });

  test('that was interrupted goes on where it was: what is loaded is not loaded again', async () => {
    const folder = await folderOf(300, 3);
    const file = await fileOf(folder, 'Y2.D61114.SOCIO');
    const sound = await readFile(file);
    await writeFile(file, '"1";"2"\n');
    await expect(load(folder)).rejects.toThrow('Y2.D61114.SOCIOCSV, line 1');
    const [{ files }] = (await app.database.query<{ files: number }>(
      'select count(*)::int as files from leads.files f join leads.generations g on g.id = f.generation where g.shown_at is null',
    )) as [{ files: number }];
    expect(files).toBeGreaterThan(0);
    await writeFile(file, sound);
    const all = (await readdir(folder)).length;
    expect(await load(folder)).toMatchObject({ files: all - files });
    // a file that was changed since then starts from the beginning
    await writeFile(file, '"1";"2"\n');
    await expect(load(folder)).rejects.toThrow('line 1');
    await writeFile(file, sound);
    const other = await fileOf(folder, 'Y0.D61114.SOCIO');
    await rename(other, `${other}.old`);
    await writeFile(other, await readFile(`${other}.old`));
    await rm(`${other}.old`);
    expect(await load(folder)).toMatchObject({ files: all });
  });

  test('UTF-8 is noticed wherever its chunks are cut, and ISO-8859-1 passes', async () => {
    const text = '"1";"Comércio – varejo"\n"2";"Serviços à indústria"\n';
    const pass = (bytes: Buffer, cut: number) =>
      pipeline(
        Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)]),
        checkBytes('file', 'cnaes'),
        new Writable({ write: (_chunk, _encoding, done) => done() }),
      );
    const utf8 = Buffer.from(text);
    const latin = Buffer.from(text.replace('–', '-'), 'latin1');
    for (let cut = 1; cut < utf8.length; cut += 1)
      await expect(pass(utf8, cut)).rejects.toThrow('file, line 1: is not in ISO-8859-1');
    for (let cut = 1; cut < latin.length; cut += 1) await pass(latin, cut);
  });

  test('takes what no type holds as unknown, and no CPF from the name of its owner', async () => {
    const folder = await folderOf(50);
    await edit(await fileOf(folder, 'EMPRE'), 0, ([base = '', , ...rest]) => [base, 'ANA SOUZA 12345678909', ...rest]);
    const [base = '', order, digits] = await edit(await fileOf(folder, 'ESTABELE'), 0, (cells) =>
      cells
        .with(5, '99999')
        .with(6, 'infinity')
        .with(10, 'tomorrow')
        .with(21, '11')
        .with(22, '900001234')
        .with(27, 'SEM ARROBA'),
    );
    await load(folder);
    const cnpj = `${base}${order}${digits}`;
    expect(bodyOf(await w.admin.get<Company>(`/leads/empresas/${cnpj}`))).toMatchObject({
      razao_social: 'ANA SOUZA',
      situacao_cadastral: '',
      data_situacao_cadastral: null,
      data_abertura: null,
      email: 'sem arroba',
    });
    const other = await world(app, { plan: { leadsLimit: 10 } });
    expect(bodyOf(await other.admin.post<object>('/leads/empresas/contatos', { cnpjs: [cnpj] }))).toMatchObject({
      adicionados: 1,
    });
    expect(bodyOf(await other.admin.get<object[]>('/contacts?range=[0,9]'))).toContainEqual(
      expect.objectContaining({ number: '5511900001234', email: '' }),
    );
  });

  test('is not limited by the timeouts of the server, and runs once at a time', async () => {
    const folder = await folderOf(3000);
    const limited = new URL(app.database.url);
    limited.searchParams.set('options', '-c statement_timeout=30ms');
    expect((await importLeads(limited.href, folder)).companies).toBeGreaterThan(3000);
    const both = await Promise.allSettled([load(folder), load(folder)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject({
      message: `${folder}: another import is running`,
    });
  });

  test('that was refused waits for the next run, or is discarded', async () => {
    const shown = (await tablesOfLeads()).length;
    const before = await search('situacao=todas');
    const folder = await folderOf(100);
    await repeatLine(await fileOf(folder, 'ESTABELE'));
    await expect(load(folder)).rejects.toThrow('more than one row');
    expect((await tablesOfLeads()).length).toBeGreaterThan(shown);
    await discardUnfinished(app.database.url);
    expect(await tablesOfLeads()).toHaveLength(shown);
    expect(await app.database.query('select * from leads.generations')).toHaveLength(1);
    expect(await search('situacao=todas')).toEqual(before);
  });

  test('of the demo replaces no other, and its failure is none of the start', async () => {
    const before = await search('situacao=todas');
    await importDemoLeads(app.database.url);
    await importDemoLeads('postgres://127.0.0.1:1/none');
    expect(await search('situacao=todas')).toEqual(before);
  });

  test('while everybody searches: no request fails, and each sees one generation', async () => {
    const sets = [await folderOf(500), await folderOf(900)];
    const queries = [
      'estado=SP',
      'setor=47',
      'mei=true&email=true',
      'abertura_de=2024-01-01',
      'situacao=todas&porte=demais',
    ];
    const listed = ({ empresas, count }: Page): string => JSON.stringify([empresas, count]);
    const expected = new Map<string, string[]>(queries.map((query) => [query, []]));
    for (const set of sets) {
      await load(set);
      for (const query of queries) expected.get(query)?.push(listed(await search(query)));
    }
    let done = false;
    const sizes = new Set<number>();
    const failures: unknown[] = [];
    const searching = Array.from({ length: 8 }, async (_, index) => {
      const query = queries[index % queries.length] as string;
      while (!done) {
        const answer = await w.admin.get<Page>(`/leads/empresas?${query}`);
        if (answer.status === 200) sizes.add(answer.body.fonte?.empresas ?? 0);
        if (answer.status !== 200 || !expected.get(query)?.includes(listed(answer.body))) failures.push(answer.body);
      }
    });
    const loaded: number[] = [];
    for (let round = 0; round < 3; round += 1) loaded.push((await load(sets[round % 2] as string)).companies);
    done = true;
    await Promise.all(searching);
    expect(failures).toEqual([]);
    expect(loaded.every((size) => sizes.has(size))).toBe(true);
  });

  test('a page that was begun before goes on after it', async () => {
    await load(await folderOf(1200));
    const { cursor, empresas } = await search('situacao=todas&setor=47');
    const last = empresas.at(-1)?.cnpj ?? '';
    // the same companies, and others between them
    await load(await folderOf(2000));
    const after = await all('situacao=todas&setor=47');
    const place = after.indexOf(last) + 1;
    expect(place).toBeGreaterThan(20);
    const next = await search(`situacao=todas&setor=47&cursor=${cursor}`);
    expect(next.empresas.map(({ cnpj }) => cnpj)).toEqual(after.slice(place, place + 20));
  });
});

describe('a search', () => {
  beforeAll(async () => {
    await load(await folderOf(6000));
  });

  interface Choice {
    readonly query: string;
    readonly where: string;
  }
  const choices: readonly (readonly Choice[])[] = [
    [
      { query: 'estado=SP', where: "state = 'SP'" },
      { query: 'estado=AC', where: "state = 'AC'" },
      {
        query: 'estado=MG&cidade=abaete',
        where:
          "state = 'MG' and municipality = (select code from leads.municipalities where state = 'MG' and name = 'Abaeté')",
      },
      {
        query: 'cidade=3500105&estado=SP',
        where: 'municipality = (select code from leads.municipalities where ibge = 3500105)',
      },
    ],
    [
      { query: 'cnae_principal=4781400', where: 'activity = 4781400' },
      { query: 'cnae_principal=4781-4/00&cnae_principal=5611203', where: 'activity in (4781400, 5611203)' },
      { query: 'setor=47', where: 'activity / 100000 = 47' },
      { query: 'setor=G', where: 'activity / 100000 in (45, 46, 47)' },
      {
        query: 'pesquisa=padarias',
        where: "activity in (select code from leads.activities where description ilike '%padaria%')",
      },
    ],
    [
      { query: 'situacao=ativa', where: 'status = 2' },
      { query: 'situacao=baixada', where: 'status = 8' },
      { query: 'situacao=todas', where: 'true' },
    ],
    [
      { query: 'porte=micro', where: 'size = 1' },
      { query: 'porte=demais', where: 'size = 5' },
    ],
    [
      { query: 'abertura_de=2020-03-10', where: "opened_on >= '2020-03-10'" },
      { query: 'abertura_ate=1995-06-30', where: "opened_on <= '1995-06-30'" },
      {
        query: 'abertura_de=2024-02-01&abertura_ate=2024-02-29',
        where: "opened_on between '2024-02-01' and '2024-02-29'",
      },
    ],
    [
      { query: 'capital_de=10000', where: 'capital >= 10000' },
      { query: 'capital_de=2500.50', where: 'capital >= 2500.50' },
    ],
    [
      { query: 'email=true', where: "email <> ''" },
      { query: 'email=false', where: "email = ''" },
    ],
    [{ query: 'telefone=true', where: "phones <> '{}'" }],
    [
      { query: 'mei=true', where: 'mei' },
      { query: 'mei=false', where: 'not mei' },
    ],
  ];

  test('finds for any mix of filters what a plain statement finds, in its order', async () => {
    let seed = 7;
    const next = (bound: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % bound;
    };
    let filled = 0;
    for (let round = 0; round < 60; round += 1) {
      const mix = choices.flatMap((group) => (next(10) < 3 ? [group[next(group.length)] as Choice] : []));
      const query = mix.map((choice) => choice.query).join('&');
      const where = [...mix.map((choice) => choice.where), ...(query.includes('situacao') ? [] : ['status = 2'])];
      const expected = await app.database.query<{ cnpj: string }>(
        `select cnpj from leads.companies where ${where.join(' and ')} order by id`,
      );
      const page = await search(query);
      expect({ query, count: page.count }).toEqual({ query, count: Math.min(1000, expected.length) });
      expect(page.countIsMinimum ?? false).toBe(expected.length > 1000);
      if (expected.length < 400)
        expect({ query, all: await all(query) }).toEqual({ query, all: expected.map(({ cnpj }) => cnpj) });
      else expect(page.empresas.map(({ cnpj }) => cnpj)).toEqual(expected.slice(0, 20).map(({ cnpj }) => cnpj));
      if (expected.length > 0) filled += 1;
    }
    expect(filled).toBeGreaterThan(30);
  });

  test('by words without an activity says so', async () => {
    for (const list of ['empresas', 'categorias', 'filtra_empresas'])
      expect(await w.admin.get(`/leads/${list}?pesquisa=zzzz`)).toMatchObject({
        status: 404,
        body: { code: 'ERR_NO_CNAE_FOUND', message: 'Nenhum CNAE encontrado para a pesquisa.' },
      });
    const found = bodyOf(await w.admin.get<{ codigo: string }[]>('/leads/categorias?pesquisa=Cabeleireira'));
    expect(found.map(({ codigo }) => codigo)).toContain('9602501');
  });

  test.each([
    'estado=São',
    'cidade=Bom Jesus',
    'cnae_principal=abc',
    'situacao=viva',
    'situacao=constructor',
    'porte=toString',
    'abertura_de=2024-02-31',
    'capital_de=-1',
    'cursor=1.2',
    'mei=talvez',
  ])('of %s is refused', async (query) => {
    expect(await w.admin.get(`/leads/empresas?${query}`)).toMatchObject({ status: 400 });
  });

  test('under the names of existing clients answers the fields of the specification', async () => {
    const companies = bodyOf(
      await w.admin.get<Record<string, unknown>[]>(
        '/leads/filtra_empresas?estado=SP&cidade=Adamantina&cnae_principal=4781400&cnae_principal=5611203&cnae_principal=9602501&cnae_principal=4712100',
      ),
    );
    expect(companies.length).toBeGreaterThan(0);
    const [company] = companies as [Record<string, unknown>];
    expect(Object.keys(company).toSorted()).toEqual(
      [
        ...['cnpj', 'razao_social', 'nome_fantasia', 'matriz_filial', 'situacao_cadastral', 'data_situacao_cadastral'],
        ...[
          'motivo_situacao_cadastral',
          'natureza_juridica',
          'data_abertura',
          'porte',
          'capital_social',
          'simples',
          'mei',
        ],
        ...['endereco', 'bairro', 'municipio', 'estado', 'cep', 'email', 'telefones', 'atividade_principal'],
        ...['atividades_secundarias', 'socios'],
      ].toSorted(),
    );
    expect(company).toMatchObject({
      municipio: 'Adamantina',
      estado: 'SP',
      situacao_cadastral: 'ATIVA',
      matriz_filial: 'MATRIZ',
    });
    const withPhone = companies.find(({ telefones }) => (telefones as unknown[]).length > 0);
    expect(withPhone?.['telefones']).toEqual([{ ddd: '11', numero: expect.stringMatching(/^\d{8,9}$/) }]);
    expect(company['atividade_principal']).toEqual({ codigo: expect.any(String), descricao: expect.any(String) });
    expect(bodyOf(await w.admin.get<unknown[]>('/leads/busca_setores'))).toHaveLength(87);
    expect(bodyOf(await w.admin.get<unknown[]>('/leads/busca_categorias?setor=56')).length).toBeGreaterThan(2);
    const sheets = bodyOf(await w.admin.get<{ socios: object[] }[]>('/leads/filtra_empresas?estado=SP&mei=false'));
    expect(sheets.flatMap(({ socios }) => socios)[0]).toEqual({
      nome: expect.any(String),
      tipo: 'PESSOA FÍSICA',
      qual: expect.stringMatching(/Sócio/),
      data_entrada: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  test('is for managers of companies whose plan has it, and nobody writes what was imported', async () => {
    expect(await w.attendant.get('/leads/empresas')).toMatchObject({ status: 403 });
    expect(await w.supervisor.get('/leads/filtra_empresas')).toMatchObject({ status: 403 });
    const other = await world(app, { plan: { useLeads: false } });
    for (const path of ['empresas', 'setores', 'cota', 'busca_setores'])
      expect(await other.admin.get(`/leads/${path}`)).toMatchObject({
        status: 403,
        body: { code: 'ERR_NO_PERMISSION' },
      });
    for (const table of ['companies', 'generations', 'partners'])
      await expect(
        app.as(w.companyId, (db) => db.run(sql`delete from ${sql.table(`leads.${table}`)}`)),
      ).rejects.toThrow(/permission denied/);
  });

  test('never shows a company that opted out', async () => {
    const [company] = (await search('situacao=todas&estado=RS')).empresas as [Company];
    const formatted = company.cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
    expect(await w.admin.post('/lead-opt-outs', { cnpj: formatted })).toMatchObject({ status: 403 });
    expect(await app.platform.post('/lead-opt-outs', { cnpj: '11.222.333/0001-82' })).toMatchObject({
      status: 400,
      body: { fields: { cnpj: 'CNPJ inválido' } },
    });
    const { id, cnpj } = bodyOf(
      await app.platform.post<{ id: number; cnpj: string }>('/lead-opt-outs', { cnpj: formatted, reason: 'LGPD' }),
      201,
    );
    expect(cnpj).toBe(company.cnpj);
    expect(await app.platform.post('/lead-opt-outs', { cnpj })).toMatchObject({ status: 409 });
    expect((await search('situacao=todas&estado=RS')).empresas.map((each) => each.cnpj)).not.toContain(cnpj);
    expect(await w.admin.get(`/leads/empresas/${cnpj}`)).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_LEAD_FOUND' },
    });
    const csv = await w.admin.post<string>('/leads/empresas/exportar', { cnpjs: [cnpj] });
    expect(String(csv.body).trim().split('\r\n')).toHaveLength(1);
    bodyOf(await app.platform.delete(`/lead-opt-outs/${id}`));
    expect(bodyOf(await w.admin.get<Company>(`/leads/empresas/${cnpj}`)).razao_social).toBe(company.razao_social);
  });
});

test('a company that opted out has no branches either, also after the next import', async () => {
  const [{ head, branch, place }] = (await app.database.query<{ head: string; branch: string; place: string }>(
    `select min(cnpj) as head, max(cnpj) as branch, format('estado=%s&cnae_principal=%s', min(state), min(activity)) as place
     from leads.companies where status = 2 group by left(cnpj, 8) having count(*) > 1 limit 1`,
  )) as [{ head: string; branch: string; place: string }];
  expect(await all(place)).toEqual(expect.arrayContaining([head, branch]));
  const { id } = bodyOf(await app.platform.post<{ id: number }>('/lead-opt-outs', { cnpj: head }), 201);
  const gone = async (): Promise<void> => {
    const found = await all(place);
    expect(found).not.toContain(head);
    expect(found).not.toContain(branch);
    expect((await search(place)).count).toBe(found.length);
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Answer<Company[]> = await w.admin.get<Company[]>(
        `/leads/filtra_empresas?${place}${cursor && `&cursor=${cursor}`}`,
      );
      listed.push(...bodyOf(page).map(({ cnpj }) => cnpj));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(listed).toEqual(found);
    expect(await w.admin.get(`/leads/empresas/${branch}`)).toMatchObject({ status: 404 });
    expect(bodyOf(await w.admin.post('/leads/empresas/contatos', { cnpjs: [branch] }))).toMatchObject({ empresas: 0 });
  };
  await gone();
  await load(await folderOf(6000));
  await gone();
  bodyOf(await app.platform.delete(`/lead-opt-outs/${id}`));
  expect(await all(place)).toContain(branch);
});

test('a search is planned with its values', async () => {
  const mode = await app.as(w.companyId, async (db) => {
    await app.nest.get(LeadsService).page({ estado: 'SP' });
    return db.row<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode`);
  });
  expect(mode).toEqual({ mode: 'force_custom_plan' });
});

describe('what leaves', () => {
  const quota = async (client: Client): Promise<object> => bodyOf(await client.get<object>('/leads/cota'));
  const mobileOf = ({ telefones: [first] }: Company): string | undefined =>
    first?.numero.length === 9 ? `55${first.ddd}${first.numero}` : undefined;
  /** Companies that count against the plan, each with a mobile number of its own. */
  const withMobile = async (): Promise<Company[]> => {
    const { empresas } = await search('situacao=todas&telefone=true');
    const more = (await search('situacao=todas&telefone=true&estado=SP')).empresas;
    const found = [...empresas, ...more].filter(mobileOf);
    return [...new Map(found.map((each) => [mobileOf(each), each])).values()];
  };

  test('goes onto a list of contacts, with columns for the texts of campaigns', async () => {
    const small = await world(app, { plan: { leadsLimit: 40 } });
    const found = (await search('situacao=todas')).empresas.filter(({ telefones }) => telefones.length > 0);
    const cnpjs = found.map(({ cnpj }) => cnpj);
    const { id } = bodyOf(await small.admin.post<{ id: number }>('/contact-lists', { name: 'Leads' }), 201);
    const put = (client: Client, body: object) =>
      client.post<Record<string, number>>('/leads/empresas/lista', { cnpjs, contactListId: id, ...body });
    const first = bodyOf(await put(small.admin, {}));
    expect(first['adicionados']).toBeGreaterThan(0);
    expect(first).toMatchObject({ empresas: cnpjs.length, existentes: 0, nao_querem: 0 });
    expect(await quota(small.admin)).toMatchObject({ usados: first['adicionados'] });
    expect(bodyOf(await put(small.admin, {}))).toMatchObject({ adicionados: 0, existentes: first['adicionados'] });
    const { contacts } = bodyOf(
      await small.admin.get<{ contacts: { variables: { name: string; value: string }[] }[] }>(
        `/contact-list-items?contactListId=${id}`,
      ),
    );
    expect(contacts).toHaveLength(first['adicionados'] ?? 0);
    const names = contacts[0]?.variables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['CNPJ', 'Razão social', 'Município', 'Estado']));
    const before = await quota(small.admin);
    expect((await put(small.admin, { contactListId: id + 1_000_000 })).status).toBe(404);
    expect((await put(w.admin, {})).status).toBe(404);
    const without = await world(app, { plan: { useCampaigns: false } });
    expect((await put(without.admin, {})).status).toBe(403);
    expect(await quota(small.admin)).toEqual(before);
  });

  test('is counted against the plan, once for each company and month; two at once cannot exceed it', async () => {
    const small = await world(app, { plan: { leadsLimit: 10 } });
    const cnpjs = (await withMobile()).map(({ cnpj }) => cnpj);
    const exported = (list: readonly string[]) => small.admin.post<string>('/leads/empresas/contatos', { cnpjs: list });
    const both = await Promise.all([exported(cnpjs.slice(0, 6)), exported(cnpjs.slice(10, 16))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'ERR_LEADS_LIMIT',
      message: 'Isto usaria 6 leads, e restam 4 dos 10 deste mês.',
    });
    expect(await quota(small.admin)).toEqual({ limite: 10, usados: 6, restantes: 4 });
    const used = both[0].status === 200 ? cnpjs.slice(0, 6) : cnpjs.slice(10, 16);
    // again, and with four more
    const four = cnpjs.filter((cnpj) => !used.includes(cnpj)).slice(0, 4);
    expect(await exported([...used, ...four])).toMatchObject({ status: 200 });
    expect(await quota(small.admin)).toEqual({ limite: 10, usados: 10, restantes: 0 });
    expect(await quota(w.admin)).toMatchObject({ usados: expect.any(Number), limite: 100_000 });
  });

  test('costs nothing where nobody new can be written to', async () => {
    const small = await world(app, { plan: { leadsLimit: 2 } });
    const landlines = (await search('situacao=todas')).empresas.filter((each) => !mobileOf(each));
    const [one, two, three, four] = (await withMobile()) as [Company, Company, Company, Company];
    const known = bodyOf(
      await small.admin.post<{ id: number }>('/contacts', { name: 'Já era cliente', number: mobileOf(one) }),
      201,
    );
    await small.admin.post('/contacts', { name: 'Não quer', number: mobileOf(two) });
    await app.database.query(`update contacts set opted_out = true where number = '${mobileOf(two)}'`);
    expect(known.id).toBeGreaterThan(0);
    const list = bodyOf(await small.admin.post<{ id: number }>('/contact-lists', { name: 'Leads' }), 201);
    const companies = [...landlines, one, two, three];
    expect(landlines.length).toBeGreaterThan(2);
    const take = (path: string, body: object = {}) =>
      small.admin.post(`/leads/empresas/${path}`, { cnpjs: companies.map(({ cnpj }) => cnpj), ...body });
    expect(await take('lista', { contactListId: list.id })).toMatchObject({
      status: 200,
      body: { adicionados: 2, nao_querem: 1, sem_celular: landlines.length, cota: { usados: 1, restantes: 1 } },
    });
    expect(await take('exportar')).toMatchObject({ status: 200 });
    expect(await take('contatos')).toMatchObject({ body: { adicionados: 1, cota: { usados: 1 } } });
    // a contact by now
    companies.push(four);
    expect(await take('contatos')).toMatchObject({ body: { adicionados: 1, cota: { usados: 2, restantes: 0 } } });
  });

  test('as CSV that is refused costs nothing', async () => {
    const small = await world(app, { plan: { leadsLimit: 10 } });
    const cnpjs = (await withMobile()).map(({ cnpj }) => cnpj);
    const exported = (list: readonly string[]) => small.admin.post('/leads/empresas/exportar', { cnpjs: list });
    expect(await exported(cnpjs)).toMatchObject({ status: 409, body: { code: 'ERR_LEADS_LIMIT' } });
    for (let run = 1; run < 20; run += 1) bodyOf(await exported([]));
    expect(await exported(cnpjs.slice(0, 5))).toMatchObject({ status: 429 });
    expect(await quota(small.admin)).toMatchObject({ usados: 0 });
  });

  test('with partners, page by page, is limited in an hour', async () => {
    const other = await world(app);
    for (let run = 0; run < 300; run += 1)
      expect(await other.admin.get('/leads/filtra_empresas?estado=x')).toMatchObject({ status: 400 });
    expect(await other.admin.get('/leads/filtra_empresas?estado=SP')).toMatchObject({ status: 429 });
  });

  test('as CSV has the source and its day, and no names of partners', async () => {
    const companies = bodyOf(
      await w.admin.get<{ cnpj: string; razao_social: string; socios: { nome: string }[] }[]>(
        '/leads/filtra_empresas?mei=false&estado=SP',
      ),
    );
    const answer = await w.admin.post<string>('/leads/empresas/exportar', { cnpjs: companies.map(({ cnpj }) => cnpj) });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leads.csv"');
    const text = String(answer.body);
    expect(text).toContain('"Fonte";"Data da fonte"');
    expect(text).toContain('"Teste";"14/11/2026"');
    for (const { razao_social, socios } of companies) {
      expect(text).toContain(razao_social);
      for (const { nome } of socios) expect(text).not.toContain(`"${nome}"`);
    }
    const found = await w.admin.post<string>('/leads/empresas/exportar?estado=SP&setor=47&telefone=true', {});
    const { count = 0 } = await search('estado=SP&setor=47&telefone=true');
    expect(String(found.body).trim().split('\r\n')).toHaveLength(1 + Math.min(1000, count));
  });

  test('to the contacts gets a tag, once for a number, and only with a mobile number', async () => {
    const query = 'estado=RJ&telefone=true';
    const found = (await search(query)).empresas;
    const mobiles = new Set(
      found.flatMap(({ telefones: [first] }) => (first?.numero.length === 9 ? [`55${first.ddd}${first.numero}`] : [])),
    );
    const [known] = mobiles;
    bodyOf(await w.admin.post('/contacts', { name: 'Já era cliente', number: known }), 201);
    const cnpjs = found.map(({ cnpj }) => cnpj);
    const { id: tagId } = bodyOf(
      await w.admin.post<{ id: number }>('/tags', { name: 'Prospecção', color: '#1f6feb' }),
      201,
    );
    const add = (body: object) => w.admin.post<Record<string, number>>('/leads/empresas/contatos', body);
    const withMobile = found.filter(({ telefones: [first] }) => first?.numero.length === 9).length;
    expect(bodyOf(await add({ cnpjs, tagId }))).toMatchObject({
      empresas: 20,
      adicionados: mobiles.size - 1,
      existentes: withMobile - mobiles.size + 1,
      sem_celular: 20 - withMobile,
    });
    expect(bodyOf(await add({ cnpjs, tagId }))).toMatchObject({ adicionados: 0, existentes: withMobile });
    const listed = await w.admin.get<{ name: string; number: string; tagIds: number[] }[]>(
      `/contacts?filter=${JSON.stringify({ tagIds: [tagId] })}&range=[0,49]`,
    );
    const contacts = bodyOf(listed);
    expect(new Set(contacts.map(({ number }) => number))).toEqual(mobiles);
    expect(contacts.every(({ tagIds }) => tagIds.includes(tagId))).toBe(true);
    expect(contacts.map(({ name }) => name)).toContain('Já era cliente');
    expect(await add({ cnpjs, tagId: 999_999_999 })).toMatchObject({ status: 404 });
    expect(await add({ cnpjs: ['12'], tagId })).toMatchObject({ status: 400 });
  });

  test('tags of contacts are edited in their form, and one of both is kept once by a merge', async () => {
    const tags = await Promise.all(
      ['Um', 'Dois'].map(
        async (name) =>
          bodyOf(await w.admin.post<{ id: number }>('/tags', { name: `${name} ${w.companyId}`, color: '#1f6feb' }), 201)
            .id,
      ),
    );
    const made = async (number: string, tagIds: number[]) =>
      bodyOf(
        await w.admin.post<{ id: number; tagIds: number[] }>('/contacts', { name: 'Contato', number, tagIds }),
        201,
      );
    const older = await made('5511977776666', [tags[0] as number]);
    const younger = await made('5511977775555', tags);
    expect(younger.tagIds).toEqual(tags.toSorted((a, b) => a - b));
    const merged = bodyOf(
      await w.admin.post<{ tagIds: number[] }>(`/contacts/${older.id}/merge`, { contactId: younger.id }),
    );
    expect(merged.tagIds.toSorted((a, b) => a - b)).toEqual(tags.toSorted((a, b) => a - b));
    expect(bodyOf(await w.admin.put<{ tagIds: number[] }>(`/contacts/${older.id}`, { tagIds: [] })).tagIds).toEqual([]);
    const other = await world(app);
    expect(await other.admin.post('/contacts', { name: 'Outro', number: '5511977774444', tagIds: tags })).toMatchObject(
      { status: 404 },
    );
  });
});

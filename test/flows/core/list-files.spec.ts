import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Refusal } from '../../support/client.js';
import { zip } from '../../support/documents.js';
import { longestEventLoopBlock } from '../../support/event-loop-delay.js';
import { files, form, type TestFile } from '../../support/files.js';
import { until } from '../../support/until.js';
import { type World, world } from '../../support/world.js';

// Files of strangers at the two doors that read tables: contact lists and the campaign service.

const app = await sharedApp();
let w: World;
let listId: number;
let campaignId: number;

beforeEach(async () => {
  w = await world(app);
  listId = bodyOf(await w.admin.post<{ id: number }>('/contact-lists', { name: 'Clientes' }), 201).id;
  const input = { name: 'Promoção', connection_id: w.connection.id, company_id: w.companyId };
  campaignId = bodyOf(await w.admin.post<{ id: number }>('/campaign-service/sms/campaigns', input), 201).id;
});

/** Also those that are being written. */
const storedFiles = async (): Promise<number> =>
  (await readdir(app.config.storageDir, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  ).length;
const kept = (table: 'contact_list_items' | 'service_recipients'): Promise<{ name: string }[]> =>
  app.database.query(`select name from ${table} where company_id = $1 order by id`, [w.companyId]);
const sentence = ({ message, fields }: Refusal): string => fields?.['file'] ?? message;

/** Who is on the list then, or why the file was refused. */
async function intoList(file: TestFile): Promise<string[] | string> {
  const { status, body } = await w.admin.post<{ id: number }>(
    `/contact-lists/${listId}/upload`,
    form({}, [file], 'file'),
  );
  if (status !== 202) return sentence(body as unknown as Refusal);
  await app.settled();
  const { problem } = bodyOf(await w.admin.get<{ problem: string | null }>(`/contact-lists/imports/${body.id}`));
  return problem ?? (await kept('contact_list_items')).map(({ name }) => name);
}

/** Whom the campaign is sent to then, or why the file was refused. */
async function intoCampaign(file: TestFile): Promise<string[] | string> {
  const data = form({ campaign_id: String(campaignId) }, [file], 'file');
  const { status, body } = await w.admin.post('/campaign-service/sms/import', data);
  return status === 200
    ? (await kept('service_recipients')).map(({ name }) => name)
    : sentence(body as unknown as Refusal);
}

const csv = (content: string | Buffer, name = 'lista.csv'): TestFile => ({
  name,
  mime: 'text/csv',
  bytes: Buffer.from(content),
});
const table = 'nome;telefone\r\nJoão;5541988881111\r\n';
const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `P${at};55419${80_000_000 + at}\n`).join('');
const namesOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `P${at}`);
const wide = (text: string): string => `;${text}`.repeat(10_000);
const executable = Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(2_000), Buffer.from(table)]);

describe('taken', () => {
  const joao = ['João'];
  test.each<[string, string | Buffer, string[]]>([
    ['UTF-8', table, joao],
    ['a mark of the encoding and commas', `\ufeff${table.replaceAll(';', ',')}`, joao],
    ['Latin-1', Buffer.from(table, 'latin1'), joao],
    ['UTF-16 with tabs', Buffer.from(`\ufeff${table.replaceAll(';', '\t')}`, 'utf16le'), joao],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${table}`, 'utf16le').swap16(), joao],
    ['lines that end in every way', 'nome;telefone\rAna;5541988881111\nBia;5541988881112\r\n', ['Ana', 'Bia']],
    ['51 lines, and blank ones', `nome;telefone\n${rows(50)}\n \n`, namesOf(50)],
    ['a row of 10,000 columns', `nome;telefone\nAna;5541988881111${wide('x')}\n`, ['Ana']],
    ['formulas, as text', `nome;telefone\n=cmd|'/c calc'!A0;5541988881111\n`, [`=cmd|'/c calc'!A0`]],
    ['quotes around breaks and marks', 'nome;telefone\n"Ana; ""A""";5541988881111\n', ['Ana; "A"']],
  ])('%s', async (_name, content, names) => {
    expect(await intoList(csv(content))).toEqual(names);
    expect(await intoCampaign(csv(content))).toEqual(names);
  });
});

describe('refused', () => {
  const onlyTables = 'Escolha um arquivo CSV ou XLSX';
  const onlyCsv = 'Envie apenas arquivos .csv.';
  const noText = /^O arquivo não é um texto CSV/;
  const unreadable = 'Não foi possível ler o arquivo CSV.';
  const tooManyLines = 'O arquivo CSV não pode ter mais de 51 linhas.';
  const badQuotes = 'O arquivo não pôde ser lido a partir da linha 2. Confira as aspas.';
  const noColumns = 'Nenhuma coluna tem o número. Dê o nome numero a ela na primeira linha, ou escolha-a ao importar.';
  const noColumnsOfCampaign = 'A primeira linha precisa ter as colunas nome e telefone.';

  test.each<[string, TestFile, string | RegExp | string[], string]>([
    ['52 lines', csv(`nome;telefone\n${rows(51)}`), namesOf(51), tooManyLines],
    ['33 MB of lines', csv(`nome;telefone\n${'Ana;5541988881111\n'.repeat(1_950_000)}`), /mais de 32 MB/, tooManyLines],
    ['nothing', csv(''), 'Arquivo vazio', 'Arquivo vazio'],
    ['blank lines', csv('\r\n \r\n'), noColumns, noColumnsOfCampaign],
    ['only the heading', csv('nome;telefone\n'), 'O arquivo não tem contatos.', 'O arquivo CSV não tem destinatários.'],
    ['an executable', csv(executable), onlyTables, onlyCsv],
    ['a picture', csv(files.png.bytes), onlyTables, onlyCsv],
    ['a script', csv('#!/bin/sh\nrm -rf /\n'), noColumns, noColumnsOfCampaign],
    ['a page', csv('<!doctype html><script>alert(1)</script>'), noColumns, noColumnsOfCampaign],
    ['NUL bytes', csv('nome;telefone\nAna\u0000;5541988881111\n'), noText, unreadable],
    ['NUL in UTF-16', csv(Buffer.from('\ufeffnome;telefone\nAna\u0000;5541988881111', 'utf16le')), noText, unreadable],
    ['UTF-16 without a mark', csv(Buffer.from(table, 'utf16le')), noText, unreadable],
    ['quotes that never end', csv('nome;telefone\n"Ana;5541988881111\nBia;5541988881112\n'), badQuotes, unreadable],
    [
      'a cell of 5 MB',
      csv(`nome;telefone\nAna;5541988881111;${'x'.repeat(5_000_000)}`),
      badQuotes,
      'O arquivo CSV é grande demais.',
    ],
    [
      'a heading of 10,000 columns',
      csv(`nome;fone${wide('x')}\nAna;5541988881111\n`),
      /^O arquivo tem mais de 200 colunas/,
      noColumnsOfCampaign,
    ],
    [
      'a field that is too long',
      csv(`nome;telefone;campo1\nAna;5541988881111;${'x'.repeat(1_001)}`),
      ['Ana'],
      'Nenhuma linha do arquivo CSV pode ser usada. Linha 2: Campo muito longo.',
    ],
  ])('%s', async (_name, file, inList, inCampaign) => {
    const before = await storedFiles();
    expect(await intoList(file)).toEqual(inList instanceof RegExp ? expect.stringMatching(inList) : inList);
    expect(await intoCampaign(file)).toBe(inCampaign);
    expect([await storedFiles(), await kept('service_recipients')]).toEqual([before, []]);
    if (!Array.isArray(inList)) expect(await kept('contact_list_items')).toEqual([]);
  });
});

describe('workbooks', () => {
  const unreadable = /^O arquivo não pôde ser lido\. Salve-o de novo como XLSX ou CSV/;
  const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const related = (type: string, target: string): Buffer =>
    Buffer.from(
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`,
    );
  const heading =
    '<row r="1"><c t="inlineStr"><is><t>nome</t></is></c><c t="inlineStr"><is><t>numero</t></is></c></row>';
  /** @param middle repeated to so many megabytes */
  const bomb = (before: string, middle: string, after: string, megabytes = 300): TestFile => ({
    name: 'lista.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: zip({
      '[Content_Types].xml': Buffer.from(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
      ),
      '_rels/.rels': related('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': Buffer.from(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': related('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': Buffer.concat([
        Buffer.from(`<worksheet xmlns="${main}"><sheetData>${heading}${before}`),
        Buffer.alloc(megabytes * 1024 * 1024, middle),
        Buffer.from(`${after}</sheetData></worksheet>`),
      ]),
    }),
  });
  const cell = '<row><c t="inlineStr"><is><t>';
  const row = `${cell}Ana</t></is></c><c><v>5541988881111</v></c></row>`;

  test.each<[string, () => TestFile | Promise<TestFile>, string | RegExp | string[]]>([
    ['small', () => bomb(row, ' ', '', 0), ['Ana']],
    ['a cell that is unpacked to 300 MB', () => bomb(cell, 'A', '</t></is></c></row>'), unreadable],
    ['100 MB of rows', () => bomb('', row, '', 100), /^O arquivo tem mais de 100000 contatos/],
    [
      'an archive of something else',
      () => ({ ...bomb('', '', '', 0), bytes: zip({ a: Buffer.from('b') }) }),
      unreadable,
    ],
    [
      'one that is cut',
      () => ({ ...bomb('', '', '', 0), bytes: bomb(row, ' ', '', 1).bytes.subarray(0, -40) }),
      unreadable,
    ],
    ['another format', () => ({ ...bomb('', '', '', 0), bytes: files.pdf.bytes }), 'Escolha um arquivo CSV ou XLSX'],
  ])('%s', async (_name, make, expected) => {
    const file = await make();
    const before = await storedFiles();
    let said: unknown;
    const block = await longestEventLoopBlock(async () => {
      said = await intoList(file);
    });
    expect(said).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
    expect(block).toBeLessThan(1_000);
    expect(await storedFiles()).toBe(before);
    expect(await intoCampaign({ ...file, name: 'lista.csv' })).toBe('Envie apenas arquivos .csv.');
  });
});

const doors: [string, () => string, () => Record<string, number>][] = [
  ['a list', () => `/contact-lists/${listId}/upload`, () => ({})],
  ['a campaign', () => '/campaign-service/sms/import', () => ({ campaign_id: campaignId })],
];

describe.each(doors)('%s', (_name, path, fields) => {
  const megabyte = Buffer.alloc(1024 * 1024, 'Ana;5541988881111\n');

  /** A form that has begun: its file has not ended. */
  function begin(): ClientRequest {
    const call = request(`${app.url}${path()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${w.admin.token}`, 'content-type': 'multipart/form-data; boundary=part' },
    });
    const part = (name: string): string => `--part\r\ncontent-disposition: form-data; name="${name}"`;
    for (const [name, value] of Object.entries(fields())) call.write(`${part(name)}\r\n\r\n${value}\r\n`);
    call.write(`${part('file')}; filename="lista.csv"\r\ncontent-type: text/csv\r\n\r\n`);
    return call;
  }

  test('200 MB are refused, and do not stay', async () => {
    const before = await storedFiles();
    const call = begin();
    const answered = once(call, 'response');
    const block = await longestEventLoopBlock(async () => {
      for (let sent = 0; sent < 200; sent += 1) if (!call.write(megabyte)) await once(call, 'drain');
      call.end('\r\n--part--\r\n');
      const [response] = (await answered) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      expect(await json(response)).toMatchObject({ message: 'O conteúdo enviado é grande demais.' });
    });
    expect(block).toBeLessThan(1_000);
    expect(await storedFiles()).toBe(before);
  });

  test('of a client that breaks off nothing stays', async () => {
    const before = await storedFiles();
    const call = begin();
    call.on('error', () => undefined);
    for (let sent = 0; sent < 5; sent += 1) call.write(megabyte);
    await until('it is being stored', async () => (await storedFiles()) > before);
    call.destroy();
    await until('nothing of it is stored', async () => (await storedFiles()) === before);
    expect([await kept('contact_list_items'), await kept('service_recipients')]).toEqual([[], []]);
  });
});

test.each([`${'ã'.repeat(180)}.csv`, '100% verão? #1 (2).csv', '.csv', '..\\..\\a.csv', 'LISTA.CSV'])(
  'a campaign keeps a file named %s as it came',
  async (name) => {
    expect(await intoCampaign(csv(table, name))).toEqual(['João']);
    const path = `/campaign-service/sms/history/${campaignId}`;
    const [file] = bodyOf(await w.admin.get<{ filename: string }[]>(path));
    const download = await w.admin.get<string>(`${path}/download/${encodeURIComponent(file?.filename ?? '')}`);
    expect([download.status, download.body]).toEqual([200, table]);
  },
);

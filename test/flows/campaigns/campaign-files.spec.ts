import { readdir } from 'node:fs/promises';
import { campaignsIn, csv, type Imported, startGateways } from '../../support/ai-sms-campaigns.js';
import { sharedApp } from '../../support/app.js';
import { ChatEndpoint } from '../../support/chat-endpoint.js';
import { type Answer, bodyOf, type Refusal } from '../../support/client.js';
import { form } from '../../support/files.js';
import { type World, world } from '../../support/world.js';

const endpoint = await new ChatEndpoint().start();
const { gateway } = await startGateways();
const app = await sharedApp();
let w: World;
const { upload, report, rowsDue, aiCampaign, smsCampaign, activate } = campaignsIn(app, () => w, { endpoint, gateway });

beforeEach(async () => {
  endpoint.reset();
  w = await world(app);
});
afterAll(() => endpoint.stop());

const storedFiles = async (): Promise<number> =>
  (await readdir(app.config.storageDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length;
const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Pessoa ${at};55119${String(10_000_000 + at)};x`);

test('an import that is repeated with its Idempotency-Key gets the same answer and keeps one file', async () => {
  const campaign = await aiCampaign();
  const send = (text: string): Promise<Answer<Imported & Refusal>> =>
    w.admin.post('/campaign-service/ai/import', form({ campaign_id: String(campaign.id) }, [csv(text)], 'file'), {
      'idempotency-key': 'lista-de-hoje',
    });
  const text = 'nome;telefone\nAna;5511911110011\nBia;5511911110012\nErro;12\n';
  const first = bodyOf(await send(text));
  expect(first).toMatchObject({ filename: 'lista.csv', imported: 2, refused: [{ line: 4 }] });
  expect(bodyOf(await send(text))).toEqual(first);
  expect(await send(`${text}Caio;5511911110013`)).toMatchObject({ status: 422 });
  expect(bodyOf(await w.admin.get<unknown[]>(`/campaign-service/ai/history/${campaign.id}`))).toHaveLength(1);
});

test('both separators, a mark of the encoding, Latin 1 and the 51st line are taken', async () => {
  const campaign = await aiCampaign();
  const files = [
    csv(`\ufeffNome,Telefone\r\n"Silva, Ana",5511911110001\r\n`, 'virgula.csv'),
    csv(
      Buffer.from('nome;telefone;campo1\nJoão;5511911110002;ação\n', 'latin1'),
      'latin.csv',
      'application/vnd.ms-excel',
    ),
    csv(['nome;telefone;campo1', ...lines(50), '', '  '].join('\n')),
    csv('nome;telefone\nRui;5511911110003'),
    csv('nome;telefone\r\nEva;5511911110004\nIvo;5511911110005\r\n', 'mista.csv'),
  ];
  for (const [at, count] of [1, 1, 50, 1, 2].entries())
    expect(bodyOf(await upload('ai', campaign.id, files[at] ?? csv('')))).toMatchObject({
      imported: count,
      refused: [],
    });
  const history = bodyOf(
    await w.admin.get<{ filename: string; imported_at: string }[]>(`/campaign-service/ai/history/${campaign.id}`),
  );
  expect(history.map(({ filename }) => filename)).toEqual([
    'mista.csv',
    'lista (2).csv',
    'lista.csv',
    'latin.csv',
    'virgula.csv',
  ]);
  const stored = await app.database.query<{ name: string; fields: string[] }>(
    `select name, fields from service_recipients where campaign_id = ${campaign.id} order by id limit 2`,
  );
  expect(stored).toEqual([
    { name: 'Silva, Ana', fields: ['', '', '', '', ''] },
    { name: 'João', fields: ['ação', '', '', '', ''] },
  ]);
  const response = await w.admin.request<string>(
    'GET',
    `/campaign-service/ai/history/${campaign.id}/download/lista%20(2).csv`,
  );
  // another file may have the name tomorrow
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect([response.status, response.headers.get('content-disposition'), response.body]).toEqual([
    200,
    expect.stringContaining('attachment'),
    'nome;telefone\nRui;5511911110003',
  ]);
});

test('what is no such file is refused with its sentence, and nothing is kept', async () => {
  const campaign = await aiCampaign();
  const heading = 'nome;telefone;campo1';
  const before = await storedFiles();
  const exe = Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(2_000), Buffer.from(heading)]);
  for (const [file, sentence] of [
    [csv([heading, ...lines(51)].join('\n')), 'O arquivo CSV não pode ter mais de 51 linhas.'],
    [csv([heading, ...lines(60_000)].join('\n')), 'O arquivo CSV não pode ter mais de 51 linhas.'],
    [csv([heading, ...lines(1)].join('\n'), 'lista.txt'), 'Envie apenas arquivos .csv.'],
    [csv(exe), /CSV|\.csv/],
    [csv(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])), /CSV|\.csv/],
    [csv('nome;fone\nAna;5511911110001'), 'A primeira linha precisa ter as colunas nome e telefone.'],
    [csv(heading), 'O arquivo CSV não tem destinatários.'],
    [csv(''), 'Verifique os campos informados.'],
    [csv(`${heading}\nAna;abc`), 'Nenhuma linha do arquivo CSV pode ser usada. Linha 2: Telefone inválido.'],
  ] as const) {
    const { status, body } = await upload('ai', campaign.id, file);
    expect([status, body.message]).toEqual([
      400,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ]);
  }
  const huge = await upload('ai', campaign.id, csv(Buffer.alloc(66 * 1024 * 1024, 'Ana;5511911110001\n')));
  expect([huge.status, huge.body.message]).toEqual([413, 'O conteúdo enviado é grande demais.']);
  expect(await storedFiles()).toBe(before);
  expect((await upload('ai', campaign.id + 1, csv(`${heading}\nAna;5511911110001`))).status).toBe(404);
  expect((await w.admin.post('/campaign-service/ai/import', form({ campaign_id: String(campaign.id) }))).status).toBe(
    400,
  );
  expect(bodyOf(await w.admin.get<object[]>(`/campaign-service/ai/history/${campaign.id}`))).toEqual([]);
  const kept = await app.database.query(`select 1 from service_recipients where campaign_id = ${campaign.id}`);
  expect(kept).toEqual([]);
});

test('wrong and repeated rows are named, the others are kept; a row is in a campaign once', async () => {
  const campaign = await aiCampaign();
  const text = 'telefone,nome\n5511911110001,Ana\n+55 11 91111-0001,Ana outra vez\n12,Bia\n5511911110002,Caio';
  const first = bodyOf(await upload('ai', campaign.id, csv(text)));
  expect([first.imported, first.refused.map(({ line }) => line)]).toEqual([2, [3, 4]]);
  const again = bodyOf(await upload('ai', campaign.id, csv('nome,telefone\nAna,5511911110001\nEva,5511911110009')));
  expect(again).toMatchObject({
    imported: 1,
    refused: [{ line: 2, message: 'Telefone repetido nesta campanha' }],
  });
});

test('numbers without a country code are Brazilian, and columns may have the names of a report', async () => {
  const known = { name: 'Ana', number: '5541999990000', optedOut: true };
  bodyOf(await w.admin.post('/contacts', known), 201);
  const campaign = await smsCampaign({ message: '{campo1}' });
  const text =
    'name;phone;field_1\nAna;(41) 99999-0000;a\nBia;41 8888-7777;cupom\nCaio;99999-0000;b\nEva;+41791234567;';
  const imported = bodyOf(await upload('sms', campaign.id, csv(text)));
  expect(imported).toMatchObject({
    imported: 2,
    refused: [
      { line: 2, message: 'O contato não quer receber campanhas' },
      { line: 4, message: 'Falta o DDD: escreva o número com o código de área' },
    ],
  });
  await activate('sms', campaign);
  await rowsDue(3);
  expect(gateway.sent).toMatchObject([{ to: '5541988887777', text: 'cupom' }]);
  expect(await report('sms', campaign.id)).toMatchObject([
    { phone: '5541988887777', status: 'sent', field_1: 'cupom', error: null },
    { phone: '41791234567', status: 'failed', error: 'O texto preenchido está vazio.' },
  ]);
});

test('the sample can be imported as it is', async () => {
  const campaign = await aiCampaign();
  const sample = bodyOf(await w.admin.get<string>('/campaign-service/ai/sample'));
  expect(bodyOf(await upload('ai', campaign.id, csv(sample)))).toMatchObject({ imported: 1, refused: [] });
});

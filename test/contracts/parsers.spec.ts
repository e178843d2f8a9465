import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseRecipients } from '../../src/modules/campaigns/ai-sms/recipients/recipients-file.js';
import { parseContactFile } from '../../src/modules/contacts/contacts/import-export/contact-file.js';
import { startApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { type ConnectionRow, cloudInput } from '../support/cloud-company.js';
import { cpuTimer } from '../support/cpu-time.js';
import { GraphSimulator } from '../support/graph-simulator/graph-simulator.js';
import { exchanged, type PageEvent, pageSends, pageWebhook } from '../support/graph-simulator/page-events.js';
import { defaultPage } from '../support/graph-simulator/pages.js';
import { corpus, Mutations } from '../support/mutations.js';
import { world } from '../support/world.js';

type TextNode =
  | { readonly type: 'text' | 'mono'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly href: string }
  | { readonly type: 'bold' | 'italic' | 'strike'; readonly children: readonly TextNode[] };
/** What reads messages in the admin, which is a program of its own. */
interface MessageParsers {
  parseText(source: string): readonly TextNode[];
  plainText(source: string): string;
  isEmojiOnly(source: string): boolean;
  sharedContactsOf(message: object): readonly { readonly name: string; readonly phones: readonly string[] }[];
}
const model = (file: string): Promise<Partial<MessageParsers>> =>
  import(pathToFileURL(join(import.meta.dirname, '../../admin/src/conversation/model', file)).href);
const { parseText, plainText, isEmojiOnly, sharedContactsOf } = {
  ...(await model('text-format.ts')),
  ...(await model('message-content.ts')),
} as MessageParsers;

/** What strangers send, changed at random: nothing throws, nothing takes long, and what is read can be stored. */
const runs = 3_000;
/** A webhook is a few statements. */
const webhooks = 400;
/** Of the processor, whatever else the machine does; inputs of some thousand characters take a few. */
const maxMs = 1_000;

async function timed<T>(input: unknown, read: () => T | Promise<T>): Promise<T> {
  const took = cpuTimer();
  const result = await read();
  if (took() > maxMs) throw new Error(`${Math.round(took())} ms for ${JSON.stringify(input)}`);
  return result;
}

/** Texts of a value that PostgreSQL could not store. */
function unstorable(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(unstorable) : [];
}

describe('webhooks', () => {
  const customer = '24011987654321001';
  const timestamp = 1_760_000_100_123;
  const pageInput = { facebookUserToken: defaultPage.token, appSecret: cloudInput.appSecret, metaToken: 'senha' };
  const events = JSON.parse(String(corpus('pages')[0])) as PageEvent[];
  const pages = (object: 'page' | 'instagram', account: string) => (mutations: Mutations) => {
    const exchange = mutations.pick([
      { sender: customer, recipient: account, timestamp },
      { sender: account, recipient: customer, timestamp },
    ]);
    const changed = exchanged(exchange, mutations.json(mutations.pick(events)));
    const whole = exchanged({ sender: customer, recipient: account, timestamp }, pageSends.text('m_whole', 'Olá'));
    return pageWebhook(object, account, [mutations.pick([changed, changed, mutations.json(changed)]), whole]);
  };
  /** The corpus has malformed ones, too. */
  interface CloudWebhook {
    readonly entry: readonly ({ readonly changes?: readonly ({ value?: object } | null)[] } | null)[];
  }
  const number = cloudInput.facebookUserId;
  const cloud = corpus('cloudapi').map((bytes) => JSON.parse(String(bytes)) as CloudWebhook);

  const channels = [
    ['facebook', pageInput, pages('page', defaultPage.pageId)],
    ['instagram', pageInput, pages('instagram', defaultPage.instagram.id)],
    [
      'cloudapi',
      cloudInput,
      (mutations: Mutations): object => {
        const webhook = structuredClone(mutations.pick(cloud));
        const changes = webhook.entry.flatMap((entry) => [entry?.changes ?? []].flat());
        // kept, so that it is about the connection
        for (const change of changes)
          if (typeof change === 'object' && change)
            change.value = { ...mutations.json(change.value), metadata: { phone_number_id: number } };
        const text = {
          from: '5511900000001',
          id: 'wamid.whole',
          timestamp: '1760000100',
          type: 'text',
          text: { body: 'Olá' },
        };
        const value = { metadata: { phone_number_id: number }, messages: [text] };
        const whole = { ...webhook, entry: [...webhook.entry, { id: '1', changes: [{ field: 'messages', value }] }] };
        return mutations.pick([whole, whole, whole, mutations.json(webhook)]);
      },
    ],
  ] as const;

  const graph = new GraphSimulator({ webhooks: { parallel: 1 } });
  let app: Awaited<ReturnType<typeof startApp>>;

  beforeAll(async () => {
    await graph.start();
    app = await startApp({ GRAPH_API_URL: graph.url });
  });
  afterAll(async () => {
    await graph.stop();
    await app.close();
  });

  test.each(channels)('of %s are accepted, and every event in them is handled', async (channel, input, next) => {
    const w = await world(app);
    const connection = bodyOf(
      await w.admin.post<ConnectionRow>('/whatsapp', { ...input, name: channel, channel, queueIds: [w.sales.id] }),
      201,
    );
    await app.settled();
    const mutations = new Mutations(channel);
    const visitor = app.visitor();
    let whole = 0;
    for (let run = 0; run < webhooks; run += 1) {
      // ids of their own, or most of them would be repetitions
      const body = JSON.stringify(next(mutations)).replaceAll(/(wamid\.|"m_)/g, `$1${run}`);
      const signature = `sha256=${createHmac('sha256', cloudInput.appSecret).update(body).digest('hex')}`;
      const answer = await visitor.request('POST', `/webhooks/${channel}/${connection.id}`, {
        body,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      });
      // such a body is no webhook of anybody
      const refused = body.includes('"__proto__":');
      expect([answer.status, body]).toEqual([refused ? 400 : 200, body]);
      if (!refused && body.includes('whole')) whole += 1;
    }
    await app.settled();
    const failed = await app.database.query(
      'select name, last_error from outbox_jobs where company_id = $1 and last_error is not null and not external',
      [w.companyId],
    );
    const [inbox] = await app.database.query<{ whole: number; waiting: number }>(
      `select (count(*) filter (where event_id like '%whole'))::int as whole,
         (count(*) filter (where processed_at is null))::int as waiting from inbox_events where company_id = $1`,
      [w.companyId],
    );
    // what is malformed takes nothing along that came with it
    expect([failed, inbox?.waiting, inbox?.whole]).toEqual([[], 0, whole]);
    expect(whole).toBeGreaterThan(webhooks / 2);
  });
});

describe('tables', () => {
  test('of contacts: rows that can be stored, or a problem', async () => {
    const [files, mutations] = [corpus('tables'), new Mutations('contacts')];
    let rows = 0;
    for (let run = 0; run < runs; run += 1) {
      const bytes = mutations.bytes(mutations.pick(files));
      const text = bytes.toString('latin1');
      const rules = { lines: 1_000, country: 'BR', columns: null, keepsCells: true };
      const read = await timed(text, () => parseContactFile(bytes, rules));
      if ('problem' in read) continue;
      const batches = read.batches.map((batch) => JSON.parse(batch) as object[]);
      expect([text, unstorable(batches)]).toEqual([text, []]);
      rows += batches.flat().length;
    }
    expect(rows).toBeGreaterThan(runs / 3);
  });

  test('of recipients: rows within their limit, or a fault', async () => {
    const [files, mutations] = [corpus('tables'), new Mutations('recipients')];
    let rows = 0;
    for (let run = 0; run < runs; run += 1) {
      const bytes = mutations.bytes(mutations.pick(files));
      const read = await timed(bytes.toString('latin1'), () => parseRecipients({ bytes, size: bytes.length }, null));
      if ('fault' in read) continue;
      rows += read.length;
      expect(read.length).toBeLessThan(51);
      for (const { fields } of read) expect(fields).toHaveLength(5);
    }
    expect(rows).toBeGreaterThan(runs / 10);
  });
});

test('vCards: names and numbers in one line each', async () => {
  const [cards, mutations] = [corpus('vcards').map(String), new Mutations('vcards')];
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const body = mutations.text(mutations.pick(cards));
    for (const { name, phones } of await timed(body, () => sharedContactsOf({ data: null, body }))) {
      found += 1;
      for (const text of [name, ...phones]) expect(text).toMatch(/^\S(.*\S)?$/);
    }
  }
  expect(found).toBeGreaterThan(runs / 2);
});

test('message texts: every character is shown once, and a link leads only where a link may', async () => {
  const [texts, mutations] = [corpus('texts').map(String), new Mutations('texts')];
  const nodesIn = (nodes: readonly TextNode[]): TextNode[] =>
    nodes.flatMap((node) => ('children' in node ? [node, ...nodesIn(node.children)] : [node]));
  const letters = (text: string): string => text.replace(/[\s*_~`]/g, '');
  let links = 0;
  for (let run = 0; run < runs; run += 1) {
    const text = mutations.text(mutations.pick(texts));
    const nodes = nodesIn(await timed(text, () => parseText(text)));
    const shown = nodes.map((node) => ('children' in node ? '' : node.text)).join('');
    expect(letters(shown)).toBe(letters(text));
    for (const node of nodes) {
      if (node.type !== 'link') continue;
      links += 1;
      expect(node.href).toMatch(/^(https?:\/\/|mailto:|tel:|\/tickets\/[\da-f-]{36}$)/i);
    }
    await timed(text, () => [plainText(text), isEmojiOnly(text)]);
  }
  expect(links).toBeGreaterThan(runs);
});

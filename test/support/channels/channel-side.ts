import { SandboxChannel } from '../../../src/modules/channels/connections/channels/sandbox/sandbox.channel.js';
import { WhatsappSessionsService } from '../../../src/modules/channels/connections/channels/whatsapp/sessions.service.js';
import type { TestApp } from '../app.js';
import { bodyOf } from '../client.js';
import { cloudInput } from '../cloud-company.js';
import type { TestFile } from '../files.js';
import { defaultNumber, type GraphSimulator, sends } from '../graph-simulator/graph-simulator.js';
import { pageSends } from '../graph-simulator/page-events.js';
import { defaultPage } from '../graph-simulator/pages.js';
import { until } from '../until.js';
import { boom, encryptedFile, phones, type SimulatedPhone } from '../whatsapp-simulator/engine.js';
import { type Named, type World, world } from '../world.js';

/** How a provider answers the next message: not now, for some seconds not, not at all (though it has it), or with a dead token. */
export type Failure = 'retry' | 'rate' | 'unanswered' | 'auth';

/** What stands outside of a channel: its provider and the customers behind it. */
export interface ChannelSide {
  readonly w: World;
  readonly connection: Named;
  /** A customer that nobody else is. @returns the address as contacts have it */
  newCustomer(): string;
  /** A customer writes; the same id is the same message, reported again. */
  says(customer: string, id: string, text: string): Promise<void>;
  sendsFile(customer: string, id: string, file: TestFile): Promise<void>;
  /** Texts that have reached a customer, as often as they did; of a file its type. */
  reached(customer: string): readonly string[];
  fails(how: Failure): void;
  /** The provider works again, and what waits is tried. */
  recovers(): Promise<void>;
}

type Setup = (app: TestApp, graph: GraphSimulator) => Promise<ChannelSide>;

let customers = 5_511_940_000_000;
function newNumber(): string {
  customers += 1;
  return String(customers);
}

/** Pauses and rate limits are over. */
async function runWhatWaits(app: TestApp, graph: GraphSimulator): Promise<void> {
  await app.database.query('update connections set paused_until = null');
  await app.database.query('delete from send_slots');
  await app.database.query("update outbox_jobs set run_at = now() - interval '1 second' where failed_at is null");
  for (let round = 0; round < 3; round += 1) {
    await graph.settled();
    await app.settled();
  }
}

const connect = async (w: World, input: object): Promise<Named> =>
  bodyOf(await w.admin.post<Named>('/whatsapp', { name: 'Canal', queueIds: [w.sales.id], ...input }), 201);

const sandbox: Setup = async (app, graph) => {
  const w = await world(app);
  const channel = app.nest.get(SandboxChannel, { strict: false });
  const send = channel.send.bind(channel);
  const sent = new Map<string, Map<number, string>>();
  let failure: Failure | undefined;
  const text = { pt: 'Falhou', en: 'Failed', es: 'Falló' };
  channel.send = async (connection, message) => {
    const failed = failure;
    failure = undefined;
    // the test phone shows a message by its id, however often it is sent
    if (!failed || failed === 'unanswered') {
      const messages = sent.get(message.to) ?? new Map<number, string>();
      sent.set(message.to, messages.set(message.messageId, message.media ? message.type : message.body));
    }
    if (!failed) return send(connection, message);
    if (failed === 'unanswered') return { ok: false, kind: 'uncertain', code: 'no_answer', text };
    return { ok: false, kind: failed, code: failed, text };
  };
  const post = async (from: string, body: string, file?: TestFile): Promise<void> => {
    const media = file ? { mime: file.mime, name: file.name, data: file.bytes.toString('base64') } : null;
    const message = { from, name: 'Otto', body, media, quotedId: null };
    bodyOf(await w.admin.post<object>(`/sandbox/${w.connection.id}/messages`, message), 202);
  };
  const seen = new Set<string>();
  return {
    w,
    connection: w.connection,
    newCustomer: newNumber,
    // the page reports nothing twice
    says: async (customer, id, body) => {
      if (seen.has(id)) return;
      seen.add(id);
      await post(customer, body);
    },
    sendsFile: (customer, _id, file) => post(customer, '', file),
    reached: (customer) => [...(sent.get(customer)?.values() ?? [])],
    fails: (how) => {
      failure = how;
    },
    recovers: () => runWhatWaits(app, graph),
  };
};

const cloudapi: Setup = async (app, graph) => {
  const w = await world(app);
  const connection = await connect(w, cloudInput);
  graph.setCallbackUrl(`${app.url}/webhooks/cloudapi/${connection.id}`);
  const textOf = ({ type, body }: { type: string; body: Record<string, unknown> }): string =>
    type === 'text' ? (body['text'] as { body: string }).body : type;
  return {
    w,
    connection,
    newCustomer: newNumber,
    says: async (from, id, text) => void graph.customerSends({ from, id: `wamid.${id}` }, sends.text(text)),
    sendsFile: async (from, id, { bytes, mime }) =>
      void graph.customerSends({ from, id: `wamid.${id}` }, sends.image({ bytes, mime })),
    reached: (customer) => graph.log.accepted.filter(({ to }) => to === customer).map(textOf),
    fails: (how) => failGraph(graph, how, defaultNumber.token),
    recovers: async () => {
      graph.restoreToken(defaultNumber.token);
      await runWhatWaits(app, graph);
    },
  };
};

function failGraph(graph: GraphSimulator, how: Failure, token: string): void {
  if (how === 'auth') graph.revokeToken(token);
  else if (how === 'unanswered') graph.failNext('accept-then-drop');
  else graph.failNext({ code: how === 'rate' ? 4 : 2 });
}

const page =
  (channel: 'facebook' | 'instagram'): Setup =>
  async (app, graph) => {
    const w = await world(app);
    const connection = await connect(w, {
      channel,
      facebookUserToken: defaultPage.token,
      appSecret: 'simulated-app-secret',
    });
    graph.setCallbackUrl(`${app.url}/webhooks/${channel}/${connection.id}`);
    const object = channel === 'facebook' ? 'page' : 'instagram';
    const idOf = (customer: string): string => customer.replace(`${channel}:`, '');
    return {
      w,
      connection,
      newCustomer: () => `${channel}:${newNumber()}`,
      says: async (customer, id, text) =>
        graph.pages.customerSends({ id: idOf(customer), object }, pageSends.text(id, text)),
      sendsFile: async (customer, id, { bytes, mime }) => {
        const url = graph.pages.hostFile(new URL(graph.url).origin, bytes, mime);
        graph.pages.customerSends({ id: idOf(customer), object }, pageSends.image(id, url));
      },
      reached: (customer) =>
        graph.log.accepted
          .filter(({ to }) => to === idOf(customer))
          .map(({ body }) => {
            const { text, attachment } = body['message'] as { text?: string; attachment?: { type: string } };
            return text ?? attachment?.type ?? '';
          }),
      fails: (how) => failGraph(graph, how, defaultPage.token),
      recovers: async () => {
        graph.restoreToken(defaultPage.token);
        await runWhatWaits(app, graph);
      },
    };
  };

/** @param files of WhatsApp's host, by path */
const whatsapp =
  (files: Map<string, Buffer>): Setup =>
  async (app, graph) => {
    const w = await world(app);
    const connection = await connect(w, { channel: 'whatsapp' });
    const sessions = app.nest.get(WhatsappSessionsService, { strict: false });
    const opened: SimulatedPhone[] = [];
    const next = async (): Promise<SimulatedPhone> => {
      await until('a socket is opened', async () => {
        await sessions.refresh();
        return phones.some((phone) => !known.has(phone));
      });
      const [phone] = phones.filter((each) => !known.has(each));
      if (!phone) throw new Error('No socket was opened');
      known.add(phone);
      opened.push(phone);
      return phone;
    };
    const known = new Set(phones);
    const asked = w.admin.put(`/whatsappsession/${connection.id}`);
    const first = await next();
    first.showsCode();
    bodyOf(await asked);
    first.scans();
    (await next()).opens();
    const connected = (): Promise<void> =>
      until('it is connected', async () => {
        const row = bodyOf(await w.admin.get<{ status: string }>(`/whatsapp/${connection.id}`));
        return row.status === 'CONNECTED';
      });
    await connected();
    const phone = (): SimulatedPhone => {
      const last = opened.at(-1);
      if (!last) throw new Error('No phone');
      return last;
    };
    const jid = (customer: string): string => `${customer}@s.whatsapp.net`;
    return {
      w,
      connection,
      newCustomer: newNumber,
      says: async (customer, id, conversation) => void phone().says(jid(customer), { conversation }, { key: { id } }),
      sendsFile: async (customer, id, { bytes, mime: mimetype }) => {
        const mediaKey = Buffer.alloc(32, 7);
        files.set(`/${id}`, await encryptedFile(bytes, mediaKey, 'image'));
        const imageMessage = { mimetype, mediaKey, directPath: `/${id}`, fileLength: bytes.length };
        phone().says(jid(customer), { imageMessage }, { key: { id } });
      },
      reached: (customer) => {
        const messages = new Map<string, string>();
        // WhatsApp shows a message by its id, however often it is sent
        for (const each of opened.flatMap(({ sent }) => sent))
          if (each.jid === jid(customer))
            messages.set(
              each.id,
              each.file === null ? String(each.content['text']) : (Object.keys(each.content)[0] ?? ''),
            );
        return [...messages.values()];
      },
      fails: (how) => {
        if (how === 'auth') phone().closes(401);
        else if (how === 'unanswered') phone().lateFailure = boom(408);
        else phone().failure = boom(how === 'rate' ? 429 : 503);
      },
      recovers: async () => runWhatWaits(app, graph),
    };
  };

/** Every channel with its outside, by name. */
export const channelSides = (files: Map<string, Buffer>): Readonly<Record<string, Setup>> => ({
  sandbox,
  cloudapi,
  whatsapp: whatsapp(files),
  instagram: page('instagram'),
  facebook: page('facebook'),
});

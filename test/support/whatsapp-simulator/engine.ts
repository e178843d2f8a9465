import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type * as Baileys from 'baileys';
import { ServerLine } from './server-line.js';
import { makeSignalRepository, plaintextOf, transactional, unpadRandomMax16 } from './signal.js';

export { unpadRandomMax16 } from './signal.js';

/**
 * Stands in for the module `baileys` at the boundary of the process: emits and takes the library's own structures, and
 * keeps keys in the order in which the library does. `phones` are its other side, one for each socket that was opened.
 */
export const phones: SimulatedPhone[] = [];

/** Numbers without WhatsApp. */
export const unregistered = new Set<string>();
/** Phones by LID. */
export const phonesOfLids = new Map<string, string>();

/** Addresses of profile pictures. */
export const pictures = new Map<string, string>();
/** What a look-up of a phone does first. */
export const lidLookups = new Map<string, () => Promise<null>>();
/** Groups whose name WhatsApp tells only then. */
export const slowGroups = new Map<string, Promise<void>>();

type Listener = (data: never) => void;
type Content = Record<string, unknown>;

export interface Sent {
  readonly jid: string;
  readonly id: string;
  readonly content: Content;
  /** Text of the file. */
  readonly file: string | null;
  readonly quoted: Baileys.WAMessage | undefined;
  /** The step of the ratchet that it was encrypted with. */
  readonly step: number;
}

/** Events that the library keeps back. */
const keptBack = new Set(['messages.upsert', 'messages.update', 'message-receipt.update']);

/** Between the confirmation of a message and its event, at most. */
const handOverMs = 100;

const account = { details: 'signed by the phone' };
const ownNumber = '5511955550000';

export class SimulatedPhone {
  readonly sent: Sent[] = [];
  readonly read: Baileys.WAMessageKey[] = [];
  readonly presences: [string, string | undefined][] = [];
  readonly rejected: string[] = [];
  /** What was sent again because a customer's phone could not decrypt it. */
  readonly resent: { readonly id: string; readonly message: Baileys.WAMessageContent }[] = [];
  ended = false;
  /** Whether the phone has removed this device. */
  unlinked = false;
  answersLogout = true;
  /** Whether a send ends; those that do not are counted. */
  answersSends = true;
  unanswered = 0;
  /** A failure of the next send, as the library throws it. */
  failure: Error | undefined;
  /** A failure of the next send after its message has left. */
  lateFailure: Error | undefined;
  /** Ids of messages that were confirmed. */
  readonly confirmed: string[] = [];
  onConfirm: (id: string) => void = () => undefined;
  readonly repository: Baileys.SignalRepository;
  readonly keys: Baileys.TransactionalKeyStore;
  private receiving: Promise<unknown> = Promise.resolve();
  private readonly watchers: ((node: Baileys.BinaryNode) => void)[] = [];
  private kept: [event: string, data: unknown][] | undefined;
  private readonly listeners = new Map<string, Listener[]>();

  constructor(readonly config: Baileys.UserFacingSocketConfig) {
    phones.push(this);
    const { creds, keys } = config.auth;
    this.keys = transactional(keys);
    this.repository = config.makeSignalRepository({ creds, keys: this.keys });
    // the library's own listener comes first
    this.on('creds.update', (update: object) => Object.assign(config.auth.creds, update));
  }

  on(event: string, listener: (data: never) => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  emit<T extends keyof Baileys.BaileysEventMap>(event: T, data: Baileys.BaileysEventMap[T]): void {
    if (this.ended) return;
    if (this.kept && keptBack.has(event)) this.kept.push([event, data]);
    else for (const listener of this.listeners.get(event) ?? []) listener(data as never);
  }

  watch(listener: (node: Baileys.BinaryNode) => void): void {
    this.watchers.unshift(listener);
  }

  /** As the library does from the login on, and while it reads what waited for it. */
  keepsEventsBack(): void {
    this.kept ??= [];
  }

  /** Messages together, and first. */
  flush(): boolean {
    const { kept } = this;
    this.kept = undefined;
    const isMessages = ([event]: [event: string, data: unknown]): boolean => event === 'messages.upsert';
    const messages = (kept ?? []).filter(isMessages).flatMap(([, data]) => (data as { messages: [] }).messages);
    if (messages.length > 0) this.emit('messages.upsert', { messages, type: 'notify' });
    for (const each of kept ?? []) if (!isMessages(each)) this.emit(each[0] as 'call', each[1] as never);
    return kept !== undefined;
  }

  /** The process is killed: what was kept back is lost. */
  dies(): void {
    this.kept = undefined;
    this.ended = true;
  }

  get isPaired(): boolean {
    return this.config.auth.creds.account !== undefined;
  }

  showsCode(qr = `2@${randomBytes(8).toString('hex')},a,b,c`): string {
    this.emit('connection.update', { qr });
    return qr;
  }

  /** The person scans the code: the library ends the connection and asks for a new one. */
  scans(number = ownNumber): void {
    const me = { id: `${number}:7@s.whatsapp.net`, lid: '900000000000001:7@lid', name: 'Loja' };
    this.emit('creds.update', { account, me } as never);
    this.emit('connection.update', { isNewLogin: true });
    this.closes(515);
  }

  opens(): void {
    this.emit('connection.update', { connection: 'open' });
  }

  closes(statusCode: number): void {
    const error = Object.assign(new Error(`closed with ${statusCode}`), { output: { statusCode } });
    this.emit('connection.update', { connection: 'close', lastDisconnect: { error, date: new Date() } });
    this.ended = true;
  }

  /**
   * A message as WhatsApp delivers it: decrypted, confirmed, and handed over a little later.
   * @returns false where it could not be decrypted, and has to be encrypted anew
   */
  async receives(node: Baileys.BinaryNode): Promise<boolean> {
    for (const watcher of this.watchers) watcher(node);
    const received = this.receiving.then(() => this.received(node));
    this.receiving = received.catch(() => undefined);
    return received;
  }

  private async received(node: Baileys.BinaryNode): Promise<boolean> {
    const { id = '', from = '' } = node.attrs;
    const content: Baileys.BinaryNode[] = [];
    try {
      for (const part of Array.isArray(node.content) ? node.content : []) {
        const decrypted = await plaintextOf(part, node.attrs, this.repository);
        content.push({ tag: 'plaintext', attrs: {}, content: unpadRandomMax16(decrypted) });
      }
    } catch (error) {
      this.says(from, undefined, { key: { id }, messageStubType: 2, messageStubParameters: [String(error)] });
      return false;
    }
    if (this.ended) return true;
    this.confirmed.push(id);
    this.onConfirm(id);
    const { fullMessage, decrypt } = decryptMessageNode({ ...node, content }, '', '', noKeys, noLogger);
    await decrypt();
    this.keepsEventsBack();
    this.emit('messages.upsert', { messages: [fullMessage], type: 'notify' });
    void delay(handOverMs).then(() => this.flush());
    return true;
  }

  /** A message as it is handed over, from the customer unless the key says otherwise. */
  says(from: string, message: Baileys.WAMessageContent | undefined, more: Partial<Baileys.WAMessage> = {}): string {
    const { key = {}, ...rest } = more;
    const id = key.id ?? randomBytes(10).toString('hex').toUpperCase();
    const received = {
      key: { remoteJid: from, fromMe: false, ...key, id },
      messageTimestamp: Math.floor(Date.now() / 1000),
      pushName: 'Otto',
      ...(message ? { message } : {}),
      ...rest,
    };
    this.emit('messages.upsert', { messages: [received], type: 'notify' });
    return id;
  }

  /**
   * A message that could not be decrypted: the library reports it without content, and asks its sender for it again.
   * @returns its id, with which it comes again
   */
  saysUndecryptable(from: string, reason = 'No matching sessions found for message'): string {
    return this.says(from, undefined, { messageStubType: 2, messageStubParameters: [reason] });
  }

  /** A customer's phone could not decrypt our message: the library asks for its content, and sends it again where it is known. */
  async asksAgain(jid: string, id: string): Promise<void> {
    const message = await this.config.getMessage({ remoteJid: jid, fromMe: true, id });
    if (message) this.resent.push({ id, message });
  }

  acks(jid: string, id: string, status: number): void {
    this.emit('messages.update', [{ key: { remoteJid: jid, fromMe: true, id }, update: { status } }]);
  }
}

/** As errors of the library are; `data` of those that WhatsApp answers is its own code. */
export const boom = (statusCode: number, data?: number): Error =>
  Object.assign(new Error(`refused: ${statusCode}`), { output: { statusCode }, data });

export const DEFAULT_CONNECTION_CONFIG = { makeSignalRepository };

const noKeys = {
  lidMapping: { getLIDForPN: async () => null },
  processSenderKeyDistributionMessage: async () => undefined,
};
const noLogger = {} as Baileys.ILogger;

export const decryptMessageNode: typeof Baileys.decryptMessageNode = ({ attrs, content }) => {
  const { id = '', from = '', recipient, participant = '', t, notify } = attrs;
  const fullMessage: Baileys.WAMessage = {
    key: { remoteJid: recipient ?? from, fromMe: recipient !== undefined, id, participant },
    messageTimestamp: Number(t),
    pushName: notify ?? null,
  };
  const decrypt = async (): Promise<void> => {
    for (const part of Array.isArray(content) ? content : [])
      fullMessage.message = {
        ...fullMessage.message,
        ...JSON.parse(Buffer.from(part.content as Uint8Array).toString(), BufferJSON.reviver),
      };
  };
  return { fullMessage, decrypt };
};

export const cleanMessage: typeof Baileys.cleanMessage = ({ key }) => {
  for (const field of ['remoteJid', 'participant'] as const) key[field] = key[field]?.replace(/:\d+@/, '@') ?? '';
};

async function fileOf(content: Content): Promise<string | null> {
  const upload = Object.values(content).find(
    (part): part is { stream: Readable } => (part as { stream?: unknown } | null)?.stream instanceof Readable,
  );
  return upload ? readText(upload.stream) : null;
}

export function makeWASocket(config: Baileys.UserFacingSocketConfig): Baileys.WASocket {
  const phone = new SimulatedPhone(config);
  // one of several processes
  const line = process.env['WHATSAPP_SIMULATOR_PORT'] ? new ServerLine(phone) : undefined;
  process.nextTick(() => {
    if (config.auth.creds.me) phone.keepsEventsBack();
    phone.emit('connection.update', { connection: 'connecting' });
  });
  return {
    ws: { prependListener: (_event, listener) => phone.watch(listener) },
    ev: {
      on: (event, listener) => phone.on(event, listener as never),
      flush: () => phone.flush(),
      removeAllListeners: () => undefined,
    },
    signalRepository: {
      lidMapping: { getPNForLID: async (lid) => (await lidLookups.get(lid)?.()) ?? phonesOfLids.get(lid) ?? null },
    },
    async sendMessage(jid, content, { messageId = randomBytes(9).toString('hex'), quoted } = {}) {
      if (phone.failure !== undefined) {
        const { failure } = phone;
        phone.failure = undefined;
        throw failure;
      }
      if (phone.ended) throw boom(428);
      if (!phone.answersSends) {
        phone.unanswered += 1;
        return new Promise(() => undefined);
      }
      const file = await fileOf(content as Content);
      const text = 'text' in content ? String(content.text) : '';
      // the library writes the keys of a transaction after the message has left
      await phone.keys.transaction(async () => {
        const { ciphertext } = await phone.repository.encryptMessage({ jid, data: Buffer.from(text) });
        const step = Number(Buffer.from(ciphertext).toString());
        if (line) await line.send(jid, messageId, text, step);
        else phone.sent.push({ jid, id: messageId, content: content as Content, file, quoted, step });
      }, 'sendMessage');
      if (phone.lateFailure !== undefined) {
        const { lateFailure } = phone;
        phone.lateFailure = undefined;
        throw lateFailure;
      }
      return { key: { remoteJid: jid, fromMe: true, id: messageId }, message: { extendedTextMessage: { text } } };
    },
    readMessages: async (keys) => void phone.read.push(...keys),
    sendPresenceUpdate: async (type, jid) => void phone.presences.push([type, jid]),
    presenceSubscribe: async (jid) => void phone.presences.push(['subscribe', jid]),
    rejectCall: async (id, from) => void phone.rejected.push(`${id} ${from}`),
    // WhatsApp leaves the ninth digit of older Brazilian numbers out
    onWhatsApp: async (...numbers) =>
      numbers
        .filter((number) => !unregistered.has(number))
        .map((number) => ({ jid: `${number.replace(/^(5541)9(\d{8})$/, '$1$2')}@s.whatsapp.net`, exists: true })),
    async profilePictureUrl(jid) {
      const url = pictures.get(jid);
      if (url === undefined) throw boom(500, 404);
      return url;
    },
    groupMetadata: async (jid) => {
      await slowGroups.get(jid);
      return { subject: 'Vizinhos' };
    },
    async requestPairingCode(number) {
      phone.emit('creds.update', { me: { id: `${number}@s.whatsapp.net`, name: '~' } });
      return 'ABCD1234';
    },
    logout: async () => {
      if (phone.ended) throw boom(428);
      if (!phone.answersLogout) return new Promise(() => undefined);
      phone.unlinked = true;
      phone.closes(401);
    },
    end: () => {
      phone.ended = true;
      line?.end();
    },
  };
}

export const initAuthCreds = (): Baileys.AuthenticationCreds & { noiseKey: Uint8Array } => ({
  noiseKey: randomBytes(32),
});

export const BufferJSON = {
  replacer: (_key: string, value: unknown): unknown => {
    const bytes = value as { type?: string; data?: number[] } | null;
    if (value instanceof Uint8Array || bytes?.type === 'Buffer')
      return { type: 'Buffer', data: Buffer.from((bytes?.data ?? value) as Uint8Array).toString('base64') };
    return value;
  },
  reviver: (_key: string, value: unknown): unknown => {
    const bytes = value as { type?: string; data?: unknown } | null;
    return bytes?.type === 'Buffer' && typeof bytes.data === 'string' ? Buffer.from(bytes.data, 'base64') : value;
  },
};

export const proto: typeof Baileys.proto = {
  Message: { fromObject: (value) => value, AppStateSyncKeyData: { fromObject: (value) => value } },
};

export const getMediaKeys: typeof Baileys.getMediaKeys = async (mediaKey, type) => {
  const expanded = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), `WhatsApp ${type} Keys`, 112));
  return { iv: expanded.subarray(0, 16), cipherKey: expanded.subarray(16, 48) };
};

/** A file as WhatsApp keeps it: encrypted, with ten bytes behind. */
export async function encryptedFile(
  content: string | Buffer,
  ...[mediaKey, type]: Parameters<typeof getMediaKeys>
): Promise<Buffer> {
  const { iv, cipherKey } = await getMediaKeys(mediaKey, type);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  return Buffer.concat([cipher.update(content), cipher.final(), Buffer.alloc(10, 'm')]);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type {
  BinaryNode,
  Bytes,
  SignalDataSet,
  SignalRepository,
  TransactionalKeyStore,
  WAMessage,
  WASocket,
} from 'baileys';
import { type Engine, silence } from './engine.js';
import type { SessionStoreService } from './session-store.service.js';
import { receivedType } from './whatsapp.database.js';
import type { OwnedSession } from './whatsapp-sessions.queries.js';

/** A part of a message; some messages have two, of which the first contains keys of the group. */
interface Part {
  /** Our own addresses at that time. */
  readonly me: { readonly id?: string; readonly lid?: string };
  readonly attrs: BinaryNode['attrs'];
  readonly plaintext: Bytes;
}

const decrypting = new AsyncLocalStorage<true>();

/** Whether keys are set during a decryption, which writes them when it ends. */
export const isDecrypting = (): boolean => decrypting.getStore() === true;

/**
 * The library confirms a message to WhatsApp before it emits it. To lose nothing, the content is stored in the same
 * statement as the step of the ratchet, before both, and removed once the inbox has it.
 */
export class ReceivedMessages {
  private readonly logger = new Logger('WhatsApp');
  private readonly stanzas = new WeakMap<object, BinaryNode['attrs']>();
  /** Ids of the stored rows, by message id. */
  private readonly rows = new Map<string, string[]>();
  /** Parts decrypted by an earlier start: WhatsApp repeats unconfirmed messages, but a ratchet step works only once. */
  private readonly left = new Map<string, Part>();
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly session: OwnedSession,
    private readonly store: SessionStoreService,
    private readonly engine: Engine,
    private readonly me: () => Part['me'] | undefined,
    private readonly write: (data: SignalDataSet) => Promise<void>,
  ) {}

  /** The repository gets only the bytes, so the message to which they belong is noted first. */
  watch({ ws }: WASocket): void {
    ws.prependListener('CB:message', ({ attrs, content }) => {
      if (!Array.isArray(content)) return;
      for (const part of content) if (part.content instanceof Uint8Array) this.stanzas.set(part.content, attrs);
    });
  }

  kept(repository: SignalRepository, keys: TransactionalKeyStore): SignalRepository {
    return {
      ...repository,
      decryptMessage: (input) =>
        this.inTurn(input.jid, () =>
          this.keep(keys, input.jid, input.ciphertext, () => repository.decryptMessage(input)),
        ),
      decryptGroupMessage: (input) =>
        this.keep(keys, input.group, input.msg, () => repository.decryptGroupMessage(input)),
      encryptMessage: (input) => this.inTurn(input.jid, () => repository.encryptMessage(input)),
      injectE2ESession: (input) => this.inTurn(input.jid, () => repository.injectE2ESession(input)),
    };
  }

  /** Messages that an earlier start decrypted but did not emit, in the library's form. */
  async leftBehind(): Promise<WAMessage[]> {
    for (const [row, text] of await this.store.received(this.session)) {
      const part: Part = JSON.parse(text, this.engine.BufferJSON.reviver);
      this.left.set(row, part);
      this.note(part.attrs, row);
    }
    const messages = Map.groupBy(this.left.values(), ({ attrs }) => JSON.stringify(attrs));
    return Promise.all([...messages.values()].map((parts) => this.decoded(parts)));
  }

  async handedOver(messages: readonly WAMessage[]): Promise<void> {
    const ids = messages.flatMap(({ key }) => key.id ?? []);
    const rows = ids.flatMap((id) => this.rows.get(id) ?? []);
    if (rows.length === 0) return;
    await this.write({ [receivedType]: Object.fromEntries(rows.map((row) => [row, null])) });
    for (const id of ids) this.rows.delete(id);
  }

  private async keep(
    keys: TransactionalKeyStore,
    lock: string,
    ciphertext: Bytes,
    decrypt: () => Promise<Bytes>,
  ): Promise<Bytes> {
    const row = createHash('sha256').update(ciphertext).digest('hex');
    const earlier = this.left.get(row);
    if (earlier) return earlier.plaintext;
    const attrs = this.stanzas.get(ciphertext);
    // the library's transaction for the decryption becomes part of this one
    const plaintext = await keys.transaction(async () => {
      const decrypted = await decrypting.run(true, decrypt);
      const part: Part = { me: this.me() ?? {}, attrs: attrs ?? {}, plaintext: decrypted };
      if (attrs) await keys.set({ [receivedType]: { [row]: part } });
      return decrypted;
    }, lock);
    if (attrs) this.note(attrs, row);
    return plaintext;
  }

  private note({ id }: BinaryNode['attrs'], row: string): void {
    if (id !== undefined) this.rows.set(id, [...(this.rows.get(id) ?? []), row]);
  }

  /** The result has no `message` when the parts cannot be read. */
  private async decoded(parts: readonly Part[]): Promise<WAMessage> {
    const { me = {}, attrs = {} } = parts[0] ?? {};
    const [id, lid] = [me.id ?? '', me.lid ?? ''];
    try {
      const content = parts.map(({ plaintext }) => ({
        tag: 'plaintext',
        attrs: {},
        content: this.engine.unpadRandomMax16(plaintext),
      }));
      const node: BinaryNode = { tag: 'message', attrs, content };
      const { fullMessage, decrypt } = this.engine.decryptMessageNode(node, id, lid, noKeys, silence);
      await decrypt();
      this.engine.cleanMessage(fullMessage, id, lid);
      return fullMessage;
    } catch (error) {
      const { connectionId } = this.session;
      this.logger.error({ msg: 'event of a session not read', connectionId, reason: String(error) });
      return { key: { ...(attrs['id'] === undefined ? {} : { id: attrs['id'] }) } };
    }
  }

  /** The library encrypts outside of its decrypting transactions: for one address the calls must not overlap. */
  private async inTurn<T>(jid: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(jid)?.catch(() => undefined);
    const turn = (async () => {
      await before;
      return work();
    })();
    this.turns.set(jid, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(jid) === turn) this.turns.delete(jid);
    }
  }
}

/** Parts that are already decrypted need no keys. */
const noKeys = {
  lidMapping: { getLIDForPN: async () => null },
  processSenderKeyDistributionMessage: async () => undefined,
};

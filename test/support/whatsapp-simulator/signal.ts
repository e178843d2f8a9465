import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Baileys from 'baileys';

/** The steps of a ratchet, without its cryptography. */
interface Ratchet {
  readonly sent: number;
  /** A step decrypts once. */
  readonly used: readonly number[];
}

const padding = Buffer.alloc(3, 3);
export const unpadRandomMax16: typeof Baileys.unpadRandomMax16 = (bytes) => bytes.subarray(0, -(bytes.at(-1) ?? 0));

/** As a customer's phone encrypts it; a text is no message that can be read. */
function encrypted(message: Baileys.WAMessageContent | string, step: number): Buffer {
  const plaintext = typeof message === 'string' ? message : JSON.stringify(message);
  return Buffer.from(JSON.stringify({ step, data: Buffer.from(plaintext).toString('base64') }));
}

/** A message of one part on its way to us. */
export const stanza = (
  attrs: { readonly id: string; readonly from: string; readonly participant?: string },
  message: Baileys.WAMessageContent | string,
  step: number,
): Baileys.BinaryNode => ({
  tag: 'message',
  attrs: { t: String(Math.floor(Date.now() / 1000)), notify: 'Otto', ...attrs },
  content: [
    {
      tag: 'enc',
      attrs: { v: '2', type: attrs.participant === undefined ? 'msg' : 'skmsg' },
      content: encrypted(message, step),
    },
  ],
});

export function plaintextOf(
  { attrs: { type }, content }: Baileys.BinaryNode,
  { from = '', participant = '' }: Baileys.BinaryNode['attrs'],
  repository: Baileys.SignalRepository,
): Promise<Uint8Array> {
  const ciphertext = content as Uint8Array;
  return type === 'skmsg'
    ? repository.decryptGroupMessage({ group: from, authorJid: participant, msg: ciphertext })
    : repository.decryptMessage({ jid: from, type: 'msg', ciphertext });
}

/** The keys that the library gives to a repository: what a transaction sets is written at its end. */
export function transactional(keys: Baileys.SignalKeyStore): Baileys.TransactionalKeyStore {
  const transactions = new AsyncLocalStorage<Baileys.SignalDataSet>();
  return {
    get: (type, ids) => keys.get(type, ids),
    async set(data) {
      const written = transactions.getStore();
      if (!written) return keys.set(data);
      for (const [type, values] of Object.entries(data)) written[type] = { ...written[type], ...values };
    },
    async transaction(work) {
      if (transactions.getStore()) return work();
      const written: Baileys.SignalDataSet = {};
      const result = await transactions.run(written, work);
      await keys.set(written);
      return result;
    },
  };
}

export const makeSignalRepository: Baileys.MakeSignalRepository = ({ keys }) => {
  const jobs = new Map<string, Promise<unknown>>();
  /** What reads and changes a ratchet is one job, of which its transaction is not a part. */
  const job = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const mine = (jobs.get(id) ?? Promise.resolve()).then(work);
    jobs.set(
      id,
      mine.catch(() => undefined),
    );
    return mine;
  };
  const ratchet = async (type: string, id: string): Promise<Ratchet> => {
    const { [id]: stored } = await keys.get(type, [id]);
    return stored instanceof Uint8Array ? JSON.parse(Buffer.from(stored).toString()) : { sent: 0, used: [] };
  };
  const store = (type: string, id: string, value: Ratchet): Promise<void> =>
    keys.set({ [type]: { [id]: Buffer.from(JSON.stringify(value)) } });
  const decrypt = (type: string, id: string, ciphertext: Uint8Array): Promise<Uint8Array> =>
    keys.transaction(
      () =>
        job(id, async () => {
          const { step, data } = JSON.parse(Buffer.from(ciphertext).toString()) as { step: number; data: string };
          const { sent, used } = await ratchet(type, id);
          if (used.includes(step)) throw new Error('No matching sessions found for message');
          await store(type, id, { sent, used: [...used, step] });
          return Buffer.concat([Buffer.from(data, 'base64'), padding]);
        }),
      id,
    );
  return {
    decryptMessage: ({ jid, ciphertext }) => decrypt('session', jid, ciphertext),
    decryptGroupMessage: ({ group, authorJid, msg }) => decrypt('sender-key', `${group}::${authorJid}`, msg),
    encryptMessage: ({ jid }) =>
      keys.transaction(
        () =>
          job(jid, async () => {
            const { sent, used } = await ratchet('session', jid);
            await store('session', jid, { sent: sent + 1, used });
            return { type: 'msg', ciphertext: Buffer.from(String(sent + 1)) };
          }),
        jid,
      ),
    injectE2ESession: async () => undefined,
  };
};

import type {
  AuthenticationCreds,
  MakeSignalRepository,
  SignalAuthState,
  SignalDataSet,
  SignalKeyStore,
  TransactionalKeyStore,
} from 'baileys';
import type { Engine } from './engine.js';
import { isDecrypting, ReceivedMessages } from './received-messages.js';
import { type SessionStoreService, SessionTaken } from './session-store.service.js';
import type { OwnedSession } from './whatsapp-sessions.queries.js';

/** Types whose values change with each use: they are written before the use and not again with the transaction. */
const ratchets: readonly string[] = ['session', 'sender-key'];

/** The credentials and keys of one session, as the library asks for them. */
export class AuthState {
  readonly creds: AuthenticationCreds;
  readonly keys: SignalKeyStore;
  readonly received: ReceivedMessages;
  private readonly written = new WeakSet<object>();
  /** The credentials as they are stored. */
  private stored: string;

  constructor(
    private readonly session: OwnedSession,
    private readonly store: SessionStoreService,
    private readonly engine: Engine,
    private readonly taken: () => void,
  ) {
    this.creds = store.openCreds(session, engine);
    this.stored = session.creds === null ? '' : this.serialized();
    this.keys = {
      get: (type, ids) => this.get(type, ids),
      set: (data) => this.set(data),
    };
    this.received = new ReceivedMessages(
      session,
      store,
      engine,
      () => this.creds.me,
      (data) => this.set(data),
    );
  }

  /** Whether a phone is paired. */
  get isPaired(): boolean {
    return this.creds.account !== undefined;
  }

  saveCreds(): Promise<void> {
    return this.set({});
  }

  /**
   * The library sends a message within a transaction whose keys it writes afterwards: a process that is killed in between
   * would use the same step of a ratchet twice. With this repository each step is stored before its message leaves.
   */
  readonly makeSignalRepository: MakeSignalRepository = (auth: SignalAuthState, ...rest: never[]) => {
    const keys: TransactionalKeyStore = {
      ...auth.keys,
      set: async (data) => {
        if (isDecrypting()) return auth.keys.set(data);
        const now = Object.fromEntries(ratchets.filter((type) => data[type]).map((type) => [type, data[type]]));
        if (Object.keys(now).length > 0) await this.set(now);
        await auth.keys.set(data);
      },
    };
    const repository = this.engine.DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ ...auth, keys }, ...rest);
    return this.received.kept(repository, auth.keys);
  };

  private async get(type: string, ids: readonly string[]): Promise<Record<string, unknown>> {
    const found = await this.store.keys(this.session, type, ids);
    const values: Record<string, unknown> = {};
    for (const [id, text] of found) {
      const value: object = JSON.parse(text, this.engine.BufferJSON.reviver);
      values[id] =
        type === 'app-state-sync-key' ? this.engine.proto.Message.AppStateSyncKeyData.fromObject(value) : value;
    }
    return values;
  }

  /** Changed credentials are written together with the keys, because they count the generated keys. */
  private async set(data: SignalDataSet): Promise<void> {
    const fresh: SignalDataSet = {};
    for (const [type, values = {}] of Object.entries(data)) {
      const entries = Object.entries(values).filter(([, value]) => !isObject(value) || !this.written.has(value));
      if (entries.length > 0) fresh[type] = Object.fromEntries(entries);
    }
    const creds = this.serialized();
    const changed = creds !== this.stored;
    if (!changed && Object.keys(fresh).length === 0) return;
    try {
      await this.store.write(this.session, fresh, changed ? creds : null, this.engine);
    } catch (error) {
      if (error instanceof SessionTaken) this.taken();
      throw error;
    }
    this.stored = creds;
    for (const type of ratchets)
      for (const value of Object.values(fresh[type] ?? {})) if (isObject(value)) this.written.add(value);
  }

  /** The number for which a code was requested is stored as the login only once the phone has paired. */
  private serialized(): string {
    const { me, ...others } = this.creds;
    return JSON.stringify(this.isPaired ? this.creds : others, this.engine.BufferJSON.replacer);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The part of the library `baileys` (7.0.0-rc14) that this channel uses, in the library's own names. The package is no
 * dependency, because it depends on libsignal (GPL-3.0), so its types are declared here.
 */
declare module 'baileys' {
  import type { Readable } from 'node:stream';

  type Bytes = Uint8Array;
  /** Numbers of 64 bits are objects with a `toString`. */
  type LongNumber = number | { toString(): string } | null;

  interface WAMessageKey {
    remoteJid?: string | null;
    fromMe?: boolean | null;
    id?: string | null;
    participant?: string | null;
    /** The second address (phone number or LID) of the same chat or person. */
    remoteJidAlt?: string;
    participantAlt?: string;
  }

  interface WAContextInfo {
    stanzaId?: string | null;
    participant?: string | null;
    quotedMessage?: WAMessageContent | null;
    isForwarded?: boolean | null;
    forwardingScore?: number | null;
    /** The advertisement that the customer came from, or the preview of a link. */
    externalAdReply?: object | null;
  }

  interface WAMediaMessage {
    directPath?: string | null;
    mediaKey?: Bytes | null;
    mimetype?: string | null;
    fileSha256?: Bytes | null;
    fileName?: string | null;
    caption?: string | null;
    ptt?: boolean | null;
    seconds?: number | null;
    isAnimated?: boolean | null;
    contextInfo?: WAContextInfo | null;
  }

  interface WALocationMessage {
    degreesLatitude?: number | null;
    degreesLongitude?: number | null;
    name?: string | null;
    address?: string | null;
    url?: string | null;
    caption?: string | null;
    contextInfo?: WAContextInfo | null;
  }

  interface WAContactMessage {
    displayName?: string | null;
    vcard?: string | null;
    contextInfo?: WAContextInfo | null;
  }

  interface WAPollMessage {
    name?: string | null;
    options?: { optionName?: string | null }[] | null;
    contextInfo?: WAContextInfo | null;
  }

  /** A message that wraps another one: disappearing, view once, a document with a caption, an edit. */
  interface WAFutureProof {
    message?: WAMessageContent | null;
  }

  interface WAMessageContent {
    conversation?: string | null;
    extendedTextMessage?: { text?: string | null; contextInfo?: WAContextInfo | null } | null;
    imageMessage?: WAMediaMessage | null;
    videoMessage?: WAMediaMessage | null;
    ptvMessage?: WAMediaMessage | null;
    audioMessage?: WAMediaMessage | null;
    documentMessage?: WAMediaMessage | null;
    stickerMessage?: WAMediaMessage | null;
    locationMessage?: WALocationMessage | null;
    liveLocationMessage?: WALocationMessage | null;
    contactMessage?: WAContactMessage | null;
    contactsArrayMessage?: { contacts?: WAContactMessage[] | null; contextInfo?: WAContextInfo | null } | null;
    pollCreationMessage?: WAPollMessage | null;
    pollCreationMessageV2?: WAPollMessage | null;
    pollCreationMessageV3?: WAPollMessage | null;
    buttonsResponseMessage?: {
      selectedButtonId?: string | null;
      selectedDisplayText?: string | null;
      contextInfo?: WAContextInfo | null;
    } | null;
    templateButtonReplyMessage?: {
      selectedId?: string | null;
      selectedDisplayText?: string | null;
      contextInfo?: WAContextInfo | null;
    } | null;
    listResponseMessage?: {
      title?: string | null;
      description?: string | null;
      singleSelectReply?: { selectedRowId?: string | null } | null;
      contextInfo?: WAContextInfo | null;
    } | null;
    reactionMessage?: { key?: WAMessageKey | null; text?: string | null } | null;
    protocolMessage?: {
      key?: WAMessageKey | null;
      type?: number | null;
      editedMessage?: WAMessageContent | null;
      timestampMs?: LongNumber;
    } | null;
    ephemeralMessage?: WAFutureProof | null;
    viewOnceMessage?: WAFutureProof | null;
    viewOnceMessageV2?: WAFutureProof | null;
    viewOnceMessageV2Extension?: WAFutureProof | null;
    documentWithCaptionMessage?: WAFutureProof | null;
    editedMessage?: WAFutureProof | null;
  }

  interface WAMessage {
    key: WAMessageKey;
    message?: WAMessageContent | null;
    messageTimestamp?: LongNumber;
    pushName?: string | null;
    status?: number | null;
    messageStubType?: number | null;
    messageStubParameters?: string[] | null;
  }

  interface WACallEvent {
    chatId: string;
    from: string;
    callerPn?: string;
    isGroup?: boolean;
    id: string;
    date: Date;
    status: string;
    offline: boolean;
  }

  interface AuthenticationCreds {
    me?: { id: string; lid?: string; name?: string };
    /** Set when a phone is paired. */
    account?: object;
  }

  /** Values by type and id; null removes one. */
  type SignalDataSet = Record<string, Record<string, unknown> | undefined>;

  interface SignalKeyStore {
    get(type: string, ids: string[]): Promise<Record<string, unknown>>;
    set(data: SignalDataSet): Promise<void>;
  }

  interface SignalAuthState {
    creds: unknown;
    keys: TransactionalKeyStore;
  }

  interface TransactionalKeyStore extends SignalKeyStore {
    /** Keys that `work` sets are written together when it ends; a nested transaction is part of the outer one. */
    transaction<T>(work: () => Promise<T>, lock: string): Promise<T>;
  }

  interface SignalRepository {
    decryptMessage(input: { jid: string; type: 'pkmsg' | 'msg'; ciphertext: Bytes }): Promise<Bytes>;
    decryptGroupMessage(input: { group: string; authorJid: string; msg: Bytes }): Promise<Bytes>;
    encryptMessage(input: { jid: string; data: Bytes }): Promise<{ type: 'pkmsg' | 'msg'; ciphertext: Bytes }>;
    injectE2ESession(input: { jid: string; session: never }): Promise<void>;
  }

  type MakeSignalRepository = (auth: SignalAuthState, ...rest: never[]) => SignalRepository;

  /** A stanza, or a part of one. */
  interface BinaryNode {
    tag: string;
    attrs: Record<string, string>;
    content?: BinaryNode[] | string | Uint8Array;
  }

  interface ConnectionState {
    connection: 'open' | 'connecting' | 'close';
    lastDisconnect?: { error: (Error & { output?: { statusCode: number } }) | undefined; date: Date };
    isNewLogin?: boolean;
    qr?: string;
  }

  interface BaileysEventMap {
    'connection.update': Partial<ConnectionState>;
    'creds.update': Partial<AuthenticationCreds>;
    'messages.upsert': { messages: WAMessage[]; type: 'append' | 'notify' };
    'messages.update': { key: WAMessageKey; update: Partial<WAMessage> }[];
    'message-receipt.update': {
      key: WAMessageKey;
      receipt: { userJid?: string | null; receiptTimestamp?: LongNumber; readTimestamp?: LongNumber };
    }[];
    'presence.update': { id: string; presences: Record<string, { lastKnownPresence: string }> };
    /** The phone number of a LID became known. */
    'lid-mapping.update': { lid: string; pn: string };
    call: WACallEvent[];
  }

  type WAMediaUpload = { stream: Readable };
  type MediaContent = { caption?: string; mimetype?: string; contextInfo?: WAContextInfo };
  type AnyMessageContent =
    | { text: string; edit?: WAMessageKey; contextInfo?: WAContextInfo }
    | ({ image: WAMediaUpload } & MediaContent)
    | ({ video: WAMediaUpload } & MediaContent)
    | ({ audio: WAMediaUpload; ptt?: boolean } & Omit<MediaContent, 'caption'>)
    | ({ sticker: WAMediaUpload } & Omit<MediaContent, 'caption'>)
    | ({ document: WAMediaUpload; mimetype: string; fileName?: string } & Omit<MediaContent, 'mimetype'>)
    | { react: { key: WAMessageKey; text: string } }
    | { delete: WAMessageKey };

  interface WASocket {
    ws: { prependListener(event: 'CB:message', listener: (node: BinaryNode) => void): unknown };
    ev: {
      on<T extends keyof BaileysEventMap>(event: T, listener: (data: BaileysEventMap[T]) => void): void;
      /** Emits the buffered events. */
      flush(): boolean;
      removeAllListeners<T extends keyof BaileysEventMap>(event: T): void;
    };
    signalRepository: { lidMapping: { getPNForLID(lid: string): Promise<string | null> } };
    sendMessage(
      jid: string,
      content: AnyMessageContent,
      options?: { messageId?: string; quoted?: WAMessage },
    ): Promise<WAMessage | undefined>;
    readMessages(keys: WAMessageKey[]): Promise<void>;
    sendPresenceUpdate(type: 'composing' | 'paused', jid?: string): Promise<void>;
    presenceSubscribe(jid: string): Promise<void>;
    rejectCall(callId: string, callFrom: string): Promise<void>;
    onWhatsApp(...phoneNumber: string[]): Promise<{ jid: string; exists: unknown }[] | undefined>;
    profilePictureUrl(jid: string, type: 'preview' | 'image'): Promise<string | undefined>;
    groupMetadata(jid: string): Promise<{ subject: string }>;
    requestPairingCode(phoneNumber: string): Promise<string>;
    /** Removes this device from the phone and ends the connection. */
    logout(): Promise<void>;
    end(error: Error | undefined): void | Promise<void>;
  }

  /** The methods of a pino logger. */
  interface ILogger {
    level: string;
    child(fields: Record<string, unknown>): ILogger;
    trace(fields: unknown, text?: string): void;
    debug(fields: unknown, text?: string): void;
    info(fields: unknown, text?: string): void;
    warn(fields: unknown, text?: string): void;
    error(fields: unknown, text?: string): void;
  }

  interface UserFacingSocketConfig {
    auth: { creds: AuthenticationCreds; keys: SignalKeyStore };
    logger: ILogger;
    browser: [string, string, string];
    markOnlineOnConnect: boolean;
    emitOwnEvents: boolean;
    syncFullHistory: boolean;
    shouldSyncHistoryMessage: () => boolean;
    shouldIgnoreJid: (jid: string) => boolean;
    getMessage: (key: WAMessageKey) => Promise<WAMessageContent | undefined>;
    makeSignalRepository: MakeSignalRepository;
  }

  const makeWASocket: (config: UserFacingSocketConfig) => WASocket;
  const initAuthCreds: () => AuthenticationCreds;
  /** The repository needs only these methods when the texts of the node are already decrypted. */
  const decryptMessageNode: (
    node: BinaryNode,
    meId: string,
    meLid: string,
    repository: {
      lidMapping: { getLIDForPN(jid: string): Promise<string | null> };
      processSenderKeyDistributionMessage(input: unknown): Promise<void>;
    },
    logger: ILogger,
  ) => { fullMessage: WAMessage; decrypt(): Promise<void> };
  const unpadRandomMax16: (bytes: Bytes) => Bytes;
  const cleanMessage: (message: WAMessage, meId: string, meLid: string) => void;
  const DEFAULT_CONNECTION_CONFIG: { makeSignalRepository: MakeSignalRepository };
  const BufferJSON: {
    replacer: (key: string, value: unknown) => unknown;
    reviver: (key: string, value: unknown) => unknown;
  };
  const proto: {
    Message: {
      /** Reads JSON in which kinds are names. */
      fromObject(value: object): WAMessageContent;
      AppStateSyncKeyData: { fromObject(value: object): object };
    };
  };
  const getMediaKeys: (
    mediaKey: Bytes,
    type: 'image' | 'video' | 'audio' | 'document' | 'sticker',
  ) => Promise<{ iv: Bytes; cipherKey: Bytes }>;
}

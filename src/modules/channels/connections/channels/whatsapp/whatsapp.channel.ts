import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { SecretCipher } from '../../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../../core/database/db.js';
import { InTransaction } from '../../../../../core/events/event.js';
import { OutboundHttp } from '../../../../../core/http/outbound-http.js';
import { t } from '../../../../../core/i18n.js';
import { connectionErrors } from '../../connections.errors.js';
import { ConnectionRemoving, NumbersErased } from '../../connections.events.js';
import type {
  Channel,
  ChannelCapabilities,
  ChannelConnection,
  ChannelSessions,
  ConnectionCheck,
  CustomerProfile,
  FetchedMedia,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  ProviderError,
  ProviderFailure,
  ProviderTarget,
  SendOutcome,
} from '../channel.js';
import { ChannelDriver } from '../channel-driver.js';
import { SessionReports } from '../session-reports.js';
import { engineInstalled, engineUnavailable, loadEngine } from './engine.js';
import { decrypted, downloadOptions, isMediaPath, isWhatsappUrl, mediaHost } from './media.js';
import { MessageStoreService } from './message-store.service.js';
import type { MediaKeys } from './parse-content.js';
import { type Answer, SessionCallsService } from './session-calls.service.js';
import { noProcess, notConnected, refusedMessage, waits } from './session-errors.js';
import { SessionStoreService } from './session-store.service.js';
import { WhatsappSessionsService } from './sessions.service.js';
import { mediaContext } from './whatsapp.database.js';
import { removeMessagesWith } from './whatsapp-messages.queries.js';
import { connectionStatus, showOpening } from './whatsapp-sessions.queries.js';

const unavailable = {
  ok: false,
  kind: 'auth',
  code: 'ERR_WAPP_NOT_INITIALIZED',
  text: engineUnavailable.reason,
} as const satisfies SendOutcome;

/** Time that a manager waits for the first code, or for a process to run the session. */
const codeTimeoutMs = 8_000;
const codePollMs = 150;
/** Seconds. WhatsApp names no limit; people report numbers blocked after campaigns that wait less. */
const minCampaignInterval = 5;

/** The address of a profile picture, which is not encrypted. */
interface Picture {
  readonly picture: string;
}

/** WhatsApp, connected as a linked device of a phone (ADR 34). */
@ChannelDriver({
  name: 'whatsapp',
  label: t('QR Code', 'QR code', 'Código QR'),
  exportName: 'WhatsApp',
  order: 30,
  ...(engineInstalled ? {} : { unavailable: engineUnavailable }),
  apiDefault: true,
  initialStatus: 'DISCONNECTED',
  providers: [SessionStoreService, MessageStoreService, WhatsappSessionsService, SessionCallsService],
})
export class WhatsappChannel implements Channel {
  private readonly logger = new Logger('WhatsApp');
  // the process that runs the session limits the rate
  readonly rates = null;
  readonly idempotent = true;
  readonly voiceMime = 'audio/ogg';
  readonly capabilities: ChannelCapabilities = {
    edit: engineInstalled,
    delete: engineInstalled,
    react: engineInstalled,
    templates: false,
    buttons: false,
    typing: engineInstalled,
    media: engineInstalled ? ['image', 'audio', 'video', 'application', 'sticker'] : [],
    minCampaignInterval,
  };
  readonly sessions?: ChannelSessions;
  readonly profile?: NonNullable<Channel['profile']>;
  readonly react?: NonNullable<Channel['react']>;
  readonly edit?: NonNullable<Channel['edit']>;
  readonly delete?: NonNullable<Channel['delete']>;

  constructor(
    private readonly db: Db,
    private readonly cipher: SecretCipher,
    private readonly store: SessionStoreService,
    private readonly owners: WhatsappSessionsService,
    private readonly calls: SessionCallsService,
    private readonly reports: SessionReports,
    private readonly http: OutboundHttp,
  ) {
    if (!engineInstalled) return;
    this.sessions = {
      connect: (connection) => this.connect(connection),
      pair: (connection, number) => this.pair(connection, number),
      disconnect: (connection) => this.disconnect(connection),
    };
    this.profile = (connection, address) => this.profileOf(connection, address);
    this.react = (connection, reaction: OutboundReaction) =>
      this.outcome(() => this.calls.call(connection, 'react', reaction));
    this.edit = (connection, edit: OutboundEdit) => this.outcome(() => this.calls.call(connection, 'edit', edit));
    this.delete = (connection, target: ProviderTarget) =>
      this.outcome(() => this.calls.call(connection, 'delete', target));
  }

  async check({ id, companyId, number }: ChannelConnection): Promise<ConnectionCheck> {
    if (!engineInstalled) return unavailable;
    const row = await this.db.platformRow(connectionStatus(companyId, id));
    if (row?.status !== 'CONNECTED') return { ok: false, kind: 'retry', ...notConnected };
    const facts = { number, name: null, quality: null, messagesPerSecond: null, messagingLimit: null };
    return { ok: true, facts, problem: null };
  }

  send(connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome> {
    return this.outcome(() => this.calls.call(connection, 'send', message));
  }

  rejectCall(connection: ChannelConnection, callId: string): Promise<SendOutcome> {
    return this.outcome(() => this.calls.call(connection, 'rejectCall', callId));
  }

  async markRead(connection: ChannelConnection, providerIds: readonly string[]): Promise<void> {
    await this.calls.call(connection, 'markRead', providerIds);
  }

  async showTyping(connection: ChannelConnection, providerId: string): Promise<void> {
    await this.calls.call(connection, 'showTyping', providerId);
  }

  async hasNumber(connection: ChannelConnection, number: string): Promise<boolean> {
    const answer = await this.calls.call(connection, 'hasNumber', number);
    if ('offline' in answer) throw new Error('The phone is not connected');
    return answer.value;
  }

  /** Any process can download the file. The sender of the message controls its path but never the host. */
  async fetchMedia({ id: connectionId, companyId }: ChannelConnection, ref: string): Promise<FetchedMedia> {
    if (!engineInstalled) throw connectionErrors.ERR_WAPP_DOWNLOAD_MEDIA();
    const file: MediaKeys | Picture = JSON.parse(this.cipher.decrypt(ref, mediaContext({ companyId, connectionId })));
    if ('picture' in file) return this.download(file.picture);
    const { type, mediaKey, directPath } = file;
    if (!isMediaPath(directPath)) throw connectionErrors.ERR_WAPP_DOWNLOAD_MEDIA();
    const { getMediaKeys } = await loadEngine();
    const { cipherKey, iv } = await getMediaKeys(Buffer.from(mediaKey, 'base64'), type);
    const { stream, ...fetched } = await this.download(`${mediaHost}${directPath}`);
    return { ...fetched, stream: decrypted(stream, cipherKey, iv) };
  }

  /** Only the picture is requested, because messages contain the name. */
  private async profileOf(connection: ChannelConnection, address: string): Promise<CustomerProfile | null> {
    const answer = await this.calls.call(connection, 'pictureOf', address);
    if ('offline' in answer) throw new Error('The phone is not connected');
    if (answer.value === null || !isWhatsappUrl(answer.value)) return null;
    const { companyId, id: connectionId } = connection;
    const picture: Picture = { picture: answer.value };
    const pictureRef = this.cipher.encrypt(JSON.stringify(picture), mediaContext({ companyId, connectionId }));
    return { name: null, pictureRef };
  }

  private async download(url: string): Promise<FetchedMedia> {
    const { status, stream } = await this.http.stream(url, downloadOptions);
    if (status !== 200) {
      stream.destroy();
      throw connectionErrors.ERR_WAPP_DOWNLOAD_MEDIA();
    }
    return { stream, mime: 'application/octet-stream', name: null, size: null };
  }

  failureOf({ code }: ProviderError): ProviderFailure {
    return refusedMessage(code);
  }

  /** Deletes stored messages of the person, which quotes and repeated sends would still show. */
  @InTransaction(NumbersErased)
  async numbersErased({ companyId, numbers }: NumbersErased): Promise<void> {
    await this.db.run(removeMessagesWith(companyId, numbers));
  }

  /** The keys of the phone are deleted together with the connection. */
  @InTransaction(ConnectionRemoving)
  async connectionRemoving({ connectionId }: ConnectionRemoving): Promise<void> {
    await this.store.remove(connectionId);
  }

  private async connect({ companyId, id }: ChannelConnection): Promise<void> {
    await this.store.connect(companyId, id);
    await this.owners.refresh();
    for (const start = performance.now(); performance.now() - start < codeTimeoutMs; await wait(codePollMs))
      if (await this.owners.hasOwner(id)) return;
    await this.giveUp(companyId, id);
  }

  /** Returns after the first code, because the dialog closes when a session has none. */
  private async pair({ companyId, id }: ChannelConnection, number: string | null): Promise<void> {
    await this.db.platformRows(showOpening(companyId, id));
    await this.store.pair(companyId, id, number);
    await this.owners.refresh();
    for (const start = performance.now(); performance.now() - start < codeTimeoutMs; await wait(codePollMs)) {
      const row = await this.db.platformRow(connectionStatus(companyId, id));
      if (row?.status !== 'OPENING') return;
    }
    if (!(await this.owners.hasOwner(id))) await this.giveUp(companyId, id);
  }

  private async giveUp(companyId: number, id: number): Promise<void> {
    await this.store.disconnect(companyId, id);
    await this.reports.report(companyId, id, { status: 'DISCONNECTED', qrcode: '', failure: noProcess });
  }

  private async disconnect({ companyId, id }: ChannelConnection): Promise<void> {
    await this.store.disconnect(companyId, id);
    await this.owners.refresh();
  }

  private async outcome(call: () => Promise<Answer<SendOutcome>>): Promise<SendOutcome> {
    if (!engineInstalled) return unavailable;
    try {
      const answer = await call();
      return 'offline' in answer ? waits() : answer.value;
    } catch (error) {
      // WhatsApp's refusals are results; an exception means that the session's owner did not answer
      this.logger.warn({ msg: 'session not reached', reason: String(error) });
      return waits();
    }
  }
}

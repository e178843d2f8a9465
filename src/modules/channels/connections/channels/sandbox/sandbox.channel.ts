import { t } from '../../../../../core/i18n.js';
import { FileNotFound, Storage } from '../../../../../core/storage/storage.js';
import { connectionErrors } from '../../connections.errors.js';
import type {
  Channel,
  ChannelCapabilities,
  ChannelConnection,
  ConnectionCheck,
  FetchedMedia,
  OutboundMessage,
  ProviderTarget,
  SendOutcome,
} from '../channel.js';
import { ChannelDriver } from '../channel-driver.js';

/** The provider id of a message that we send. */
export const sandboxId = (messageId: number): string => `sandbox-${messageId}`;

const accept = async (_connection: ChannelConnection, { targetProviderId }: ProviderTarget): Promise<SendOutcome> => ({
  ok: true,
  providerId: targetProviderId,
});

/** Customers use the page `/sandbox`, which reads the stored messages, so every message is delivered at once. */
@ChannelDriver({
  name: 'sandbox',
  label: t('Telefone de testes', 'Test phone', 'Teléfono de pruebas'),
  exportName: 'Sandbox',
  order: 10,
  initialStatus: 'CONNECTED',
})
export class SandboxChannel implements Channel {
  readonly rates = null;
  readonly idempotent = true;
  readonly deliversOnSend = true;
  readonly capabilities: ChannelCapabilities = {
    edit: true,
    delete: true,
    react: true,
    templates: false,
    buttons: true,
    typing: true,
    media: ['image', 'audio', 'video', 'application', 'sticker'],
  };

  readonly react = accept;
  readonly edit: NonNullable<Channel['edit']> = accept;
  readonly delete = accept;

  constructor(private readonly storage: Storage) {}

  async check({ number }: ChannelConnection): Promise<ConnectionCheck> {
    return {
      ok: true,
      facts: { number, name: null, quality: null, messagesPerSecond: null, messagingLimit: null },
      problem: null,
    };
  }

  async send(_connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome> {
    return { ok: true, providerId: sandboxId(message.messageId) };
  }

  async fetchMedia(connection: ChannelConnection, ref: string): Promise<FetchedMedia> {
    if (!ref.startsWith(`${connection.companyId}/`)) throw connectionErrors.ERR_WAPP_DOWNLOAD_MEDIA();
    try {
      const { stream, mime, size } = await this.storage.open(ref);
      return { stream, mime, size, name: null };
    } catch (error) {
      throw error instanceof FileNotFound ? connectionErrors.ERR_WAPP_DOWNLOAD_MEDIA() : error;
    }
  }

  async releaseMedia(connection: ChannelConnection, ref: string): Promise<void> {
    if (ref.startsWith(`${connection.companyId}/`)) await this.storage.remove(ref);
  }
}

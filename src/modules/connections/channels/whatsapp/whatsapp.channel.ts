import { t } from '../../../../core/i18n.js';
import { connectionErrors } from '../../connections.errors.js';
import type { Channel, ChannelCapabilities, SendOutcome } from '../channel.js';
import { ChannelDriver } from '../channel-driver.js';

const unavailable = {
  ok: false,
  kind: 'auth',
  code: 'ERR_WAPP_NOT_INITIALIZED',
  text: t(
    'A conexão por QR Code ainda não está disponível. Use a WhatsApp Cloud API.',
    'Connecting by QR code is not available yet. Use the WhatsApp Cloud API.',
    'La conexión por código QR aún no está disponible. Use la WhatsApp Cloud API.',
  ),
} as const satisfies SendOutcome;

/** Connections by QR code, which existing clients create: stored and never connected (ADR 9). */
@ChannelDriver({
  name: 'whatsapp',
  label: t('QR Code', 'QR code', 'Código QR'),
  exportName: 'WhatsApp',
  order: 30,
  offered: false,
  apiDefault: true,
  initialStatus: 'DISCONNECTED',
})
export class WhatsappChannel implements Channel {
  readonly rates = null;
  readonly idempotent = true;
  readonly capabilities: ChannelCapabilities = {
    edit: false,
    delete: false,
    react: false,
    templates: false,
    buttons: false,
    typing: false,
    media: [],
  };

  async check(): Promise<typeof unavailable> {
    return unavailable;
  }

  async send(): Promise<typeof unavailable> {
    return unavailable;
  }

  async fetchMedia(): Promise<never> {
    throw connectionErrors.ERR_WAPP_DOWNLOAD_MEDIA();
  }
}

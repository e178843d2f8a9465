import { type Localized, t } from '../../../../core/i18n.js';
import type { ChannelConnection } from '../channel.js';

/** What the Graph API needs of a connection to send from its number. */
export interface CloudApiCredentials {
  token: string;
  phoneNumberId: string;
}

/** Shown when a connection was saved without its token or phone number id. */
export const credentialsMissing: Localized = t(
  'Informe o token de acesso e o identificador do número de telefone da conexão.',
  'Give the access token and the phone number id of the connection.',
  'Indique el token de acceso y el identificador del número de teléfono de la conexión.',
);

/** Shown when templates are asked for and the connection does not say whose they are. */
export const accountMissing: Localized = t(
  'Informe o ID da conta do WhatsApp Business (WABA) na conexão.',
  'Give the WhatsApp Business account ID (WABA) in the connection.',
  'Indique el ID de la cuenta de WhatsApp Business (WABA) en la conexión.',
);

/** The credentials of a Cloud API connection (keys `token` and `phoneNumberId`), or null when one is missing. */
export function credentialsOf(connection: ChannelConnection): CloudApiCredentials | null {
  const { token, phoneNumberId } = connection.credentials;
  return token && phoneNumberId ? { token, phoneNumberId } : null;
}

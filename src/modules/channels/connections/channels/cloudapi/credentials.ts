import { type Localized, t } from '../../../../../core/i18n.js';
import { Int, Text } from '../../../../../core/resource/fields.js';
import type { ChannelConnection } from '../channel.js';
import { digits, fieldOf, requiredFieldOf, secretFields } from '../graph/credential-fields.js';

const tab = t('Cloud API', 'Cloud API', 'Cloud API');
const field = fieldOf('cloudapi', tab);

/** Fields of the connection form for the credentials. */
export const credentialFields = {
  facebookUserId: Text({
    ...requiredFieldOf('cloudapi', tab),
    ...digits,
    label: t('ID do número de telefone', 'Phone number ID', 'ID del número de teléfono'),
    help: t(
      'No aplicativo da Meta, em WhatsApp, Configuração da API, ou no retorno do cadastro incorporado. Não é o número.',
      'In the app at Meta, under WhatsApp, API Setup, or in the answer of the embedded sign-up. It is not the number.',
      'En la aplicación de Meta, en WhatsApp, Configuración de la API, o en la respuesta del registro insertado. No es el número.',
    ),
  }),
  facebookPageUserId: Text({
    ...field,
    ...digits,
    label: t(
      'ID da conta do WhatsApp Business',
      'WhatsApp Business account ID',
      'ID de la cuenta de WhatsApp Business',
    ),
    help: t(
      'WABA ID, ao lado do ID do número. Necessário para modelos de mensagem e avisos de qualidade.',
      'WABA ID, beside the phone number ID. Needed for message templates and reports of quality.',
      'WABA ID, junto al ID del número. Necesario para plantillas de mensajes y avisos de calidad.',
    ),
  }),
  ...secretFields('cloudapi', tab),
  messagesPerSecond: Int({
    ...field,
    label: t('Mensagens por segundo', 'Messages per second', 'Mensajes por segundo'),
    min: 1,
    max: 1000,
    help: t(
      'Vazio: 80, o limite padrão da Meta. Informe mais só se a Meta ampliou o seu.',
      'Empty: 80, the standard limit of Meta. Enter more only if Meta raised yours.',
      'Vacío: 80, el límite estándar de Meta. Indique más solo si Meta amplió el suyo.',
    ),
  }),
  number: Text({ ...field, label: t('Número', 'Number', 'Número'), max: 50 }),
};

/** Credentials that the Graph API needs to send from a number. */
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

/** Shown when templates are requested of a connection without its business account. */
export const accountMissing: Localized = t(
  'Informe o ID da conta do WhatsApp Business na conexão',
  'Give the WhatsApp Business account ID in the connection',
  'Indique el ID de la cuenta de WhatsApp Business en la conexión',
);

export function credentialsOf(connection: ChannelConnection): CloudApiCredentials | null {
  const { token, phoneNumberId } = connection.credentials;
  return token && phoneNumberId ? { token, phoneNumberId } : null;
}

import { type Localized, t } from '../../../../core/i18n.js';
import { Int, Secret, Text } from '../../../../core/resource/fields.js';
import type { ChannelConnection } from '../channel.js';

const field = {
  tab: t('Cloud API', 'Cloud API', 'Cloud API'),
  group: t('Credenciais da Meta', 'Meta credentials', 'Credenciales de Meta'),
  optional: true,
  when: { field: 'channel', is: ['cloudapi'] },
};
const requiredField = { ...field, when: { ...field.when, required: true } };
const digits = { max: 50, pattern: /^[0-9]*$/ };

/** What the connection form asks for. */
export const credentialFields = {
  facebookUserId: Text({
    ...requiredField,
    ...digits,
    label: t('ID do número de telefone', 'Phone number ID', 'ID del número de teléfono'),
  }),
  facebookPageUserId: Text({
    ...field,
    ...digits,
    label: t(
      'ID da conta do WhatsApp Business',
      'WhatsApp Business account ID',
      'ID de la cuenta de WhatsApp Business',
    ),
  }),
  facebookUserToken: Secret({ ...requiredField, label: t('Token de acesso', 'Access token', 'Token de acceso') }),
  appSecret: Secret({
    ...requiredField,
    label: t('Chave secreta do aplicativo', 'App secret', 'Clave secreta de la aplicación'),
    max: 200,
  }),
  metaToken: Secret({
    ...field,
    label: t('Token de verificação do webhook', 'Webhook verify token', 'Token de verificación del webhook'),
    max: 200,
    help: t(
      'Deixe vazio para que um seja criado.',
      'Leave empty to have one created.',
      'Déjelo vacío para que se cree uno.',
    ),
  }),
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

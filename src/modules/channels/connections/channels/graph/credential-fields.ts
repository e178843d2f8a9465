import { type Localized, t } from '../../../../../core/i18n.js';
import { Secret } from '../../../../../core/resource/fields.js';

/** Tab and group of a channel's fields in the connection form. */
export const fieldOf = (channel: string, tab: Localized) => ({
  tab,
  group: t('Credenciais da Meta', 'Meta credentials', 'Credenciales de Meta'),
  optional: true,
  when: { field: 'channel', is: [channel] },
});

/** A field that is required for a new connection of the channel. */
export const requiredFieldOf = (channel: string, tab: Localized) => {
  const field = fieldOf(channel, tab);
  return { ...field, when: { ...field.when, required: true } };
};

/** Meta's ids consist of digits. */
export const digits = { max: 50, pattern: /^[0-9]*$/ };

/** Fields that every channel of the Graph API has, in the order of the form. */
export const secretFields = (channel: string, tab: Localized) => ({
  facebookUserToken: Secret({
    address: null,
    ...requiredFieldOf(channel, tab),
    label: t('Token de acesso', 'Access token', 'Token de acceso'),
    help: t(
      'De preferência o de um usuário do sistema, que não expira, com acesso à conta e permissão para mensagens.',
      'Preferably that of a system user, which does not expire, with access to the account and permission for messages.',
      'De preferencia el de un usuario del sistema, que no vence, con acceso a la cuenta y permiso para mensajes.',
    ),
  }),
  appSecret: Secret({
    address: null,
    ...requiredFieldOf(channel, tab),
    label: t('Chave secreta do aplicativo', 'App secret', 'Clave secreta de la aplicación'),
    max: 200,
    help: t(
      'No aplicativo da Meta, em Configurações, Básico. Com ela se verifica quem envia os webhooks.',
      'In the app at Meta, under Settings, Basic. It proves who sends the webhooks.',
      'En la aplicación de Meta, en Configuración, Básica. Con ella se verifica quién envía los webhooks.',
    ),
  }),
  metaToken: Secret({
    address: null,
    ...fieldOf(channel, tab),
    label: t('Token de verificação do webhook', 'Webhook verify token', 'Token de verificación del webhook'),
    max: 200,
    help: t(
      'Deixe vazio para que um seja criado.',
      'Leave empty to have one created.',
      'Déjelo vacío para que se cree uno.',
    ),
  }),
});

/** The credentials in which {@link secretFields} are stored. */
export const encryptedFields = { facebookUserToken: 'token', appSecret: 'appSecret', metaToken: 'metaToken' };

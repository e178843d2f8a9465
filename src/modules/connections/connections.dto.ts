import { t } from '../../core/i18n.js';
import { Choice, Flag, Int, Multiline, Reference, References, Secret, Text } from '../../core/resource/fields.js';
import type { ChannelName } from './connection.entity.js';

const credentials = {
  group: t('Credenciais da Meta', 'Meta credentials', 'Credenciales de Meta'),
  optional: true,
  when: { field: 'channel', is: ['cloudapi'] },
};
const neededCredentials = { ...credentials, when: { ...credentials.when, required: true } };
const service = { group: t('Atendimento', 'Service', 'Atención') };
const texts = t('Mensagens', 'Messages', 'Mensajes');
const timers = { tab: t('Tempos', 'Timers', 'Tiempos'), default: 0, max: 525_600 };
const message = (pt: string, en: string, es: string) => ({ label: t(pt, en, es), tab: texts, default: '' });

/** In the order of the form: the channel decides which credentials are asked for. */
export class ConnectionInput {
  @Choice({
    label: t('Canal', 'Channel', 'Canal'),
    on: 'create',
    apiDefault: 'whatsapp',
    values: [
      { value: 'sandbox', label: t('Telefone de testes', 'Test phone', 'Teléfono de pruebas') },
      { value: 'cloudapi', label: t('WhatsApp Cloud API', 'WhatsApp Cloud API', 'WhatsApp Cloud API') },
      {
        value: 'whatsapp',
        label: t('WhatsApp (QR Code)', 'WhatsApp (QR code)', 'WhatsApp (código QR)'),
        offered: false,
      },
    ],
  })
  channel!: ChannelName;

  @Text({
    label: t('Nome', 'Name', 'Nombre'),
    min: 2,
    max: 50,
    messages: { min: t('Muito curto!', 'Too short!', '¡Demasiado corto!') },
  })
  name!: string;

  @Text({
    ...neededCredentials,
    label: t('ID do número de telefone', 'Phone number ID', 'ID del número de teléfono'),
    max: 50,
    pattern: /^[0-9]*$/,
  })
  facebookUserId!: string | null;

  @Text({
    ...credentials,
    label: t(
      'ID da conta do WhatsApp Business',
      'WhatsApp Business account ID',
      'ID de la cuenta de WhatsApp Business',
    ),
    max: 50,
    pattern: /^[0-9]*$/,
  })
  facebookPageUserId!: string | null;

  @Secret({ ...neededCredentials, label: t('Token de acesso', 'Access token', 'Token de acceso') })
  facebookUserToken!: string | null;

  @Secret({
    ...neededCredentials,
    label: t('Chave secreta do aplicativo', 'App secret', 'Clave secreta de la aplicación'),
    max: 200,
  })
  appSecret!: string | null;

  @Secret({
    ...credentials,
    label: t('Token de verificação do webhook', 'Webhook verify token', 'Token de verificación del webhook'),
    max: 200,
    help: t(
      'Deixe vazio para que um seja criado.',
      'Leave empty to have one created.',
      'Déjelo vacío para que se cree uno.',
    ),
  })
  metaToken!: string | null;

  @Int({
    ...credentials,
    label: t('Mensagens por segundo', 'Messages per second', 'Mensajes por segundo'),
    min: 1,
    max: 1000,
    help: t(
      'Vazio: 80, o limite padrão da Meta. Informe mais só se a Meta ampliou o seu.',
      'Empty: 80, the standard limit of Meta. Enter more only if Meta raised yours.',
      'Vacío: 80, el límite estándar de Meta. Indique más solo si Meta amplió el suyo.',
    ),
  })
  messagesPerSecond!: number | null;

  @Text({ ...credentials, label: t('Número', 'Number', 'Número'), max: 50 })
  number!: string | null;

  @Flag({ ...service, label: t('Padrão', 'Default', 'Predeterminada'), default: false })
  isDefault!: boolean;

  @References({ ...service, label: t('Departamentos', 'Departments', 'Departamentos'), resource: 'queue', default: [] })
  queueIds!: number[];

  @Multiline(message('Mensagem de saudação', 'Greeting message', 'Mensaje de saludo'))
  greetingMessage!: string;

  @Multiline(message('Mensagem de conclusão', 'Completion message', 'Mensaje de conclusión'))
  complationMessage!: string;

  @Multiline(message('Mensagem fora de expediente', 'Out-of-hours message', 'Mensaje fuera de horario'))
  outOfHoursMessage!: string;

  @Multiline(message('Mensagem de avaliação', 'Rating message', 'Mensaje de evaluación'))
  ratingMessage!: string;

  @Multiline(message('Mensagem de inatividade', 'Inactivity message', 'Mensaje de inactividad'))
  expiresInactiveMessage!: string;

  @Int({
    ...timers,
    label: t(
      'Encerrar conversas abertas após (minutos)',
      'Close open conversations after (minutes)',
      'Cerrar conversaciones abiertas tras (minutos)',
    ),
  })
  expiresTicket!: number;

  @Int({
    ...timers,
    label: t('Transferir após (minutos)', 'Transfer after (minutes)', 'Transferir tras (minutos)'),
  })
  timeToTransfer!: number;

  @Reference({
    tab: timers.tab,
    label: t('Transferir para o departamento', 'Transfer to department', 'Transferir al departamento'),
    resource: 'queue',
    optional: true,
  })
  transferQueueId!: number | null;

  @Int({
    ...timers,
    label: t('Intervalo do menu (minutos)', 'Menu interval (minutes)', 'Intervalo del menú (minutos)'),
  })
  timeUseBotQueues!: number;

  @Int({
    ...timers,
    label: t('Máximo de envios do menu', 'Menu sent at most (times)', 'Máximo de envíos del menú'),
    default: 3,
    max: 100,
  })
  maxUseBotQueues!: number;
}

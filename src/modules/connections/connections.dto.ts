import { t } from '../../core/i18n.js';
import { Choice, Flag, Int, Multiline, Reference, References, Secret, Text } from '../../core/resource/fields.js';
import type { ChannelName } from './connection.entity.js';

const cloud = t('Cloud API', 'Cloud API', 'Cloud API');
const texts = t('Mensagens', 'Messages', 'Mensajes');
const timers = t('Transferência e tempos', 'Transfer and timers', 'Transferencia y tiempos');
const message = (pt: string, en: string, es: string) => ({ label: t(pt, en, es), group: texts, default: '' });

export class ConnectionInput {
  @Text({
    label: t('Nome', 'Name', 'Nombre'),
    min: 2,
    max: 50,
    messages: { min: t('Muito curto!', 'Too short!', '¡Demasiado corto!') },
  })
  name!: string;

  @Choice({
    label: t('Canal', 'Channel', 'Canal'),
    on: 'create',
    assumed: 'whatsapp',
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

  @Flag({ label: t('Padrão', 'Default', 'Predeterminada'), default: false })
  isDefault!: boolean;

  @References({ label: t('Departamentos', 'Departments', 'Departamentos'), resource: 'queue', default: [] })
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
    label: t(
      'Encerrar conversas abertas após (minutos)',
      'Close open conversations after (minutes)',
      'Cerrar conversaciones abiertas tras (minutos)',
    ),
    group: timers,
    default: 0,
    max: 525_600,
  })
  expiresTicket!: number;

  @Int({
    label: t('Transferir após (minutos)', 'Transfer after (minutes)', 'Transferir tras (minutos)'),
    group: timers,
    default: 0,
    max: 525_600,
  })
  timeToTransfer!: number;

  @Reference({
    label: t('Transferir para o departamento', 'Transfer to department', 'Transferir al departamento'),
    group: timers,
    resource: 'queue',
    optional: true,
  })
  transferQueueId!: number | null;

  @Int({
    label: t('Intervalo do menu (minutos)', 'Menu interval (minutes)', 'Intervalo del menú (minutos)'),
    group: timers,
    default: 0,
    max: 525_600,
  })
  timeUseBotQueues!: number;

  @Int({
    label: t('Máximo de envios do menu', 'Most menus sent', 'Máximo de envíos del menú'),
    group: timers,
    default: 3,
    max: 100,
  })
  maxUseBotQueues!: number;

  @Text({
    label: t('ID do número de telefone', 'Phone number ID', 'ID del número de teléfono'),
    group: cloud,
    optional: true,
    max: 50,
    pattern: /^[0-9]*$/,
  })
  facebookUserId!: string | null;

  @Text({
    label: t(
      'ID da conta do WhatsApp Business',
      'WhatsApp Business account ID',
      'ID de la cuenta de WhatsApp Business',
    ),
    group: cloud,
    optional: true,
    max: 50,
    pattern: /^[0-9]*$/,
  })
  facebookPageUserId!: string | null;

  @Text({ label: t('Número', 'Number', 'Número'), group: cloud, optional: true, max: 50 })
  number!: string | null;

  @Secret({ label: t('Token de acesso', 'Access token', 'Token de acceso'), group: cloud, optional: true })
  facebookUserToken!: string | null;

  @Secret({
    label: t('Chave secreta do aplicativo', 'App secret', 'Clave secreta de la aplicación'),
    group: cloud,
    optional: true,
    max: 200,
  })
  appSecret!: string | null;

  @Secret({
    label: t('Token de verificação do webhook', 'Webhook verify token', 'Token de verificación del webhook'),
    group: cloud,
    optional: true,
    max: 200,
    help: t(
      'Vazio: é criado um de 15 caracteres.',
      'Empty: one of 15 characters is made.',
      'Vacío: se crea uno de 15 caracteres.',
    ),
  })
  metaToken!: string | null;

  @Int({
    label: t('Mensagens por segundo', 'Messages per second', 'Mensajes por segundo'),
    group: cloud,
    optional: true,
    min: 1,
    max: 1000,
    help: t(
      'Vazio: 80, o que a Meta permite a todos. Informe mais só depois que ela ampliar o seu limite.',
      'Empty: 80, what Meta allows everybody. Give more only once it has raised your limit.',
      'Vacío: 80, lo que Meta permite a todos. Indique más solo cuando haya ampliado su límite.',
    ),
  })
  messagesPerSecond!: number | null;
}

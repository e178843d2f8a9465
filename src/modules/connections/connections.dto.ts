import { t } from '../../core/i18n.js';
import { Choice, Flag, Int, Multiline, Reference, References, Text } from '../../core/resource/fields.js';
import { channelDefinitions } from './channels/channel-definitions.js';

const service = { group: t('Atendimento', 'Service', 'Atención') };
const texts = t('Mensagens', 'Messages', 'Mensajes');
const timers = { tab: t('Tempos', 'Timers', 'Tiempos'), default: 0, max: 525_600 };
const transfer = t('Transferência automática', 'Automatic transfer', 'Transferencia automática');
const closing = t('Encerramento', 'Closing', 'Cierre');
const bot = t('Limites do robô', 'Limits of the bot', 'Límites del bot');
const message = (pt: string, en: string, es: string) => ({ label: t(pt, en, es), tab: texts, default: '' });

class ConnectionIdentity {
  @Choice({
    label: t('Canal', 'Channel', 'Canal'),
    on: 'create',
    apiDefault: channelDefinitions.find(({ apiDefault }) => apiDefault)?.name,
    values: channelDefinitions.map(({ name, label, offered }) => ({
      value: name,
      label,
      ...(offered === false ? { offered } : {}),
    })),
  })
  channel!: string;

  @Text({
    label: t('Nome', 'Name', 'Nombre'),
    min: 2,
    max: 50,
    messages: { min: t('Muito curto!', 'Too short!', '¡Demasiado corto!') },
  })
  name!: string;

  /** Fields of the channels. */
  [field: string]: unknown;
}

class ChannelFields extends ConnectionIdentity {}
for (const { fields = {} } of channelDefinitions)
  for (const [name, field] of Object.entries(fields)) field(ChannelFields.prototype, name);

/** In the order of the form. */
export class ConnectionInput extends ChannelFields {
  @Flag({ ...service, label: t('Padrão', 'Default', 'Predeterminada'), default: false })
  isDefault!: boolean;

  @References({ ...service, label: t('Departamentos', 'Departments', 'Departamentos'), resource: 'queue', default: [] })
  queueIds!: number[];

  @Reference({
    ...service,
    label: t('Prompt', 'Prompt', 'Prompt'),
    help: t(
      'Um assistente de IA responde às conversas desta conexão até que alguém as aceite.',
      'An AI assistant answers the conversations of this connection until somebody accepts them.',
      'Un asistente de IA responde las conversaciones de esta conexión hasta que alguien las acepte.',
    ),
    resource: 'prompt',
    feature: 'useAiActive',
    optional: true,
  })
  promptId!: number | null;

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
    group: closing,
    label: t(
      'Encerrar conversas abertas após (minutos)',
      'Close open conversations after (minutes)',
      'Cerrar conversaciones abiertas tras (minutos)',
    ),
  })
  expiresTicket!: number;

  @Int({
    ...timers,
    group: transfer,
    label: t('Transferir após (minutos)', 'Transfer after (minutes)', 'Transferir tras (minutos)'),
  })
  timeToTransfer!: number;

  @Reference({
    tab: timers.tab,
    group: transfer,
    label: t('Transferir para o departamento', 'Transfer to department', 'Transferir al departamento'),
    resource: 'queue',
    optional: true,
  })
  transferQueueId!: number | null;

  @Int({
    ...timers,
    group: bot,
    label: t('Intervalo do menu (minutos)', 'Menu interval (minutes)', 'Intervalo del menú (minutos)'),
  })
  timeUseBotQueues!: number;

  @Int({
    ...timers,
    group: bot,
    label: t('Máximo de envios do menu', 'Menu sent at most (times)', 'Máximo de envíos del menú'),
    default: 3,
    max: 100,
  })
  maxUseBotQueues!: number;
}

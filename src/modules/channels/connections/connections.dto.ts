import { type Localized, t } from '../../../core/i18n.js';
import { Choice, Flag, Int, Multiline, Reference, References, Text } from '../../../core/resource/fields.js';
import { attendedVariables, customerVariables } from '../../people/queues/text-variables.dto.js';
import { channelDefinitions } from './channels/channel-definitions.js';
import type { OutOfHoursDepartment } from './connection.entity.js';

/** Tabs of the connection form that belong to no channel; modules that come later use them for their fields. */
export const connectionTabs = {
  messages: t('Mensagens', 'Messages', 'Mensajes'),
  departments: t('Departamentos', 'Departments', 'Departamentos'),
  timers: t('Tempos', 'Timers', 'Tiempos'),
  bot: t('Robô', 'Bot', 'Bot'),
};
/** A timer lasts at most a year. */
const minutes = { tab: connectionTabs.timers, default: 0, max: 525_600 };
const transfer = t('Transferência automática', 'Automatic transfer', 'Transferencia automática');
const closing = t('Encerramento', 'Closing', 'Cierre');
const menu = t('Menu de departamentos', 'Menu of departments', 'Menú de departamentos');

const message = (label: Localized, help: Localized, variables = attendedVariables) => ({
  label,
  help,
  variables,
  tab: connectionTabs.messages,
  default: '',
});

class ConnectionIdentity {
  @Choice({
    label: t('Canal', 'Channel', 'Canal'),
    on: 'create',
    apiDefault: channelDefinitions.find(({ apiDefault }) => apiDefault)?.name,
    values: channelDefinitions.map(({ name, label, unavailable }) => ({
      value: name,
      label,
      ...(unavailable ? { offered: false, unavailable } : {}),
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

/** The fields are in the order of the form. */
export class ConnectionInput extends ChannelFields {
  @Flag({
    label: t('Padrão', 'Default', 'Predeterminada'),
    help: t(
      'Por ela começam as conversas de quem não tem uma conexão própria.',
      'People without a connection of their own start conversations by it.',
      'Por ella empiezan las conversaciones de quien no tiene una conexión propia.',
    ),
    default: false,
  })
  isDefault!: boolean;

  @Multiline(
    message(
      t('Mensagem de saudação', 'Greeting message', 'Mensaje de saludo'),
      t(
        'Antes do menu; obrigatória com mais de um departamento.',
        'Before the menu; required with more than one department.',
        'Antes del menú; obligatorio con más de un departamento.',
      ),
      customerVariables,
    ),
  )
  greetingMessage!: string;

  @Multiline(
    message(
      t('Mensagem fora de expediente', 'Out-of-hours message', 'Mensaje fuera de horario'),
      t(
        'Uma vez por conversa, enquanto está fechado. Vazia, o robô responde como no horário.',
        'Once in a conversation, while it is closed. Empty: the bot answers as in the hours.',
        'Una vez por conversación, mientras está cerrado. Vacío: el bot responde como en el horario.',
      ),
      customerVariables,
    ),
  )
  outOfHoursMessage!: string;

  @Multiline(
    message(
      t('Mensagem de conclusão', 'Completion message', 'Mensaje de conclusión'),
      t('Quando a conversa é resolvida.', 'When the conversation is resolved.', 'Cuando se resuelve la conversación.'),
    ),
  )
  complationMessage!: string;

  @Multiline(
    message(
      t('Mensagem de avaliação', 'Rating message', 'Mensaje de evaluación'),
      t(
        'O pedido de nota de 1 a 3, se as avaliações estão ligadas.',
        'Asks for a rating from 1 to 3, where ratings are on.',
        'Pide una nota del 1 al 3, si las calificaciones están activadas.',
      ),
    ),
  )
  ratingMessage!: string;

  @Multiline(
    message(
      t('Mensagem de inatividade', 'Inactivity message', 'Mensaje de inactividad'),
      t(
        'Quando a conversa é encerrada porque o cliente não respondeu.',
        'When the conversation is closed because the customer did not answer.',
        'Cuando se cierra la conversación porque el cliente no respondió.',
      ),
    ),
  )
  expiresInactiveMessage!: string;

  @References({
    label: t('Departamentos', 'Departments', 'Departamentos'),
    help: t(
      'Com um só, as conversas já chegam nele; com vários, o cliente escolhe em um menu.',
      'With one, conversations arrive there; with several, the customer chooses from a menu.',
      'Con uno solo, las conversaciones llegan a él; con varios, el cliente elige en un menú.',
    ),
    tab: connectionTabs.departments,
    resource: 'queue',
    default: [],
  })
  queueIds!: number[];

  @Choice({
    tab: connectionTabs.departments,
    label: t(
      'Conversas que começam fora do expediente',
      'Conversations that begin out of hours',
      'Conversaciones que empiezan fuera de horario',
    ),
    help: t(
      'O departamento que elas recebem enquanto a empresa está fechada.',
      'The department they get while the company is closed.',
      'El departamento que reciben mientras la empresa está cerrada.',
    ),
    values: [
      {
        value: 'none',
        label: t(
          'Ficam sem departamento até abrir',
          'Without a department until opening',
          'Sin departamento hasta abrir',
        ),
      },
      {
        value: 'choose',
        label: t('O cliente escolhe no menu', 'The customer chooses from the menu', 'El cliente elige en el menú'),
      },
      { value: 'fixed', label: t('Um departamento fixo', 'A fixed department', 'Un departamento fijo') },
    ],
    default: 'none',
  })
  outOfHoursDepartment!: OutOfHoursDepartment;

  @Reference({
    tab: connectionTabs.departments,
    label: t('Departamento fora do expediente', 'Department out of hours', 'Departamento fuera de horario'),
    resource: 'queue',
    optional: true,
    when: { field: 'outOfHoursDepartment', is: ['fixed'] },
  })
  outOfHoursQueueId!: number | null;

  @Int({
    ...minutes,
    group: transfer,
    label: t('Transferir após (minutos)', 'Transfer after (minutes)', 'Transferir tras (minutos)'),
    help: t(
      'Sem que alguém tenha escolhido um departamento. Com 0, desligado.',
      'Without a department having been chosen. Off with 0.',
      'Sin que se haya elegido un departamento. Con 0, desactivado.',
    ),
  })
  timeToTransfer!: number;

  @Reference({
    tab: connectionTabs.timers,
    group: transfer,
    label: t('Transferir para o departamento', 'Transfer to department', 'Transferir al departamento'),
    resource: 'queue',
    optional: true,
  })
  transferQueueId!: number | null;

  @Int({
    ...minutes,
    group: closing,
    label: t(
      'Encerrar conversas abertas após (minutos)',
      'Close open conversations after (minutes)',
      'Cerrar conversaciones abiertas tras (minutos)',
    ),
    help: t(
      'Sem resposta do cliente. Com 0, desligado.',
      'Without an answer of the customer. Off with 0.',
      'Sin respuesta del cliente. Con 0, desactivado.',
    ),
  })
  expiresTicket!: number;

  @Int({
    ...minutes,
    tab: connectionTabs.bot,
    group: menu,
    label: t('Intervalo do menu (minutos)', 'Menu interval (minutes)', 'Intervalo del menú (minutos)'),
    help: t(
      'Enviado de novo só depois deste tempo. Com 0, sempre.',
      'Sent again only after this time. Always with 0.',
      'Se envía de nuevo solo después de este tiempo. Con 0, siempre.',
    ),
  })
  timeUseBotQueues!: number;

  @Int({
    ...minutes,
    tab: connectionTabs.bot,
    group: menu,
    label: t('Máximo de envios do menu', 'Menu sent at most (times)', 'Máximo de envíos del menú'),
    help: t(
      'Depois, a conversa espera por uma pessoa. Com 0, sem limite.',
      'After that the conversation waits for a person. Without a limit with 0.',
      'Después, la conversación espera a una persona. Con 0, sin límite.',
    ),
    default: 3,
    max: 100,
  })
  maxUseBotQueues!: number;

  @Reference({
    tab: connectionTabs.bot,
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

  @Reference({
    tab: connectionTabs.bot,
    label: t('Integração', 'Integration', 'Integración'),
    help: t(
      'Responde os clientes enquanto ninguém atende',
      'Answers customers as long as nobody attends them',
      'Responde a los clientes mientras nadie los atiende',
    ),
    resource: 'queueIntegration',
    feature: 'useIntegrations',
    optional: true,
  })
  integrationId!: number | null;
}

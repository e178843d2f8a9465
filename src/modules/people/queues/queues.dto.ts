import { t } from '../../../core/i18n.js';
import { Choice, Color, Int, Items, Multiline, Reference, References, Text } from '../../../core/resource/fields.js';
import { defaultWorkingHours, OpeningDayInput } from '../../platform/companies/working-hours/working-hours.dto.js';
import { customerVariables } from './text-variables.dto.js';

/** The minutes that a target may have. Reports count times by these bounds, so every target is counted exactly. */
export const targetMinutes = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120, 240, 480, 1440, 2880] as const;

const inWords = (minutes: number) =>
  minutes < 60
    ? t(`${minutes} min`, `${minutes} min`, `${minutes} min`)
    : t(`${minutes / 60} h`, `${minutes / 60} h`, `${minutes / 60} h`);
const targets = targetMinutes.map((value) => ({ value, label: inWords(value) }));
const targetsGroup = t('Metas de atendimento', 'Service targets', 'Metas de atención');

/** The tabs of the form after the first; later modules assign their fields to them. */
export const queueTabs = {
  messages: t('Mensagens', 'Messages', 'Mensajes'),
  hours: t('Horários', 'Hours', 'Horarios'),
  bot: t('Robô', 'Bot', 'Bot'),
  team: t('Equipe', 'Team', 'Equipo'),
};

/** How many departments one request may order; plans allow fewer. */
const maxOrdered = 500;

export class QueueInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 50 })
  name!: string;

  @Color({ label: t('Cor', 'Color', 'Color') })
  color!: string;

  @Int({
    label: t('Ordem', 'Order', 'Orden'),
    help: t(
      'No menu e nas listas; também pode ser arrastado na lista.',
      'In the menu and in lists; rows can also be dragged.',
      'En el menú y en las listas; también se puede arrastrar en la lista.',
    ),
    optional: true,
  })
  orderQueue!: number | null;

  @Choice({
    label: t('Primeira resposta em até', 'First response within', 'Primera respuesta en hasta'),
    help: t(
      'O painel mostra quantas conversas cumprem a meta; a lista marca as que já passaram dela.',
      'The dashboard shows how many conversations meet the target; the list marks those past it.',
      'El panel muestra cuántas conversaciones cumplen la meta; la lista marca las que ya la superaron.',
    ),
    group: targetsGroup,
    values: targets,
    optional: true,
  })
  firstResponseTarget!: number | null;

  @Choice({
    label: t('Resolução em até', 'Resolution within', 'Resolución en hasta'),
    group: targetsGroup,
    values: targets,
    optional: true,
  })
  resolutionTarget!: number | null;

  @Multiline({
    label: t('Mensagem de saudação', 'Greeting message', 'Mensaje de saludo'),
    help: t(
      'Enviada a quem escolhe o departamento, antes das opções do menu.',
      'Sent to whoever chooses the department, before the options of its menu.',
      'Se envía a quien elige el departamento, antes de las opciones del menú.',
    ),
    tab: queueTabs.messages,
    variables: customerVariables,
    optional: true,
  })
  greetingMessage!: string | null;

  @Multiline({
    label: t('Mensagem fora de expediente', 'Out-of-hours message', 'Mensaje fuera de horario'),
    help: t('Vazia: vale a da conexão.', 'Empty: that of the connection applies.', 'Vacío: vale el de la conexión.'),
    tab: queueTabs.messages,
    variables: customerVariables,
    optional: true,
  })
  outOfHoursMessage!: string | null;

  @Items(() => OpeningDayInput, {
    label: t('Horário de atendimento', 'Working hours', 'Horario de atención'),
    tab: queueTabs.hours,
    default: defaultWorkingHours,
  })
  schedules!: OpeningDayInput[];

  @Reference({
    tab: queueTabs.bot,
    label: t('Prompt', 'Prompt', 'Prompt'),
    help: t(
      'Um assistente de IA responde às conversas deste departamento até que alguém as aceite.',
      'An AI assistant answers the conversations of this department until somebody accepts them.',
      'Un asistente de IA responde las conversaciones de este departamento hasta que alguien las acepte.',
    ),
    resource: 'prompt',
    feature: 'useAiActive',
    optional: true,
  })
  promptId!: number | null;

  @Reference({
    tab: queueTabs.bot,
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

  @References({
    label: t('Quem atende', 'Who answers', 'Quién atiende'),
    resource: 'users',
    help: t(
      'As conversas do departamento chegam a estas pessoas.',
      'The conversations of the department reach these people.',
      'Las conversaciones del departamento llegan a estas personas.',
    ),
    tab: queueTabs.team,
    optional: true,
  })
  userIds!: number[] | null;
}

export class QueueOrderInput {
  @References({ resource: 'queue', label: t('Departamentos', 'Departments', 'Departamentos'), max: maxOrdered })
  queueIds!: number[];
}

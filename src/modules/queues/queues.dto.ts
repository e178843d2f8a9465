import { t } from '../../core/i18n.js';
import { Choice, Color, Int, Multiline, Reference, Text } from '../../core/resource/fields.js';

/** Minutes that a target may have; times are counted by these bounds, so that every target is counted exactly. */
export const targetMinutes = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120, 240, 480, 1440, 2880] as const;

const inWords = (minutes: number) =>
  minutes < 60
    ? t(`${minutes} min`, `${minutes} min`, `${minutes} min`)
    : t(`${minutes / 60} h`, `${minutes / 60} h`, `${minutes / 60} h`);
const targets = targetMinutes.map((value) => ({ value, label: inWords(value) }));
const targetsGroup = t('Metas de atendimento', 'Service targets', 'Metas de atención');

export class QueueInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 50 })
  name!: string;

  @Color({ label: t('Cor', 'Color', 'Color') })
  color!: string;

  @Multiline({ label: t('Mensagem de saudação', 'Greeting message', 'Mensaje de saludo'), optional: true })
  greetingMessage!: string | null;

  @Multiline({
    label: t('Mensagem fora de expediente', 'Out-of-hours message', 'Mensaje fuera de horario'),
    optional: true,
  })
  outOfHoursMessage!: string | null;

  @Reference({
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

  @Int({ label: t('Ordem', 'Order', 'Orden'), optional: true })
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
}

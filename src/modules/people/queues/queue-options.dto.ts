import { Transform } from 'class-transformer';
import { t } from '../../../core/i18n.js';
import { Int, Multiline, Reference, Text } from '../../../core/resource/fields.js';
import { invalidQuery, textParam } from '../../../core/resource/list-query.js';
import { customerVariables } from './text-variables.dto.js';

/** `queueId` and `parentId` of a query; without the latter, or with -1, the top level. @throws 400 */
export function parseOptionsQuery(query: Record<string, unknown>): { queueId: number; parentId: number | null } {
  const isTop = ['', '-1'].includes(textParam(query, 'parentId'));
  return { queueId: idParam(query, 'queueId'), parentId: isTop ? null : idParam(query, 'parentId') };
}

function idParam(query: Record<string, unknown>, name: string): number {
  const text = textParam(query, name);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : invalidQuery(name);
}

export class QueueOptionInput {
  @Reference({ label: t('Departamento', 'Department', 'Departamento'), resource: 'queue', on: 'create' })
  queueId!: number;

  @Reference({
    label: t('Abaixo de', 'Below', 'Debajo de'),
    resource: 'queue-options',
    labelField: 'title',
    optional: true,
  })
  // the top level, as existing clients say it (spec 002 §2)
  @Transform(({ value }: { value: unknown }) => (Number(value) === -1 ? null : value))
  parentId!: number | null;

  @Text({ label: t('Título', 'Title', 'Título'), max: 100 })
  title!: string;

  @Multiline({
    label: t('Mensagem', 'Message', 'Mensaje'),
    help: t(
      'Enviada a quem escolhe a opção, antes das opções abaixo dela.',
      'Sent to whoever chooses the option, before the options below it.',
      'Se envía a quien elige la opción, antes de las opciones debajo de ella.',
    ),
    variables: customerVariables,
    default: '',
  })
  message!: string;

  /** Position among its siblings, which move up or down; the last one for a new option. */
  @Int({ label: t('Posição', 'Position', 'Posición'), min: 1, max: 1000, optional: true })
  option!: number | null;
}

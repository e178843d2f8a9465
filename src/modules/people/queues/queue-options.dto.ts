import { Transform } from 'class-transformer';
import { t } from '../../../core/i18n.js';
import { Int, Multiline, Reference, Text } from '../../../core/resource/fields.js';
import { invalidQuery, textParam } from '../../../core/resource/list-query.js';
import { customerVariables } from './text-variables.dto.js';

/** Reads `queueId` and `parentId`; a missing `parentId` or -1 means the top level. @throws 400 */
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
  // existing clients send -1 for the top level (spec 002 §2)
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

  /** The position among its siblings, which are moved; a new option without one becomes the last. */
  @Int({ label: t('Posição', 'Position', 'Posición'), min: 1, max: 1000, optional: true })
  option!: number | null;
}

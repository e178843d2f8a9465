import { defineAuditKind } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { Queue } from './queue.entity.js';
import { QueueInput } from './queues.dto.js';
import { colorTaken, queueErrors } from './queues.errors.js';

defineAuditKind('team', 40, t('Equipe e departamentos', 'Team and departments', 'Equipo y departamentos'));

export const queues = defineResource({
  name: 'queue',
  envelope: '',
  entity: Queue,
  input: QueueInput,
  label: {
    one: t('Departamento', 'Department', 'Departamento'),
    many: t('Departamentos', 'Departments', 'Departamentos'),
  },
  empty: t(
    'Crie um para cada equipe: as conversas chegam a quem faz parte dele.',
    'Create one for each team: its conversations reach the people in it.',
    'Cree uno por equipo: las conversaciones llegan a quienes forman parte de él.',
  ),
  list: ['name', 'color', 'greetingMessage', 'orderQueue'],
  search: ['name'],
  sort: ['orderQueue', 'asc'],
  thenBy: 'name',
  pageSize: 500,
  tokenScope: 'queues',
  access: { read: 'user', write: 'admin' },
  live: { to: 'company' },
  screen: 'queues',
  menu: { section: 'management', order: 30, icon: 'AccountTree' },
  audit: { kind: 'team', nameField: 'name' },
  planLimit: 'queues',
  keepsName: true,
  unique: [
    { constraint: 'queues_company_id_name_unique', field: 'name' },
    {
      constraint: 'queues_company_id_color_unique',
      field: 'color',
      text: colorTaken,
      error: queueErrors.ERR_QUEUE_COLOR_ALREADY_EXISTS,
    },
  ],
  removalWarning: t(
    'As opções do menu e os feriados dele também são excluídos.',
    'The options of its menu and its holidays are deleted, too.',
    'Las opciones de su menú y sus feriados también se eliminan.',
  ),
  savedMessage: t('Fila salva com sucesso.', 'Department saved.', 'Departamento guardado con éxito.'),
});

import { t } from '../../core/i18n.js';
import { defineResource } from '../../core/resource/define-resource.js';
import { Queue } from './queue.entity.js';
import { QueueInput } from './queues.dto.js';
import { queueErrors } from './queues.errors.js';

export const queues = defineResource({
  name: 'queue',
  envelope: '',
  entity: Queue,
  input: QueueInput,
  singular: 'queue',
  label: {
    one: t('Departamento', 'Department', 'Departamento'),
    many: t('Departamentos', 'Departments', 'Departamentos'),
  },
  empty: {
    title: t('Nenhum departamento ainda', 'No departments yet', 'Todavía no hay departamentos'),
    message: t(
      'Crie um para cada equipe: as conversas chegam a quem faz parte dele.',
      'Create one for each team: its conversations reach the people in it.',
      'Cree uno por equipo: las conversaciones llegan a quienes forman parte de él.',
    ),
  },
  list: ['name', 'color', 'greetingMessage', 'orderQueue'],
  search: ['name'],
  sort: ['orderQueue', 'asc'],
  thenBy: 'name',
  pageSize: 500,
  access: { read: 'user', write: 'admin' },
  live: { event: 'queue', to: 'company' },
  screen: 'queues',
  menu: { section: 'management', order: 30, icon: 'AccountTree' },
  audit: { noun: 'queue', kind: 'team', nameField: 'name' },
  notFound: queueErrors.ERR_NO_QUEUE_FOUND,
  savedMessage: t('Fila salva com sucesso.', 'Department saved.', 'Departamento guardado con éxito.'),
});

import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { ImportRun } from './import-run.entity.js';

/** Imports run on the command line, so they have no form. */
export class ImportInput {}

const states = [
  { value: 'running', label: t('Em andamento', 'Running', 'En curso') },
  { value: 'done', label: t('Concluída', 'Done', 'Terminada') },
  { value: 'failed', label: t('Com falha', 'Failed', 'Con error') },
  { value: 'interrupted', label: t('Interrompida', 'Interrupted', 'Interrumpida') },
];

export const imports = defineResource({
  name: 'imports',
  entity: ImportRun,
  input: ImportInput,
  scope: 'platform',
  label: {
    one: t('Importação', 'Import', 'Importación'),
    many: t('Importações', 'Imports', 'Importaciones'),
    feminine: true,
  },
  empty: t(
    'O comando npm run import:whaticket traz empresas de um sistema da família Whaticket.',
    'The command npm run import:whaticket brings companies from a system of the Whaticket family.',
    'El comando npm run import:whaticket trae empresas de un sistema de la familia Whaticket.',
  ),
  list: ['id', 'source', 'state', 'createdAt', 'endedAt', 'counts', 'refused', 'error'],
  columns: [
    readOnlyColumn({ name: 'id', label: t('Número', 'Number', 'Número'), widget: 'number' }),
    readOnlyColumn({ name: 'source', label: t('Origem', 'Source', 'Origen'), widget: 'text' }),
    readOnlyColumn({ name: 'state', label: t('Situação', 'State', 'Estado'), widget: 'choice', options: states }),
    readOnlyColumn({ name: 'createdAt', label: t('Início', 'Started', 'Inicio'), widget: 'datetime' }),
    readOnlyColumn({ name: 'endedAt', label: t('Fim', 'Ended', 'Fin'), widget: 'datetime' }),
    readOnlyColumn({
      name: 'counts',
      label: t('Trazidas', 'Taken', 'Traídas'),
      widget: 'text',
      sortable: false,
    }),
    readOnlyColumn({
      name: 'refused',
      label: t('Recusadas', 'Refused', 'Rechazadas'),
      widget: 'number',
      sortable: false,
    }),
    readOnlyColumn({ name: 'error', label: t('Erro', 'Error', 'Error'), widget: 'text', sortable: false }),
  ],
  search: ['source'],
  filters: ['state'],
  access: { read: 'super', write: 'super' },
  except: ['create', 'update', 'remove'],
  screen: 'admin/imports',
  menu: { section: 'super', order: 92, icon: 'MoveToInbox', tabOf: '/admin/installation' },
});

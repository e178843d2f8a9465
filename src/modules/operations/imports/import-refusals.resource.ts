import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { ImportRefusal } from './import-run.entity.js';
import { ImportInput } from './imports.resource.js';

export const importRefusals = defineResource({
  name: 'import-refusals',
  entity: ImportRefusal,
  input: ImportInput,
  scope: 'platform',
  label: {
    one: t('Linha não importada', 'Row not imported', 'Fila no importada'),
    many: t('Linhas não importadas', 'Rows not imported', 'Filas no importadas'),
    feminine: true,
  },
  emptyTitle: t('Tudo foi importado', 'Everything was imported', 'Todo fue importado'),
  empty: t(
    'O que uma importação não puder trazer, ou só em parte, aparece aqui com o motivo.',
    'What an import cannot take, or only in part, is shown here with the reason.',
    'Lo que una importación no pueda traer, o solo en parte, aparece aquí con el motivo.',
  ),
  list: ['run', 'tableName', 'sourceId', 'reason'],
  columns: [
    readOnlyColumn({
      name: 'run',
      label: t('Importação', 'Import', 'Importación'),
      widget: 'number',
      sortable: false,
    }),
    readOnlyColumn({
      name: 'tableName',
      label: t('Tabela de origem', 'Source table', 'Tabla de origen'),
      widget: 'text',
    }),
    readOnlyColumn({ name: 'sourceId', label: t('Id na origem', 'Id there', 'Id en el origen'), widget: 'text' }),
    readOnlyColumn({ name: 'reason', label: t('Motivo', 'Reason', 'Motivo'), widget: 'text', sortable: false }),
  ],
  search: ['tableName', 'sourceId'],
  filters: ['importId'],
  plainFilters: ['importId'],
  access: { read: 'super', write: 'super' },
  except: ['create', 'update', 'remove'],
  screen: 'admin/import-refusals',
});

import { t } from '../../../../core/i18n.js';
import { defineResource } from '../../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../../core/resource/field-meta.js';
import { KnowledgeInput } from './knowledge.dto.js';
import { KnowledgeSource } from './knowledge-source.entity.js';

export const knowledge = defineResource({
  name: 'knowledge',
  envelope: 'records',
  entity: KnowledgeSource,
  input: KnowledgeInput,
  singular: 'knowledge',
  label: {
    one: t('Fonte', 'Source', 'Fuente'),
    many: t('Base de conhecimento', 'Knowledge base', 'Base de conocimiento'),
    feminine: true,
  },
  emptyTitle: t('Nenhuma fonte ainda', 'No sources yet', 'Todavía no hay fuentes'),
  empty: t(
    'Adicione textos, arquivos e páginas com os quais o assistente responde.',
    'Add texts, files and pages that the assistant answers from.',
    'Agregue textos, archivos y páginas con los que responde el asistente.',
  ),
  list: ['title', 'promptId', 'kind', 'status', 'passages'],
  columns: [
    readOnlyColumn({
      name: 'status',
      label: t('Situação', 'Status', 'Estado'),
      widget: 'choice',
      options: [
        { value: 'waiting', label: t('Sendo lida', 'Being read', 'Leyéndose') },
        { value: 'ready', label: t('Pronta', 'Ready', 'Lista') },
        { value: 'failed', label: t('Não foi lida', 'Not read', 'No se leyó') },
      ],
    }),
    readOnlyColumn({ name: 'passages', label: t('Trechos', 'Passages', 'Fragmentos'), widget: 'number' }),
  ],
  search: ['title'],
  sort: ['title', 'asc'],
  filters: ['promptId', 'kind', 'status'],
  access: { read: 'admin', write: 'admin' },
  feature: 'useAiActive',
  live: { to: 'admins' },
  menu: { section: 'management', order: 33, icon: 'MenuBook', tabOf: '/prompts' },
  audit: { kind: 'settings', nameField: 'title' },
});

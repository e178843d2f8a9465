import { t } from '../../core/i18n.js';
import { defineResource } from '../../core/resource/define-resource.js';
import { Tag } from './tag.entity.js';
import { TagInput } from './tags.dto.js';

export const tags = defineResource({
  name: 'tags',
  entity: Tag,
  input: TagInput,
  singular: 'tag',
  label: { one: t('Tag', 'Tag', 'Etiqueta'), many: t('Tags', 'Tags', 'Etiquetas'), feminine: true },
  empty: {
    title: t('Nenhuma tag ainda', 'No tags yet', 'Todavía no hay etiquetas'),
    message: t(
      'Use tags para marcar conversas e encontrá-las depois.',
      'Use tags to mark conversations and find them later.',
      'Use etiquetas para marcar conversaciones y encontrarlas después.',
    ),
  },
  list: ['name', 'color', 'kanban'],
  search: ['name'],
  sort: ['id', 'desc'],
  filters: ['kanban'],
  access: { read: 'user', write: 'user' },
  // existing clients know it as `user`, with a list; a removal would look like that of a user (behaviour.md §3)
  live: {
    event: 'tag',
    to: 'company',
    also: [{ name: 'user', payload: (action, record) => record && { action, tags: [record] } }],
  },
  options: [
    { path: 'list', summary: 'All tags of the company', fields: ['id', 'name', 'color', 'kanban'], orderBy: 'name' },
    { path: 'kanban', summary: 'Kanban tags: { lista }', where: { kanban: 1 }, orderBy: 'id', envelope: 'lista' },
  ],
  unique: [{ constraint: 'tags_company_id_name_unique', field: 'name' }],
  menu: { section: 'main', order: 70, icon: 'LocalOffer' },
  audit: { noun: 'tag', kind: 'settings', nameField: 'name' },
  notFound: 'ERR_NO_TAG_FOUND',
});

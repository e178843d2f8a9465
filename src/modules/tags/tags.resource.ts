import { t } from '../../core/i18n.js';
import { defineResource } from '../../core/resource/define-resource.js';
import { Tag } from './tag.entity.js';
import { TagInput } from './tags.dto.js';
import { tagErrors } from './tags.errors.js';

export const tags = defineResource({
  name: 'tags',
  entity: Tag,
  input: TagInput,
  singular: 'tag',
  label: { one: t('Tag', 'Tag', 'Etiqueta'), many: t('Tags', 'Tags', 'Etiquetas') },
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
  live: { event: 'tag', to: 'company' },
  menu: { section: 'main', order: 70, icon: 'LocalOffer' },
  audit: { noun: 'tag', kind: 'settings', nameField: 'name' },
  notFound: tagErrors.ERR_NO_TAG_FOUND,
});

import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { Tag } from './tag.entity.js';
import { maxLanes, TagInput } from './tags.dto.js';

export const tags = defineResource({
  name: 'tags',
  entity: Tag,
  input: TagInput,
  label: { one: t('Tag', 'Tag', 'Etiqueta'), many: t('Tags', 'Tags', 'Etiquetas'), feminine: true },
  empty: t(
    'Use tags para marcar conversas e encontrá-las depois.',
    'Use tags to mark conversations and find them later.',
    'Use etiquetas para marcar conversaciones y encontrarlas después.',
  ),
  search: ['name'],
  filters: ['kanban'],
  tokenScope: 'tags',
  access: { read: 'user', write: 'user' },
  // existing clients get tags in the event `user`; a removal would look like a removed user (behaviour.md §3)
  live: { to: 'company', also: { user: (action, record) => record && { action, tags: [record] } } },
  options: [
    { path: 'list', summary: 'All tags of the company', fields: ['id', 'name', 'color', 'kanban'], orderBy: 'name' },
    {
      path: 'kanban',
      summary: 'Kanban tags, in the order of the lanes: { lista }',
      fields: ['id', 'name', 'color', 'kanban'],
      where: { kanban: 1 },
      orderBy: 'kanbanOrder',
      limit: maxLanes,
      envelope: 'lista',
    },
  ],
  unique: [{ field: 'name' }],
  menu: { section: 'main', order: 70, icon: 'LocalOffer' },
  audit: { kind: 'settings', nameField: 'name' },
});

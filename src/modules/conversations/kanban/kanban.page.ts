import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';

definePage({
  name: 'kanban',
  path: '/kanban',
  label: t('Kanban', 'Kanban', 'Kanban'),
  level: 'user',
  feature: 'useKanban',
  menu: { section: 'main', order: 30, icon: 'ViewKanban' },
});

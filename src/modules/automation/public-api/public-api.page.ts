import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';

definePage({
  name: 'api-docs',
  path: '/api-docs',
  label: t('API', 'API', 'API'),
  level: 'admin',
  feature: 'useExternalApi',
  menu: { section: 'management', order: 60, icon: 'Code' },
});

import { t } from '../../core/i18n.js';
import { definePage } from '../../core/resource/define-resource.js';

definePage({
  name: 'settings',
  path: '/settings',
  label: t('Configurações', 'Settings', 'Configuración'),
  level: 'admin',
  menu: { section: 'management', order: 50, icon: 'Settings' },
});

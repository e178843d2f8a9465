import { t } from '../../../core/i18n.js';
import { defineMenuSection, definePage } from '../../../core/resource/define-resource.js';

defineMenuSection('management', 40, t('Gestão', 'Management', 'Gestión'));

definePage({
  name: 'settings',
  path: '/settings',
  label: t('Configurações', 'Settings', 'Configuración'),
  level: 'admin',
  menu: { section: 'management', order: 50, icon: 'Settings' },
});

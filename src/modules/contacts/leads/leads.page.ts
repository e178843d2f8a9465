import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';

definePage({
  name: 'leads',
  path: '/leads',
  label: t('Leads', 'Leads', 'Leads'),
  level: 'admin',
  feature: 'useLeads',
  menu: { section: 'main', order: 90, icon: 'TravelExplore' },
});

import { t } from '../../core/i18n.js';
import { definePage } from '../../core/resource/define-resource.js';

definePage({
  name: 'tickets',
  path: '/tickets',
  label: t('Atendimentos', 'Conversations', 'Conversaciones'),
  level: 'user',
  menu: { section: 'main', order: 10, icon: 'Forum' },
});

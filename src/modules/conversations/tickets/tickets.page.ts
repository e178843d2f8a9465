import { t } from '../../../core/i18n.js';
import { defineMenuSection, definePage } from '../../../core/resource/define-resource.js';

defineMenuSection('main', 10, t('Atendimento', 'Service', 'Atención'));
definePage({
  name: 'tickets',
  path: '/tickets',
  label: t('Atendimentos', 'Conversations', 'Conversaciones'),
  level: 'user',
  menu: { section: 'main', order: 10, icon: 'Forum' },
});

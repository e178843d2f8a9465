import { t } from '../../../core/i18n.js';
import { defineMenuSection, definePage } from '../../../core/resource/define-resource.js';

const level = 'admin';

defineMenuSection('ai', 20, t('Inteligência artificial', 'Artificial intelligence', 'Inteligencia artificial'));
defineMenuSection('sms', 30, t('SMS', 'SMS', 'SMS'));

definePage({
  name: 'ai-campaigns',
  path: '/aicampaigns',
  label: t('Campanhas com IA', 'AI campaigns', 'Campañas con IA'),
  level,
  feature: 'useAiActive',
  menu: { section: 'ai', order: 10, icon: 'SmartToy' },
});
definePage({
  name: 'ai-reports',
  path: '/aireports',
  label: t('Relatórios de IA', 'AI reports', 'Informes de IA'),
  level,
  feature: 'useAiActive',
  menu: { section: 'ai', order: 20, icon: 'Insights' },
});
// the menu has it by useSms, the page is open by useLeads (spec 001 §2)
definePage({
  name: 'sms-campaigns',
  path: '/smscampaigns',
  label: t('Campanhas SMS', 'SMS campaigns', 'Campañas SMS'),
  level,
  feature: 'useLeads',
  menu: { section: 'sms', order: 10, icon: 'Sms', feature: 'useSms' },
});
definePage({
  name: 'sms-reports',
  path: '/smsreports',
  label: t('Relatórios SMS', 'SMS reports', 'Informes SMS'),
  level,
  feature: 'useSms',
  menu: { section: 'sms', order: 20, icon: 'Insights' },
});

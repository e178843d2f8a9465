import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';

definePage({
  name: 'chats',
  path: '/chats',
  label: t('Chat interno', 'Internal chat', 'Chat interno'),
  level: 'user',
  feature: 'useInternalChat',
  menu: { section: 'main', order: 80, icon: 'Chat' },
});

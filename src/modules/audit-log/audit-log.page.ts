import { definePermission } from '../../core/access/permissions.js';
import { t } from '../../core/i18n.js';
import { definePage } from '../../core/resource/define-resource.js';

definePermission('audit:read', 'admin');

definePage({
  name: 'audit',
  path: '/audit',
  label: t('Auditoria', 'Audit log', 'Auditoría'),
  level: 'admin',
  menu: { section: 'management', order: 60, icon: 'History' },
});
definePage({
  name: 'platform-audit',
  path: '/admin/audit',
  label: t('Auditoria da plataforma', 'Platform audit log', 'Auditoría de la plataforma'),
  level: 'super',
  menu: { section: 'super', order: 95, icon: 'History' },
});

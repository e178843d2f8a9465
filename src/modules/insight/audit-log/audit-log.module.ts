import { Module } from '@nestjs/common';
import { definePermission } from '../../../core/access/permissions.js';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { AuditLogController } from './entries/audit-log.controller.js';
import { AuditLogService } from './entries/audit-log.service.js';

definePermission('audit:read', 'admin');

defineAuditActions('exports', {
  'audit.exported': t('Exportou a auditoria', 'Exported the audit log', 'Exportó la auditoría'),
});

definePage({
  name: 'audit',
  path: '/audit',
  label: t('Auditoria', 'Audit log', 'Auditoría'),
  level: 'admin',
  menu: { section: 'management', order: 60, icon: 'History', tabOf: '/settings' },
});
definePage({
  name: 'platform-audit',
  path: '/admin/audit',
  label: t('Auditoria da plataforma', 'Platform audit log', 'Auditoría de la plataforma'),
  level: 'super',
  menu: { section: 'super', order: 95, icon: 'History', tabOf: '/admin/installation' },
});

/** Shows the entries that core/audit writes. */
@Module({ controllers: [AuditLogController], providers: [AuditLogService] })
export class AuditLogModule {}

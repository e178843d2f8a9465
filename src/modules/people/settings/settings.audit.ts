import { defineAuditActions, defineAuditKind } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

defineAuditKind('settings', 60, t('Configurações e cadastros', 'Settings and records', 'Configuraciones y registros'));

defineAuditActions('settings', {
  'setting.changed': t('Alterou configuração', 'Changed a setting', 'Modificó configuración'),
});

import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('settings', {
  'setting.changed': t('Alterou configuração', 'Changed a setting', 'Modificó configuración'),
});

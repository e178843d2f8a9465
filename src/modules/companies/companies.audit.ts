import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('settings', {
  'company.hoursChanged': t(
    'Alterou o horário de atendimento',
    'Changed the working hours',
    'Modificó el horario de atención',
  ),
});

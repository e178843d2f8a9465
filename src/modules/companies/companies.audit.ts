import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('settings', {
  'company.hoursChanged': t(
    'Alterou o horário de atendimento',
    'Changed the working hours',
    'Modificó el horario de atención',
  ),
});

defineAuditActions('platform', {
  'company.renewed': t(
    'Renovou a empresa: {{from}} → {{to}}',
    'Renewed the company: {{from}} → {{to}}',
    'Renovó la empresa: {{from}} → {{to}}',
  ),
});

import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('settings', {
  'company.hoursChanged': t(
    'Alterou o horário de atendimento',
    'Changed the working hours',
    'Modificó el horario de atención',
  ),
  'company.timezoneChanged': t(
    'Alterou o fuso horário: {{from}} → {{to}}',
    'Changed the time zone: {{from}} → {{to}}',
    'Modificó la zona horaria: {{from}} → {{to}}',
  ),
});

defineAuditActions('platform', {
  'company.renewed': t(
    'Renovou a empresa: {{from}} → {{to}}',
    'Renewed the company: {{from}} → {{to}}',
    'Renovó la empresa: {{from}} → {{to}}',
  ),
});

import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';

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
  'company.removalPlanned': t(
    'Agendou a exclusão da empresa para {{to}}',
    'Planned the deletion of the company for {{to}}',
    'Programó la eliminación de la empresa para el {{to}}',
  ),
  'company.restored': t(
    'Desfez a exclusão da empresa',
    'Undid the deletion of the company',
    'Deshizo la eliminación de la empresa',
  ),
});

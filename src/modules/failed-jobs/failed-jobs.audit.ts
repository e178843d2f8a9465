import { defineAuditActions } from '../../core/audit/audit-actions.js';
import { t } from '../../core/i18n.js';

defineAuditActions('platform', {
  'job.retried': t('Repetiu tarefa: {{job}}', 'Retried a job: {{job}}', 'Repitió tarea: {{job}}'),
  'job.discarded': t('Descartou tarefa: {{job}}', 'Discarded a job: {{job}}', 'Descartó tarea: {{job}}'),
});

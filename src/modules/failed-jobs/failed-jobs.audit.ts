import { defineActs } from '../../core/audit/acts.js';
import { t } from '../../core/i18n.js';

defineActs('platform', {
  'job.retried': t('Repetiu tarefa: {{job}}', 'Retried a job: {{job}}', 'Repitió tarea: {{job}}'),
  'job.discarded': t('Descartou tarefa: {{job}}', 'Discarded a job: {{job}}', 'Descartó tarea: {{job}}'),
});

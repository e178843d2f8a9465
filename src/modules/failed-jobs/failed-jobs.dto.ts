import { t } from '../../core/i18n.js';
import { References } from '../../core/resource/fields.js';

/** A failed job is shown, never entered. */
export class FailedJobInput {}

export class ChosenJobs {
  @References({ label: t('Tarefas', 'Jobs', 'Tareas'), resource: 'failed-jobs' })
  ids!: number[];
}

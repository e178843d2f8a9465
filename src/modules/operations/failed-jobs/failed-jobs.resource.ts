import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { t } from '../../../core/i18n.js';
import { OutboxJob } from '../../../core/jobs/outbox-job.entity.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { type ChoiceOption, readOnlyColumn } from '../../../core/resource/field-meta.js';
import { References } from '../../../core/resource/fields.js';

/** Failed jobs are only shown; they have no form. */
export class FailedJobInput {}

export class ChosenJobs {
  @References({ label: t('Tarefas', 'Jobs', 'Tareas'), resource: 'failed-jobs' })
  ids!: number[];
}

export const failedJobErrors = defineErrors({
  ERR_NO_FAILED_JOB: errorCode(
    404,
    'Esta tarefa não está mais entre as que falharam.',
    'This job is no longer among the failed ones.',
    'Esta tarea ya no está entre las que fallaron.',
  ),
});

defineAuditActions('platform', {
  'job.retried': t('Repetiu tarefa: {{job}}', 'Retried a job: {{job}}', 'Repitió tarea: {{job}}'),
  'job.discarded': t('Descartou tarefa: {{job}}', 'Discarded a job: {{job}}', 'Descartó tarea: {{job}}'),
});

/** Every kind of job by name; filled once all handlers are known. */
export const jobNames: ChoiceOption[] = [];

export const failedJobs = defineResource({
  name: 'failed-jobs',
  entity: OutboxJob,
  input: FailedJobInput,
  scope: 'platform',
  singular: 'failedJob',
  label: {
    one: t('Tarefa com falha', 'Failed job', 'Tarea con error'),
    many: t('Tarefas com falha', 'Failed jobs', 'Tareas con error'),
  },
  emptyTitle: t('Nenhuma tarefa falhou', 'No job has failed', 'Ninguna tarea falló'),
  empty: t(
    'O que falhar em todas as tentativas espera aqui por uma decisão.',
    'What fails at every try waits here for a decision.',
    'Lo que falla en todos los intentos espera aquí una decisión.',
  ),
  list: ['name', 'companyId', 'failedAt', 'attempts', 'lastError', 'payload'],
  columns: [
    readOnlyColumn({ name: 'name', label: t('Tarefa', 'Job', 'Tarea'), widget: 'choice', options: jobNames }),
    readOnlyColumn({
      name: 'companyId',
      label: t('Empresa', 'Company', 'Empresa'),
      widget: 'reference',
      reference: { resource: 'companies', label: 'name' },
      sortable: false,
    }),
    readOnlyColumn({ name: 'failedAt', label: t('Falhou em', 'Failed at', 'Falló el'), widget: 'datetime' }),
    readOnlyColumn({ name: 'attempts', label: t('Tentativas', 'Attempts', 'Intentos'), widget: 'number' }),
    readOnlyColumn({
      name: 'lastError',
      label: t('Último erro', 'Last error', 'Último error'),
      widget: 'text',
      sortable: false,
    }),
    readOnlyColumn({ name: 'payload', label: t('Dados', 'Data', 'Datos'), widget: 'text', sortable: false }),
  ],
  search: ['lastError'],
  sort: ['failedAt', 'desc'],
  filters: ['name', 'companyId'],
  access: { read: 'super', write: 'super' },
  except: ['create', 'update'],
  screen: 'admin/failed-jobs',
  menu: { section: 'super', order: 90, icon: 'ReportProblem', tabOf: '/admin/installation' },
  notFound: failedJobErrors.ERR_NO_FAILED_JOB,
});

import { defineErrors } from '../../core/errors/app-error.js';
import { t } from '../../core/i18n.js';

export const failedJobErrors = defineErrors({
  ERR_NO_FAILED_JOB: {
    status: 404,
    text: t(
      'Esta tarefa não está mais entre as que falharam.',
      'This job is no longer among the failed ones.',
      'Esta tarea ya no está entre las que fallaron.',
    ),
  },
});

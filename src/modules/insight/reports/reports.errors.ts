import { defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { mapConstraintError } from '../../../core/errors/database-errors.js';

/** A report with more rows is written by a job. */
export const maxStreamed = 10_000;

export const reportErrors = defineErrors({
  ERR_NO_REPORT_EXPORT_FOUND: errorCode(
    404,
    'Exportação não encontrada.',
    'Export not found.',
    'Exportación no encontrada.',
  ),
  ERR_EXPORT_TOO_LARGE: errorCode(
    409,
    'O relatório tem mais de 10.000 linhas e precisa ser preparado antes de ser baixado.',
    'The report has more than 10,000 rows and has to be prepared before it is downloaded.',
    'El informe tiene más de 10.000 filas y debe prepararse antes de descargarlo.',
  ),
});

mapConstraintError('report_exports_running_unique', () => coreErrors.ERR_EXPORT_RUNNING());

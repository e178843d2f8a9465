import type { AppError } from '../../core/errors/app-error.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { t } from '../../core/i18n.js';

const required = t('Obrigatório', 'Required', 'Obligatorio');
const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');

export const shortcodeMissing = (): AppError => coreErrors.ERR_VALIDATION({ fields: { shortcode: required } });
export const fileMissing = (): AppError => coreErrors.ERR_VALIDATION({ fields: { file: noFile } });

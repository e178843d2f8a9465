import type { AppError } from '../../core/errors/app-error.js';
import { defineErrors } from '../../core/errors/app-error.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { t } from '../../core/i18n.js';

export const quickMessageErrors = defineErrors({
  ERR_NO_QUICK_MESSAGE_FOUND: {
    status: 404,
    text: t(
      'Nenhuma resposta rápida encontrada com este ID.',
      'No quick message found with this ID.',
      'No se encontró una respuesta rápida con este ID.',
    ),
  },
});

const required = t('Obrigatório', 'Required', 'Obligatorio');
const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');

export const shortcodeMissing = (): AppError => coreErrors.ERR_VALIDATION({ fields: { shortcode: required } });
export const fileMissing = (): AppError => coreErrors.ERR_VALIDATION({ fields: { file: noFile } });

import { defineErrors, wellKnownError } from '../../../core/errors/app-error.js';

export const settingErrors = defineErrors({
  ERR_NO_SETTING_FOUND: wellKnownError(
    404,
    'Nenhuma configuração encontrada com este ID.',
    'No setting found with this ID.',
    'No se encontró una configuración con este ID.',
  ),
});

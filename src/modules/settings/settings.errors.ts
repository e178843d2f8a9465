import { defineErrors } from '../../core/errors/app-error.js';
import { t } from '../../core/i18n.js';

export const settingErrors = defineErrors({
  ERR_NO_SETTING_FOUND: {
    status: 404,
    wellKnown: true,
    text: t(
      'Nenhuma configuração encontrada com este ID.',
      'No setting found with this ID.',
      'No se encontró una configuración con este ID.',
    ),
  },
});

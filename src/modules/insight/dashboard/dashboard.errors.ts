import { defineErrors, errorCode } from '../../../core/errors/app-error.js';

export const dashboardErrors = defineErrors({
  ERR_NO_PERIOD: errorCode(400, 'Parametrize o filtro', 'Set the filter', 'Configure el filtro'),
  ERR_PERIOD_TOO_LONG: errorCode(
    400,
    'Escolha um período de até dois anos',
    'Choose a period of up to two years',
    'Elija un período de hasta dos años',
  ),
});

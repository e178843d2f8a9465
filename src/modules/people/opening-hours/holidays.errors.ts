import { defineErrors, errorCode } from '../../../core/errors/app-error.js';

export const maxHolidays = 400;

export const holidayErrors = defineErrors({
  ERR_HOLIDAYS_LIMIT: errorCode(
    409,
    `Há no máximo ${maxHolidays} feriados. Exclua os que já passaram.`,
    `There are at most ${maxHolidays} holidays. Delete those that are over.`,
    `Hay como máximo ${maxHolidays} feriados. Elimine los que ya pasaron.`,
  ),
});

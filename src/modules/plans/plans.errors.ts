import { defineErrors } from '../../core/errors/app-error.js';
import { t } from '../../core/i18n.js';

export const planErrors = defineErrors({
  ERR_NO_PLAN_FOUND: {
    status: 404,
    text: t(
      'Nenhum plano encontrado com este ID.',
      'No plan found with this ID.',
      'No se encontró un plan con este ID.',
    ),
  },
});

export const notSaved = t(
  'Não foi possível realizar a operação. Verifique se já existe uma plano com o mesmo nome ou se os campos foram preenchidos corretamente',
  'The operation could not be completed. Check whether a plan with the same name already exists or whether the fields are filled in correctly',
  'No fue posible realizar la operación. Verifique si ya existe un plan con el mismo nombre o si los campos fueron llenados correctamente',
);

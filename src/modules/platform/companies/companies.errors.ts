import { defineErrors, errorCode, wellKnownError } from '../../../core/errors/app-error.js';
import { t } from '../../../core/i18n.js';

export const companyErrors = defineErrors({
  ERR_OWN_COMPANY: errorCode(
    409,
    'Não é possível excluir a própria empresa.',
    'You cannot delete your own company.',
    'No es posible eliminar la propia empresa.',
  ),
  ERR_NO_RECURRENCE: errorCode(
    409,
    'Defina o vencimento e a recorrência da empresa antes de renovar.',
    'Set the due date and the recurrence of the company before renewing it.',
    'Defina el vencimiento y la recurrencia de la empresa antes de renovar.',
  ),
  ERR_USER_CREATION_DISABLED: wellKnownError(
    403,
    'A criação de usuários foi desabilitada pelo administrador.',
    'User creation was disabled by the administrator.',
    'La creación de usuarios fue deshabilitada por el administrador.',
  ),
});

export const notSaved = t(
  'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
  'The operation could not be completed. Check whether a company with the same name already exists or whether the fields are filled in correctly',
  'No fue posible realizar la operación. Verifique si ya existe una empresa con el mismo nombre o si los campos fueron llenados correctamente',
);

import { defineErrors, errorCode, wellKnownError } from '../../../core/errors/app-error.js';
import { t } from '../../../core/i18n.js';

export const userErrors = defineErrors({
  ERR_NO_USER_FOUND: wellKnownError(
    404,
    'Nenhum usuário encontrado com este ID.',
    'No user found with this ID.',
    'No se encontró un usuario con este ID.',
  ),
  ERR_OWN_USER: errorCode(
    409,
    'Não é possível excluir o próprio usuário.',
    'You cannot delete your own user.',
    'No es posible eliminar el propio usuario.',
  ),
  ERR_OWN_ACTIVITY: errorCode(
    409,
    'Não é possível desativar o próprio usuário.',
    'You cannot deactivate your own user.',
    'No es posible desactivar el propio usuario.',
  ),
  ERR_LAST_ADMIN: errorCode(
    409,
    'A empresa precisa ter pelo menos um gestor.',
    'The company needs at least one manager.',
    'La empresa necesita al menos un gestor.',
  ),
});

export const emailTaken = t(
  'Este e-mail já está em uso',
  'This e-mail is already in use',
  'Este correo electrónico ya está en uso',
);

import { AppError, defineErrors, errorCode, wellKnownError } from '../../core/errors/app-error.js';

export const authErrors = defineErrors({
  ERR_INVALID_CREDENTIALS: wellKnownError(
    401,
    'Erro de autenticação. Por favor, tente novamente.',
    'Authentication error. Please try again.',
    'Error de autenticación. Por favor, inténtelo de nuevo.',
  ),
  ERR_COMPANY_EXPIRED: errorCode(
    403,
    'Seu serviço está vencido, entre em contato com o suporte!',
    'Your service has expired, please contact support!',
    '¡Su servicio está vencido, póngase en contacto con el soporte!',
  ),
  ERR_OWN_COMPANY_ENTERED: errorCode(
    409,
    'Você já está nesta empresa.',
    'You are in this company already.',
    'Usted ya está en esta empresa.',
  ),
  ERR_NO_MANAGER: errorCode(
    409,
    'A empresa não tem um gestor.',
    'The company has no manager.',
    'La empresa no tiene un gestor.',
  ),
  ERR_INVALID_RESET_CODE: errorCode(
    400,
    'Código inválido ou vencido. Peça um novo código.',
    'The code is wrong or has expired. Ask for a new one.',
    'Código inválido o vencido. Pida un nuevo código.',
  ),
});

/** Of a session that began before: 401 ends it in every client, where a 403 would have it refreshed. */
export const companyExpired = (): AppError =>
  new AppError('ERR_COMPANY_EXPIRED', 401, authErrors.ERR_COMPANY_EXPIRED().text);

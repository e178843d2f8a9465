import { AppError, defineErrors, errorCode, wellKnownError } from '../../../core/errors/app-error.js';

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
  ERR_USER_INACTIVE: errorCode(
    403,
    'Seu usuário está inativo. Fale com o gestor da sua empresa.',
    'Your user is inactive. Talk to the manager of your company.',
    'Su usuario está inactivo. Hable con el gestor de su empresa.',
  ),
  ERR_OUTSIDE_ACCESS_HOURS: errorCode(
    403,
    'Você está fora do seu horário de acesso. Tente novamente no seu horário ou fale com o gestor.',
    'You are outside of your access hours. Try again within them or talk to your manager.',
    'Está fuera de su horario de acceso. Inténtelo en su horario o hable con el gestor.',
  ),
  ERR_TWO_FACTOR_REQUIRED: errorCode(
    401,
    'Informe o código do seu aplicativo autenticador.',
    'Enter the code of your authenticator app.',
    'Indique el código de su aplicación de autenticación.',
  ),
  ERR_TWO_FACTOR_SETUP: errorCode(
    401,
    'Sua empresa exige a verificação em duas etapas. Configure o aplicativo autenticador e informe o código.',
    'Your company requires two-step verification. Set up the authenticator app and enter its code.',
    'Su empresa exige la verificación en dos pasos. Configure la aplicación de autenticación e indique el código.',
  ),
  ERR_TWO_FACTOR_CODE: errorCode(
    401,
    'Código de verificação incorreto ou já usado.',
    'The verification code is wrong or was used already.',
    'Código de verificación incorrecto o ya usado.',
  ),
  ERR_TWO_FACTOR_ENFORCED: errorCode(
    409,
    'Sua empresa exige a verificação em duas etapas.',
    'Your company requires two-step verification.',
    'Su empresa exige la verificación en dos pasos.',
  ),
  ERR_TWO_FACTOR_ENABLED: errorCode(
    409,
    'A verificação em duas etapas já está ativa.',
    'Two-step verification is already on.',
    'La verificación en dos pasos ya está activa.',
  ),
  ERR_TWO_FACTOR_DISABLED: errorCode(
    409,
    'A verificação em duas etapas não está ativa.',
    'Two-step verification is not on.',
    'La verificación en dos pasos no está activa.',
  ),
  ERR_NO_SESSION_FOUND: errorCode(
    404,
    'Nenhuma sessão ativa encontrada com este ID.',
    'No active session found with this ID.',
    'No se encontró una sesión activa con este ID.',
  ),
  ERR_NOT_INVITED: errorCode(
    409,
    'Este usuário já definiu a senha ou está inativo.',
    'This user has set a password already, or is inactive.',
    'Este usuario ya definió su contraseña o está inactivo.',
  ),
  ERR_INVALID_RESET_CODE: errorCode(
    400,
    'Código inválido ou vencido. Peça um novo código.',
    'The code is wrong or has expired. Ask for a new one.',
    'Código inválido o vencido. Pida un nuevo código.',
  ),
});

/** Ends a running session: clients sign out on a 401, but would refresh the token on a 403. */
export const endedBy = (code: 'ERR_COMPANY_EXPIRED' | 'ERR_OUTSIDE_ACCESS_HOURS'): AppError =>
  new AppError(code, 401, authErrors[code]().text);

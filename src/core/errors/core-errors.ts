import { t } from '../i18n.js';
import { AppError, defineErrors } from './app-error.js';

/** Text of a field without a more precise one. */
export const invalidValue = t('Valor inválido', 'Invalid value', 'Valor inválido');

/** Error codes of core; modules declare their own. */
export const coreErrors = defineErrors({
  ERR_SESSION_EXPIRED: {
    status: 401,
    wellKnown: true,
    text: t(
      'Sessão expirada. Por favor entre.',
      'Session expired. Please sign in.',
      'Sesión expirada. Por favor inicie sesión.',
    ),
  },
  ERR_NO_PERMISSION: {
    status: 403,
    wellKnown: true,
    text: t(
      'Você não tem permissão para acessar este recurso.',
      'You do not have permission to use this resource.',
      'No tiene permiso para acceder a este recurso.',
    ),
  },
  ERR_VALIDATION: {
    status: 400,
    text: t('Verifique os campos informados.', 'Check the fields you sent.', 'Revise los campos informados.'),
  },
  ERR_NOT_FOUND: {
    status: 404,
    text: t('Registro não encontrado.', 'Record not found.', 'Registro no encontrado.'),
  },
  ERR_CONFLICT: {
    status: 409,
    text: t(
      'Já existe um registro com estes dados.',
      'A record with this data already exists.',
      'Ya existe un registro con estos datos.',
    ),
  },
  ERR_EXPORT_RUNNING: {
    status: 409,
    text: t(
      'Sua última exportação ainda está em andamento. Espere ela terminar.',
      'Your last export is still under way. Wait until it is done.',
      'Su última exportación todavía está en curso. Espere a que termine.',
    ),
  },
  ERR_IN_USE: {
    status: 409,
    text: t(
      'Este registro está em uso e não pode ser excluído.',
      'This record is in use and cannot be deleted.',
      'Este registro está en uso y no se puede eliminar.',
    ),
  },
  ERR_IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    text: t(
      'A mesma operação ainda está em andamento.',
      'The same operation is still in progress.',
      'La misma operación todavía está en curso.',
    ),
  },
  ERR_IDEMPOTENCY_MISMATCH: {
    status: 422,
    text: t(
      'A chave de idempotência já foi usada com outro conteúdo.',
      'The idempotency key was already used with other content.',
      'La clave de idempotencia ya fue usada con otro contenido.',
    ),
  },
  ERR_IDEMPOTENCY_FORGOTTEN: {
    status: 409,
    text: t(
      'Esta operação já foi realizada; a resposta não está mais guardada.',
      'This operation was already done; its answer is no longer stored.',
      'Esta operación ya fue realizada; su respuesta ya no está guardada.',
    ),
  },
  ERR_TOO_LARGE: {
    status: 413,
    text: t(
      'O conteúdo enviado é grande demais.',
      'What you sent is too large.',
      'El contenido enviado es demasiado grande.',
    ),
  },
  ERR_HEADERS_TOO_LARGE: {
    status: 431,
    text: t(
      'O endereço ou os cabeçalhos da requisição são grandes demais.',
      'The address or the headers of the request are too large.',
      'La dirección o los encabezados de la solicitud son demasiado grandes.',
    ),
  },
  ERR_REQUEST_TIMEOUT: {
    status: 408,
    text: t(
      'A requisição demorou demais para chegar.',
      'The request took too long to arrive.',
      'La solicitud tardó demasiado en llegar.',
    ),
  },
  ERR_UNSUPPORTED_MEDIA: {
    status: 415,
    text: t('Formato não suportado.', 'Unsupported format.', 'Formato no soportado.'),
  },
  ERR_TOO_MANY_REQUESTS: {
    status: 429,
    text: t(
      'Muitas tentativas. Tente novamente em {{seconds}} segundos.',
      'Too many attempts. Try again in {{seconds}} seconds.',
      'Demasiados intentos. Inténtelo de nuevo en {{seconds}} segundos.',
    ),
  },
  ERR_UNAVAILABLE: {
    status: 503,
    text: t(
      'Serviço temporariamente indisponível. Tente novamente em instantes.',
      'Service temporarily unavailable. Try again shortly.',
      'Servicio temporalmente no disponible. Inténtelo de nuevo en instantes.',
    ),
  },
  ERR_INTERNAL: { status: 500, text: t('Ocorreu um erro!', 'Something went wrong!', '¡Ocurrió un error!') },
});

/** A factory of ERR_VALIDATION with the text of one field. */
export const invalidField =
  (name: string, ...text: Parameters<typeof t>) =>
  (): AppError =>
    coreErrors.ERR_VALIDATION({ fields: { [name]: t(...text) } });

import { t } from '../i18n.js';
import { AppError, defineErrors, errorCode, wellKnownError } from './app-error.js';

/** The text for a field that has no more precise one. */
export const invalidValue = t('Valor inválido', 'Invalid value', 'Valor inválido');

/** The error codes of core; modules declare their own. */
export const coreErrors = defineErrors({
  ERR_SESSION_EXPIRED: wellKnownError(
    401,
    'Sessão expirada. Por favor entre.',
    'Session expired. Please sign in.',
    'Sesión expirada. Por favor inicie sesión.',
  ),
  ERR_NO_PERMISSION: wellKnownError(
    403,
    'Você não tem permissão para acessar este recurso.',
    'You do not have permission to use this resource.',
    'No tiene permiso para acceder a este recurso.',
  ),
  ERR_CONNECTION_TOKEN: errorCode(
    401,
    'Informe o token de uma conexão em Authorization: Bearer. O token da sessão e os tokens de serviço não valem aqui.',
    'Send the token of a connection in Authorization: Bearer. Session tokens and service tokens do not work here.',
    'Envíe el token de una conexión en Authorization: Bearer. El token de la sesión y los tokens de servicio no valen aquí.',
  ),
  ERR_SERVICE_TOKEN: errorCode(
    401,
    'Este token de serviço não existe, expirou ou foi revogado.',
    'This service token does not exist, has expired or was revoked.',
    'Este token de servicio no existe, venció o fue revocado.',
  ),
  ERR_TOKEN_SCOPE: errorCode(
    403,
    'Falta a este token a permissão {{scope}}.',
    'This token lacks the scope {{scope}}.',
    'A este token le falta el permiso {{scope}}.',
  ),
  ERR_TOKEN_ROUTE: errorCode(
    403,
    'Esta rota não está aberta a tokens de serviço.',
    'This route is not open to service tokens.',
    'Esta ruta no está abierta a tokens de servicio.',
  ),
  ERR_VALIDATION: errorCode(
    400,
    'Verifique os campos informados.',
    'Check the fields you sent.',
    'Revise los campos informados.',
  ),
  ERR_SUPPORT_SESSION: errorCode(
    403,
    'Isto não é permitido ao suporte da plataforma.',
    'The support of the platform may not do this.',
    'Esto no está permitido al soporte de la plataforma.',
  ),
  ERR_NOT_FOUND: errorCode(404, 'Registro não encontrado.', 'Record not found.', 'Registro no encontrado.'),
  ERR_CONFLICT: errorCode(
    409,
    'Já existe um registro com estes dados.',
    'A record with this data already exists.',
    'Ya existe un registro con estos datos.',
  ),
  ERR_EXPORT_RUNNING: errorCode(
    409,
    'Sua última exportação ainda está em andamento. Espere ela terminar.',
    'Your last export is still under way. Wait until it is done.',
    'Su última exportación todavía está en curso. Espere a que termine.',
  ),
  ERR_IN_USE: errorCode(
    409,
    'Este registro está em uso e não pode ser excluído.',
    'This record is in use and cannot be deleted.',
    'Este registro está en uso y no se puede eliminar.',
  ),
  ERR_IDEMPOTENCY_IN_FLIGHT: errorCode(
    409,
    'A mesma operação ainda está em andamento.',
    'The same operation is still in progress.',
    'La misma operación todavía está en curso.',
  ),
  ERR_IDEMPOTENCY_MISMATCH: errorCode(
    422,
    'A chave de idempotência já foi usada com outro conteúdo.',
    'The idempotency key was already used with other content.',
    'La clave de idempotencia ya fue usada con otro contenido.',
  ),
  ERR_IDEMPOTENCY_FORGOTTEN: errorCode(
    409,
    'Esta operação já foi realizada; a resposta não está mais guardada.',
    'This operation was already done; its answer is no longer stored.',
    'Esta operación ya fue realizada; su respuesta ya no está guardada.',
  ),
  ERR_TOO_LARGE: errorCode(
    413,
    'O conteúdo enviado é grande demais.',
    'What you sent is too large.',
    'El contenido enviado es demasiado grande.',
  ),
  ERR_HEADERS_TOO_LARGE: errorCode(
    431,
    'O endereço ou os cabeçalhos da requisição são grandes demais.',
    'The address or the headers of the request are too large.',
    'La dirección o los encabezados de la solicitud son demasiado grandes.',
  ),
  ERR_REQUEST_TIMEOUT: errorCode(
    408,
    'A requisição demorou demais para chegar.',
    'The request took too long to arrive.',
    'La solicitud tardó demasiado en llegar.',
  ),
  ERR_UNSUPPORTED_MEDIA: errorCode(415, 'Formato não suportado.', 'Unsupported format.', 'Formato no soportado.'),
  ERR_TOO_MANY_REQUESTS: errorCode(
    429,
    'Muitas tentativas. Tente novamente em {{seconds}} segundos.',
    'Too many attempts. Try again in {{seconds}} seconds.',
    'Demasiados intentos. Inténtelo de nuevo en {{seconds}} segundos.',
  ),
  ERR_UNAVAILABLE: errorCode(
    503,
    'Serviço temporariamente indisponível. Tente novamente em instantes.',
    'Service temporarily unavailable. Try again shortly.',
    'Servicio temporalmente no disponible. Inténtelo de nuevo en instantes.',
  ),
  ERR_STORAGE_FULL: errorCode(
    507,
    'Não há mais espaço para arquivos. Avise a administração da plataforma; mensagens sem arquivo continuam a ser enviadas.',
    'There is no space left for files. Tell the administrators of the platform; messages without a file are still sent.',
    'No queda espacio para archivos. Avise a la administración de la plataforma; los mensajes sin archivo se siguen enviando.',
  ),
  ERR_INTERNAL: errorCode(500, 'Ocorreu um erro!', 'Something went wrong!', '¡Ocurrió un error!'),
});

/** Returns a factory of ERR_VALIDATION with the text of one field. */
export const invalidField =
  (name: string, ...text: Parameters<typeof t>) =>
  (): AppError =>
    coreErrors.ERR_VALIDATION({ fields: { [name]: t(...text) } });

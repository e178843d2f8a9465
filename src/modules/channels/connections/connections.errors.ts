import { defineErrors, errorCode, wellKnownError } from '../../../core/errors/app-error.js';

export const connectionErrors = defineErrors({
  ERR_NO_OTHER_WHATSAPP: wellKnownError(
    400,
    'Deve haver pelo menos uma conexão padrão.',
    'There must be at least one default connection.',
    'Debe haber al menos una conexión predeterminada.',
  ),
  ERR_NO_DEF_WAPP_FOUND: wellKnownError(
    400,
    'Nenhuma conexão padrão encontrada. Verifique a página de conexões.',
    'No default connection found. Check the connections page.',
    'No se encontró una conexión predeterminada. Verifique la página de conexiones.',
  ),
  ERR_NO_WAPP_FOUND: wellKnownError(
    404,
    'Nenhuma conexão encontrada com este ID.',
    'No connection found with this ID.',
    'No se encontró una conexión con este ID.',
  ),
  ERR_WAPP_NOT_INITIALIZED: wellKnownError(
    400,
    'Esta conexão não foi inicializada. Verifique a página de conexões.',
    'This connection is not initialised. Check the connections page.',
    'Esta conexión no fue inicializada. Verifique la página de conexiones.',
  ),
  ERR_WAPP_CHECK_CONTACT: wellKnownError(
    400,
    'Não foi possível verificar o contato. Verifique a página de conexões.',
    'The contact could not be checked. Check the connections page.',
    'No se pudo verificar el contacto. Verifique la página de conexiones.',
  ),
  ERR_WAPP_INVALID_CONTACT: wellKnownError(
    400,
    'Este não é um número válido.',
    'This is not a valid number.',
    'Este no es un número válido.',
  ),
  ERR_WAPP_DOWNLOAD_MEDIA: wellKnownError(
    502,
    'Não foi possível baixar a mídia da conversa.',
    'The media could not be downloaded.',
    'No se pudo descargar el archivo de la conversación.',
  ),
  ERR_WAPP_GREETING_REQUIRED: wellKnownError(
    400,
    'A mensagem de saudação é obrigatória quando há mais de um departamento.',
    'The greeting is required when there is more than one department.',
    'El mensaje de saludo es obligatorio cuando hay más de un departamento.',
  ),
  ERR_CHANNEL_CANNOT: errorCode(
    422,
    'O canal desta conexão não permite esta ação.',
    'The channel of this connection cannot do this.',
    'El canal de esta conexión no permite esta acción.',
  ),
});

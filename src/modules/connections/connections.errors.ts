import { defineErrors } from '../../core/errors/app-error.js';
import { t } from '../../core/i18n.js';

export const connectionErrors = defineErrors({
  ERR_NO_OTHER_WHATSAPP: {
    status: 400,
    wellKnown: true,
    text: t(
      'Deve haver pelo menos uma conexão padrão.',
      'There must be at least one default connection.',
      'Debe haber al menos una conexión predeterminada.',
    ),
  },
  ERR_NO_DEF_WAPP_FOUND: {
    status: 400,
    wellKnown: true,
    text: t(
      'Nenhuma conexão padrão encontrada. Verifique a página de conexões.',
      'No default connection found. Check the connections page.',
      'No se encontró una conexión predeterminada. Verifique la página de conexiones.',
    ),
  },
  ERR_NO_WAPP_FOUND: {
    status: 404,
    wellKnown: true,
    text: t(
      'Nenhuma conexão encontrada com este ID.',
      'No connection found with this ID.',
      'No se encontró una conexión con este ID.',
    ),
  },
  ERR_WAPP_NOT_INITIALIZED: {
    status: 400,
    wellKnown: true,
    text: t(
      'Esta conexão não foi inicializada. Verifique a página de conexões.',
      'This connection is not initialised. Check the connections page.',
      'Esta conexión no fue inicializada. Verifique la página de conexiones.',
    ),
  },
  ERR_WAPP_CHECK_CONTACT: {
    status: 400,
    wellKnown: true,
    text: t(
      'Não foi possível verificar o contato. Verifique a página de conexões.',
      'The contact could not be checked. Check the connections page.',
      'No se pudo verificar el contacto. Verifique la página de conexiones.',
    ),
  },
  ERR_WAPP_INVALID_CONTACT: {
    status: 400,
    wellKnown: true,
    text: t('Este não é um número válido.', 'This is not a valid number.', 'Este no es un número válido.'),
  },
  ERR_WAPP_DOWNLOAD_MEDIA: {
    status: 502,
    wellKnown: true,
    text: t(
      'Não foi possível baixar a mídia da conversa.',
      'The media could not be downloaded.',
      'No se pudo descargar el archivo de la conversación.',
    ),
  },
  ERR_WAPP_GREETING_REQUIRED: {
    status: 400,
    wellKnown: true,
    text: t(
      'A mensagem de saudação é obrigatória quando há mais de um departamento.',
      'The greeting is required when there is more than one department.',
      'El mensaje de saludo es obligatorio cuando hay más de un departamento.',
    ),
  },
  ERR_CHANNEL_CANNOT: {
    status: 422,
    text: t(
      'O canal desta conexão não permite esta ação.',
      'The channel of this connection cannot do this.',
      'El canal de esta conexión no permite esta acción.',
    ),
  },
});

import { AppError, defineErrors } from '../../core/errors/app-error.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { t } from '../../core/i18n.js';

export const messageErrors = defineErrors({
  ERR_SENDING_WAPP_MSG: {
    status: 400,
    text: t(
      'Erro ao enviar a mensagem. Verifique a página de conexões.',
      'The message could not be sent. Check the connections page.',
      'Error al enviar el mensaje. Verifique la página de conexiones.',
    ),
  },
  ERR_DELETE_WAPP_MSG: {
    status: 400,
    text: t(
      'Não foi possível excluir a mensagem.',
      'The message could not be deleted.',
      'No se pudo eliminar el mensaje.',
    ),
  },
  ERR_FETCH_WAPP_MSG: {
    status: 400,
    text: t(
      'Erro ao buscar a mensagem; talvez ela seja antiga demais.',
      'The message could not be fetched; it may be too old.',
      'Error al buscar el mensaje; tal vez sea demasiado antiguo.',
    ),
  },
  ERR_CREATING_MESSAGE: {
    status: 400,
    text: t(
      'Ocorreu um erro ao criar a mensagem.',
      'The message could not be created.',
      'Ocurrió un error al crear el mensaje.',
    ),
  },
  ERR_NO_MESSAGE_FOUND: {
    status: 404,
    text: t(
      'Nenhuma mensagem encontrada com este ID.',
      'No message found with this ID.',
      'No se encontró un mensaje con este ID.',
    ),
  },
  ERR_TICKET_NOT_OPEN: {
    status: 400,
    text: t(
      'Aceite a conversa antes de responder.',
      'Accept the conversation before you reply.',
      'Acepte la conversación antes de responder.',
    ),
  },
});

const required = t(
  'Escreva uma mensagem ou anexe um arquivo',
  'Write a message or attach a file',
  'Escriba un mensaje o adjunte un archivo',
);
const otherConversation = t(
  'A mensagem citada não é desta conversa',
  'The quoted message is not of this conversation',
  'El mensaje citado no es de esta conversación',
);

export const emptyMessage = (): AppError => coreErrors.ERR_VALIDATION({ fields: { body: required } });
export const foreignQuote = (): AppError => coreErrors.ERR_VALIDATION({ fields: { quotedMsg: otherConversation } });

/** Texts that a message itself carries when its sending ended badly. */
export const outcomeTexts = {
  uncertain: t(
    'Não sabemos se a mensagem foi entregue. Confira com o cliente antes de tentar novamente.',
    'We do not know whether the message was delivered. Check with the customer before you try again.',
    'No sabemos si el mensaje fue entregado. Verifique con el cliente antes de intentarlo de nuevo.',
  ),
  exhausted: t(
    'O provedor não respondeu. Tente novamente.',
    'The provider did not answer. Try again.',
    'El proveedor no respondió. Inténtelo de nuevo.',
  ),
  discarded: t(
    'O envio falhou e foi cancelado pela administração da plataforma. Tente novamente.',
    'Sending failed and was given up by the administration of the platform. Try again.',
    'El envío falló y fue cancelado por la administración de la plataforma. Inténtelo de nuevo.',
  ),
  disconnected: t(
    'A conexão está desconectada. Tente novamente quando um administrador a tiver reconectado.',
    'The connection is disconnected. Try again once an administrator has reconnected it.',
    'La conexión está desconectada. Inténtelo de nuevo cuando un administrador la haya reconectado.',
  ),
  noConnection: t(
    'A conexão desta conversa foi removida.',
    'The connection of this conversation was removed.',
    'La conexión de esta conversación fue eliminada.',
  ),
  noMedia: t(
    'O arquivo não pôde ser baixado do provedor.',
    'The file could not be downloaded from the provider.',
    'El archivo no se pudo descargar del proveedor.',
  ),
};

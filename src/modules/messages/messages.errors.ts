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
  ERR_WINDOW_CLOSED: {
    status: 422,
    text: t(
      'Já se passaram 24 horas desde a última mensagem do cliente. Envie um modelo aprovado.',
      'More than 24 hours passed since the last message of the customer. Send an approved template.',
      'Han pasado más de 24 horas desde el último mensaje del cliente. Envíe una plantilla aprobada.',
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

const oneKind = t(
  'Envie um texto, um modelo ou opções, um de cada vez',
  'Send a text, a template or choices, one at a time',
  'Envíe un texto, una plantilla u opciones, uno a la vez',
);
const noFiles = t('Opções não levam arquivo', 'Choices take no file', 'Las opciones no llevan archivo');
const oneRecording = t(
  'Uma gravação é um único arquivo de áudio',
  'A recording is a single audio file',
  'Una grabación es un único archivo de audio',
);
const oneEmoji = t('Escolha um emoji', 'Choose one emoji', 'Elija un emoji');

export const oneKindOnly = (): AppError => coreErrors.ERR_VALIDATION({ fields: { body: oneKind } });
export const choicesTakeNoFiles = (): AppError => coreErrors.ERR_VALIDATION({ fields: { medias: noFiles } });
export const notARecording = (): AppError => coreErrors.ERR_VALIDATION({ fields: { voice: oneRecording } });
export const notAnEmoji = (): AppError => coreErrors.ERR_VALIDATION({ fields: { emoji: oneEmoji } });
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
  noVoice: t(
    'A gravação não pôde ser convertida para o WhatsApp. Grave de novo ou envie um arquivo de áudio.',
    'The recording could not be converted for WhatsApp. Record again or send an audio file.',
    'La grabación no se pudo convertir para WhatsApp. Grabe de nuevo o envíe un archivo de audio.',
  ),
  noMedia: t(
    'O arquivo não pôde ser baixado do provedor.',
    'The file could not be downloaded from the provider.',
    'El archivo no se pudo descargar del proveedor.',
  ),
};

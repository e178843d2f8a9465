import { type AppError, defineErrors, errorCode, wellKnownError } from '../../../core/errors/app-error.js';
import { coreErrors, invalidField } from '../../../core/errors/core-errors.js';
import { t } from '../../../core/i18n.js';

export const messageErrors = defineErrors({
  ERR_SENDING_WAPP_MSG: wellKnownError(
    400,
    'Erro ao enviar a mensagem. Verifique a página de conexões.',
    'The message could not be sent. Check the connections page.',
    'Error al enviar el mensaje. Verifique la página de conexiones.',
  ),
  ERR_DELETE_WAPP_MSG: wellKnownError(
    400,
    'Não foi possível excluir a mensagem.',
    'The message could not be deleted.',
    'No se pudo eliminar el mensaje.',
  ),
  ERR_EDIT_WAPP_MSG: errorCode(
    400,
    'Esta mensagem não pode ser editada.',
    'This message cannot be edited.',
    'Este mensaje no se puede editar.',
  ),
  ERR_FORWARD_WAPP_MSG: errorCode(
    400,
    'Esta mensagem não pode ser encaminhada.',
    'This message cannot be forwarded.',
    'Este mensaje no se puede reenviar.',
  ),
  ERR_NO_INCOMING_AUDIO: errorCode(
    400,
    'Somente áudios recebidos podem ser transcritos.',
    'Only incoming audio can be transcribed.',
    'Solo se pueden transcribir los audios recibidos.',
  ),
  ERR_TRANSCRIPTION_OFF: errorCode(
    400,
    'A transcrição de áudio não está configurada. Peça a um administrador que informe o serviço nas configurações.',
    'Audio transcription is not configured. Ask an administrator to enter the service in the settings.',
    'La transcripción de audio no está configurada. Pida a un administrador que indique el servicio en los ajustes.',
  ),
  ERR_TRANSCRIPTION_FAILED: errorCode(
    502,
    'O áudio não pôde ser transcrito. Tente novamente em instantes.',
    'The audio could not be transcribed. Try again shortly.',
    'El audio no se pudo transcribir. Inténtelo de nuevo en instantes.',
  ),
  ERR_FETCH_WAPP_MSG: wellKnownError(
    400,
    'Erro ao buscar a mensagem; talvez ela seja antiga demais.',
    'The message could not be fetched; it may be too old.',
    'Error al buscar el mensaje; tal vez sea demasiado antiguo.',
  ),
  ERR_CREATING_MESSAGE: wellKnownError(
    400,
    'Ocorreu um erro ao criar a mensagem.',
    'The message could not be created.',
    'Ocurrió un error al crear el mensaje.',
  ),
  ERR_NO_MESSAGE_FOUND: errorCode(
    404,
    'Nenhuma mensagem encontrada com este ID.',
    'No message found with this ID.',
    'No se encontró un mensaje con este ID.',
  ),
  ERR_TICKET_NOT_OPEN: errorCode(
    400,
    'Aceite a conversa antes de responder.',
    'Accept the conversation before you reply.',
    'Acepte la conversación antes de responder.',
  ),
  ERR_WINDOW_CLOSED: errorCode(
    422,
    'O prazo para responder à última mensagem do cliente acabou. Envie um modelo aprovado ou espere que ele escreva.',
    'The time for answering the last message of the customer is over. Send an approved template or wait until they write.',
    'El plazo para responder al último mensaje del cliente terminó. Envíe una plantilla aprobada o espere a que escriba.',
  ),
});

export const oneContentKindOnly = invalidField(
  'body',
  'Envie um texto, um modelo, opções ou uma lista de arquivos, um de cada vez',
  'Send a text, a template, choices or a file list, one at a time',
  'Envíe un texto, una plantilla, opciones o una lista de archivos, uno a la vez',
);
export const choicesTakeNoFiles = invalidField(
  'medias',
  'Opções não levam arquivo',
  'Choices take no file',
  'Las opciones no llevan archivo',
);
export const notARecording = invalidField(
  'voice',
  'Uma gravação é um único arquivo de áudio',
  'A recording is a single audio file',
  'Una grabación es un único archivo de audio',
);
export const notAnEmoji = invalidField('emoji', 'Escolha um emoji', 'Choose one emoji', 'Elija un emoji');
export const emptyText = invalidField('body', 'Escreva uma mensagem', 'Write a message', 'Escriba un mensaje');
export const textTooLong = invalidField('body', 'Muito longo!', 'Too long!', '¡Demasiado largo!');
/** A person writes a variable that does not exist. */
export const unknownVariable = (names: readonly string[]): AppError => {
  const written = names.join(', ');
  const text = t(
    `Não existe a variável ${written}. O cliente a receberia vazia: escreva o texto no lugar dela.`,
    `There is no variable ${written}. The customer would get nothing for it: write the text in its place.`,
    `No existe la variable ${written}. El cliente la recibiría vacía: escriba el texto en su lugar.`,
  );
  return coreErrors.ERR_VALIDATION({ text, fields: { body: text } });
};
/** A text of the choices is empty or too long with the values of its variables. */
export const choicesDoNotFit = invalidField(
  'interactive',
  'Com as variáveis preenchidas, um texto das opções ficou vazio ou longo demais',
  'With its variables filled, a text of the choices is empty or too long',
  'Con las variables completadas, un texto de las opciones quedó vacío o demasiado largo',
);
export const unreadableText = invalidField('body', 'Valor inválido', 'Invalid value', 'Valor inválido');
export const emptyMessage = invalidField(
  'body',
  'Escreva uma mensagem ou anexe um arquivo',
  'Write a message or attach a file',
  'Escriba un mensaje o adjunte un archivo',
);
export const quoteOutsideConversation = invalidField(
  'quotedMsg',
  'A mensagem citada não é desta conversa',
  'The quoted message is not of this conversation',
  'El mensaje citado no es de esta conversación',
);

/** Error texts that are stored with failed messages. */
export const deliveryErrorTexts = {
  uncertain: t(
    'Não sabemos se a mensagem foi entregue. Confira com o cliente antes de tentar novamente.',
    'We do not know whether the message was delivered. Check with the customer before you try again.',
    'No sabemos si el mensaje fue entregado. Verifique con el cliente antes de intentarlo de nuevo.',
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
  unchanged: t(
    'O provedor não aceitou a alteração; o cliente tem a mensagem como está aqui.',
    'The provider did not take the change; the customer has the message as it is here.',
    'El proveedor no aceptó el cambio; el cliente tiene el mensaje como está aquí.',
  ),
  noOriginal: t(
    'O arquivo original foi apagado antes de ser encaminhado.',
    'The original file was deleted before it was forwarded.',
    'El archivo original fue eliminado antes de ser reenviado.',
  ),
  noMedia: t(
    'O arquivo não pôde ser baixado do provedor.',
    'The file could not be downloaded from the provider.',
    'El archivo no se pudo descargar del proveedor.',
  ),
};

/** Reasons why a transcription failed, and what to check. */
export const transcriptionErrorTexts = {
  key: t(
    'O serviço de transcrição recusou a chave. Um administrador precisa conferi-la nas configurações.',
    'The transcription service refused the key. An administrator has to check it in the settings.',
    'El servicio de transcripción rechazó la clave. Un administrador debe revisarla en los ajustes.',
  ),
  refused: t(
    'O serviço de transcrição recusou o áudio (resposta {{status}}).',
    'The transcription service refused the audio (answer {{status}}).',
    'El servicio de transcripción rechazó el audio (respuesta {{status}}).',
  ),
  unexpected: t(
    'O serviço de transcrição respondeu de forma inesperada. Um administrador precisa conferir o endereço nas configurações.',
    'The transcription service answered unexpectedly. An administrator has to check its address in the settings.',
    'El servicio de transcripción respondió de forma inesperada. Un administrador debe revisar la dirección en los ajustes.',
  ),
  forbidden: t(
    'O endereço do serviço de transcrição não é permitido. Um administrador precisa conferi-lo nas configurações.',
    'The address of the transcription service is not allowed. An administrator has to check it in the settings.',
    'La dirección del servicio de transcripción no está permitida. Un administrador debe revisarla en los ajustes.',
  ),
  timeout: t(
    'O serviço de transcrição demorou demais. Tente novamente.',
    'The transcription service took too long. Try again.',
    'El servicio de transcripción tardó demasiado. Inténtelo de nuevo.',
  ),
  unreachable: t(
    'O serviço de transcrição não pôde ser alcançado. Tente novamente em instantes.',
    'The transcription service could not be reached. Try again shortly.',
    'No se pudo contactar el servicio de transcripción. Inténtelo de nuevo en instantes.',
  ),
};

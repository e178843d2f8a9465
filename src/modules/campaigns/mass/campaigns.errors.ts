import { type AppError, defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { coreErrors, invalidField } from '../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../core/i18n.js';

export const campaignErrors = defineErrors({
  ERR_CAMPAIGN_INVALID_NAME: errorCode(
    400,
    'O nome da campanha precisa de pelo menos 3 caracteres.',
    'The name of a campaign needs at least 3 characters.',
    'El nombre de la campaña necesita al menos 3 caracteres.',
  ),
  ERR_CAMPAIGN_NOT_EDITABLE: errorCode(
    400,
    'Só é permitido alterar campanha Inativa e Programada',
    'Only an inactive or scheduled campaign can be changed',
    'Solo se puede modificar una campaña Inactiva o Programada',
  ),
  ERR_CAMPAIGN_RUNNING: errorCode(
    400,
    'Não é permitido excluir campanha em andamento',
    'A running campaign cannot be deleted',
    'No se puede eliminar una campaña en curso',
  ),
  ERR_CAMPAIGN_NOTHING_TO_RETRY: errorCode(
    400,
    'Não há destinatários com falha para tentar novamente.',
    'No recipient failed that could be tried again.',
    'No hay destinatarios con fallo para intentar de nuevo.',
  ),
  ERR_CAMPAIGN_STATUS: errorCode(
    409,
    'A situação da campanha não permite esta ação.',
    'The status of the campaign does not allow this.',
    'El estado de la campaña no permite esta acción.',
  ),
  ERR_CAMPAIGN_NO_RECIPIENTS: errorCode(
    400,
    'A campanha não tem nenhum destinatário para quem enviar.',
    'The campaign has no recipient to send to.',
    'La campaña no tiene ningún destinatario a quien enviar.',
  ),
  ERR_CAMPAIGN_TEST: errorCode(
    400,
    'O provedor recusou a mensagem de teste.',
    'The provider refused the test message.',
    'El proveedor rechazó el mensaje de prueba.',
  ),
  ERR_CAMPAIGN_NUMBER: errorCode(
    400,
    'O número de telefone é inválido.',
    'The phone number is invalid.',
    'El número de teléfono no es válido.',
  ),
});

/** More recipients match than one request may take over. */
export const tooManyRecipients = (most: number): AppError => {
  const [pt, en] = [most.toLocaleString('pt-BR'), most.toLocaleString('en')];
  return coreErrors.ERR_VALIDATION({
    text: t(
      `São mais de ${pt} destinatários. Restrinja o filtro e repita por partes.`,
      `There are more than ${en} recipients. Narrow the filter and repeat it in parts.`,
      `Son más de ${pt} destinatarios. Restrinja el filtro y repita por partes.`,
    ),
  });
};

export const chooseConnection = invalidField(
  'whatsappId',
  'Escolha uma conexão',
  'Choose a connection',
  'Elija una conexión',
);
export const onlyReplies = invalidField(
  'whatsappId',
  'Por esta conexão só é possível responder a quem escreveu há pouco; escolha outra',
  'This connection can only reply to those who wrote a short while ago; choose another one',
  'Por esta conexión solo se puede responder a quien escribió hace poco; elija otra',
);
export const chooseRecipients = invalidField(
  'contactListId',
  'Escolha uma lista de contatos ou uma tag',
  'Choose a contact list or a tag',
  'Elija una lista de contactos o una etiqueta',
);
export const oneSourceOnly = invalidField(
  'tagListId',
  'Escolha uma lista de contatos ou uma tag, não as duas',
  'Choose a contact list or a tag, not both',
  'Elija una lista de contactos o una etiqueta, no ambas',
);
export const followsOnly = invalidField(
  'followsId',
  'Um acompanhamento vai a quem não respondeu, não a uma lista ou tag',
  'A follow-up goes to those who did not reply, not to a list or tag',
  'Un seguimiento va a quien no respondió, no a una lista o etiqueta',
);
export const followsItself = invalidField(
  'followsId',
  'Uma campanha não pode acompanhar a si mesma',
  'A campaign cannot follow itself',
  'Una campaña no puede seguirse a sí misma',
);
export const hasFollowUp = invalidField(
  'followsId',
  'Essa campanha já tem um acompanhamento',
  'That campaign has a follow-up already',
  'Esa campaña ya tiene un seguimiento',
);
export const tooManySteps = invalidField(
  'followsId',
  'Uma sequência tem no máximo cinco acompanhamentos',
  'A sequence has at most five follow-ups',
  'Una secuencia tiene como máximo cinco seguimientos',
);
export const writeMessage = invalidField(
  'message1',
  'Escreva pelo menos uma mensagem',
  'Write at least one message',
  'Escriba al menos un mensaje',
);
export const writeConfirmation = invalidField(
  'confirmationMessage1',
  'Escreva pelo menos uma mensagem de confirmação',
  'Write at least one confirmation message',
  'Escriba al menos un mensaje de confirmación',
);
export const chooseTemplate = invalidField(
  'template',
  'Esta conexão só começa conversas por modelo',
  'This connection opens conversations by a template only',
  'Esta conexión solo abre conversaciones con una plantilla',
);
export const templateNotTaken = invalidField(
  'template',
  'Esta conexão não envia modelos',
  'This connection sends no templates',
  'Esta conexión no envía plantillas',
);
export const noFileListHere = invalidField(
  'fileListId',
  'Com modelo não há lista de arquivos',
  'There is no file list beside a template',
  'Con plantilla no hay lista de archivos',
);
export const hoursIncomplete = invalidField(
  'sendUntil',
  'Informe início e fim, o fim depois do início',
  'Enter both times, the end after the start',
  'Indique inicio y fin, el fin después del inicio',
);
/** The error itself has the text too, because a switch and a button show no field errors. */
export const startHasPassed = (field: 'scheduledAt' | 'scheduled_at'): AppError => {
  const text = t(
    'O horário marcado já passou; escolha outro.',
    'The time that was set has passed; choose another one.',
    'La hora programada ya pasó; elija otra.',
  );
  return coreErrors.ERR_VALIDATION({ text, fields: { [field]: text } });
};
export const repeatedVariable = invalidField(
  'variables',
  'Há atalhos repetidos',
  'There are repeated keys',
  'Hay claves repetidas',
);

export const repeatedPrice = invalidField(
  'prices',
  'Há dois preços para o mesmo país e classe',
  'There are two prices for one country and category',
  'Hay dos precios para el mismo país y clase',
);

/** Reasons why a shipment failed without an error of the provider. */
export const shipmentErrorTexts = {
  optedOut: t(
    'O contato pediu para não receber campanhas.',
    'The contact opted out.',
    'El contacto pidió no recibir campañas.',
  ),
  frequency: t(
    'O contato recebeu outra campanha há pouco.',
    'The contact got another campaign a short while ago.',
    'El contacto recibió otra campaña hace poco.',
  ),
  replied: t(
    'O contato respondeu antes do acompanhamento.',
    'The contact replied before the follow-up.',
    'El contacto respondió antes del seguimiento.',
  ),
  uncertain: t(
    'Não se sabe se a mensagem foi entregue ao provedor.',
    'It is not known whether the provider got the message.',
    'No se sabe si el proveedor recibió el mensaje.',
  ),
  replaced: t(
    'A lista ou a conexão da campanha foi trocada.',
    'The list or the connection of the campaign was changed.',
    'Se cambió la lista o la conexión de la campaña.',
  ),
  erased: t(
    'Os dados do contato foram apagados.',
    'The data of the contact was erased.',
    'Los datos del contacto fueron borrados.',
  ),
  repeated: t(
    'A pessoa já está na campanha com seu novo número.',
    'The person is in the campaign with the new number already.',
    'La persona ya está en la campaña con su nuevo número.',
  ),
  emptyText: t('A mensagem ficou sem texto.', 'The message was left without a text.', 'El mensaje quedó sin texto.'),
} as const satisfies Record<string, Localized>;

/** Errors of recipients who are left out after the start, which is no failure. */
export const leftOutCodes = ['OPTED_OUT', 'FREQUENCY', 'REPLIED'] as const;

/** The error of a shipment that may have reached the provider. */
export const uncertain = { code: 'UNCERTAIN', text: shipmentErrorTexts.uncertain };

/** Reasons why a campaign does not send. */
export const pauseTexts = {
  noConnection: t('A conexão foi removida.', 'The connection was removed.', 'La conexión fue eliminada.'),
  disconnected: t(
    'A conexão está desconectada; o envio continua quando ela voltar.',
    'The connection is disconnected; sending goes on when it is back.',
    'La conexión está desconectada; el envío continúa cuando vuelva.',
  ),
  noPlan: t(
    'O plano da empresa não inclui mais campanhas.',
    'The plan of the company does not include campaigns any more.',
    'El plan de la empresa ya no incluye campañas.',
  ),
  discarded: t(
    'O envio falhou e foi cancelado pela administração da plataforma.',
    'Sending failed and was given up by the administration of the platform.',
    'El envío falló y fue cancelado por la administración de la plataforma.',
  ),
} as const satisfies Record<string, Localized>;

/** Why a campaign cannot be sent; for a form with several errors it is the first one. */
export function reasonOf({ code, text, options }: AppError): { readonly code: string; readonly text: Localized } {
  const [fault = text] = Object.values(options.fields ?? {});
  return { code, text: typeof fault === 'string' ? t(fault, fault, fault) : fault };
}

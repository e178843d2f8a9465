import { defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { invalidField } from '../../../core/errors/core-errors.js';

export const scheduleErrors = defineErrors({
  ERR_SCHEDULE_SENT: errorCode(
    409,
    'Esta mensagem já foi enviada e não pode mais ser alterada.',
    'This message was already sent and cannot be changed any more.',
    'Este mensaje ya fue enviado y no se puede modificar.',
  ),
  ERR_SCHEDULE_LATE: errorCode(
    409,
    'O envio atrasou mais de 24 horas e não foi feito.',
    'It was more than 24 hours late and was not sent.',
    'El envío se atrasó más de 24 horas y no se realizó.',
  ),
  ERR_SCHEDULE_PLAN: errorCode(
    409,
    'O plano da empresa não inclui mais agendamentos.',
    'The plan of the company does not include schedules any more.',
    'El plan de la empresa ya no incluye programaciones.',
  ),
  ERR_SCHEDULE_OPTED_OUT: errorCode(
    409,
    'O contato pediu para não receber publicidade; a mensagem não foi enviada.',
    'The contact asked not to receive advertising; the message was not sent.',
    'El contacto pidió no recibir publicidad; el mensaje no se envió.',
  ),
  ERR_SCHEDULE_DISCARDED: errorCode(
    409,
    'O envio falhou e foi cancelado pela administração da plataforma. Agende de novo.',
    'Sending failed and was given up by the administration of the platform. Schedule it again.',
    'El envío falló y fue cancelado por la administración de la plataforma. Prográmelo de nuevo.',
  ),
});

export const notInTheFuture = invalidField(
  'sendAt',
  'Escolha um momento no futuro',
  'Choose a moment in the future',
  'Elija un momento futuro',
);
export const endsBeforeSending = invalidField(
  'repeatUntil',
  'A repetição termina antes do primeiro envio',
  'The repetition ends before the first sending',
  'La repetición termina antes del primer envío',
);
export const templateNeedsConnection = invalidField(
  'whatsappId',
  'Escolha a conexão do modelo',
  'Choose the connection of the template',
  'Elija la conexión de la plantilla',
);
export const templateTakesNoList = invalidField(
  'fileListId',
  'Um modelo não leva lista de arquivos',
  'A template takes no file list',
  'Una plantilla no lleva lista de archivos',
);
export const fileOfAnotherContact = invalidField(
  'contactId',
  'O arquivo deste envio também é de envios anteriores a este contato. Crie outro agendamento',
  'The file of this message also belongs to earlier ones to this contact. Make another schedule',
  'El archivo de este envío también es de envíos anteriores a este contacto. Cree otra programación',
);
export const notAPicture = invalidField(
  'file',
  'Use uma imagem .png, .jpg ou .jpeg',
  'Use a .png, .jpg or .jpeg picture',
  'Use una imagen .png, .jpg o .jpeg',
);

import { type AppError, defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { coreErrors, invalidField } from '../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../core/i18n.js';
import { startHasPassed } from '../mass/campaigns.errors.js';

export const aiSmsErrors = defineErrors({
  ERR_NO_SERVICE_CAMPAIGN_FOUND: errorCode(
    404,
    'Nenhuma campanha encontrada com este ID.',
    'No campaign found with this ID.',
    'No se encontró una campaña con este ID.',
  ),
  ERR_NO_CAMPAIGN_FILE_FOUND: errorCode(
    404,
    'Nenhum arquivo desta campanha tem este nome.',
    'No file of this campaign has this name.',
    'Ningún archivo de esta campaña tiene este nombre.',
  ),
  ERR_COMPANY_NOT_IDENTIFIED: errorCode(
    400,
    'Empresa não identificada. Faça login novamente.',
    'Company not identified. Sign in again.',
    'Empresa no identificada. Inicie sesión de nuevo.',
  ),
  ERR_CAMPAIGN_CSV: errorCode(
    400,
    'Não foi possível ler o arquivo CSV.',
    'The CSV file cannot be read.',
    'No se pudo leer el archivo CSV.',
  ),
  ERR_CONTACT_ATTENDED: errorCode(
    409,
    'Um atendente está conversando com o contato.',
    'An attendant is talking to the contact.',
    'Un agente está conversando con el contacto.',
  ),
  ERR_SMS_GATEWAY: errorCode(
    409,
    'Informe a conta do serviço {{name}} em Serviços de SMS.',
    'Enter the account of the service {{name}} in SMS gateways.',
    'Informe la cuenta del servicio {{name}} en Servicios de SMS.',
  ),
  ERR_SMS_CAMPAIGN_SENT: errorCode(
    409,
    'O texto e a data não mudam mais, porque esta campanha já enviou SMS.',
    'The text and the date do not change any more, because this campaign has sent SMS.',
    'El texto y la fecha ya no cambian, porque esta campaña ya envió SMS.',
  ),
  ERR_SMS_BALANCE: errorCode(
    424,
    'Erro ao consumir a API de saldo.',
    'The balance API failed.',
    'Error al consultar la API de saldo.',
  ),
});

export const fileFaults = {
  missing: t('Escolha um arquivo CSV.', 'Choose a CSV file.', 'Elija un archivo CSV.'),
  type: t('Envie apenas arquivos .csv.', 'Send .csv files only.', 'Envíe solo archivos .csv.'),
  unreadable: t(
    'Não foi possível ler o arquivo CSV.',
    'The CSV file cannot be read.',
    'No se pudo leer el archivo CSV.',
  ),
  tooManyLines: t(
    'O arquivo CSV não pode ter mais de 51 linhas.',
    'The CSV file may not have more than 51 lines.',
    'El archivo CSV no puede tener más de 51 líneas.',
  ),
  tooLarge: t('O arquivo CSV é grande demais.', 'The CSV file is too large.', 'El archivo CSV es demasiado grande.'),
  columns: t(
    'A primeira linha precisa ter as colunas nome e telefone.',
    'The first line must name the columns nome and telefone.',
    'La primera línea debe tener las columnas nome y telefone.',
  ),
  chosenColumns: t(
    'Escolha a coluna do nome e a do telefone, cada conteúdo uma vez só.',
    'Choose the column of the name and that of the phone, each content once only.',
    'Elija la columna del nombre y la del teléfono, cada contenido una sola vez.',
  ),
  empty: t(
    'O arquivo CSV não tem destinatários.',
    'The CSV file has no recipients.',
    'El archivo CSV no tiene destinatarios.',
  ),
};

/** The whole file is refused. */
export const fileRefused = (text: Localized): AppError =>
  aiSmsErrors.ERR_CAMPAIGN_CSV({ text, fields: { file: text } });

export const recipientFaults = {
  name: t('Nome muito longo', 'The name is too long', 'El nombre es demasiado largo'),
  field: t('Campo muito longo', 'A field is too long', 'Un campo es demasiado largo'),
  number: t('Telefone inválido', 'Invalid phone number', 'Teléfono no válido'),
  repeated: t('Telefone repetido nesta campanha', 'Repeated in this campaign', 'Teléfono repetido en esta campaña'),
  optedOut: t(
    'O contato não quer receber campanhas',
    'The contact wants no campaigns',
    'El contacto no quiere recibir campañas',
  ),
};

/** @param fault the fault of the first row */
export const noneUsable = (fault: { readonly line: number; readonly text: Localized } | undefined): Localized => {
  if (!fault) return fileFaults.empty;
  const { line, text } = fault;
  return t(
    `Nenhuma linha do arquivo CSV pode ser usada. Linha ${line}: ${text.pt}.`,
    `No line of the CSV file can be used. Line ${line}: ${text.en}.`,
    `Ninguna línea del archivo CSV se puede usar. Línea ${line}: ${text.es}.`,
  );
};
export const tooManyRows = (limit: number): Localized =>
  t(
    `Uma campanha tem no máximo ${limit} destinatários.`,
    `A campaign has at most ${limit} recipients.`,
    `Una campaña tiene como máximo ${limit} destinatarios.`,
  );

export const nameRequired = t('Nome obrigatório', 'Name required', 'Nombre obligatorio');
export const instanceRequired = t('Instância obrigatória', 'Instance required', 'Instancia obligatoria');
export const intervalRequired = t('Intervalo obrigatório', 'Interval required', 'Intervalo obligatorio');
export const numberRequired = invalidField(
  'connection_id',
  'Número de disparo obrigatório',
  'Dispatch number required',
  'Número de envío obligatorio',
);
export const timeRequired = invalidField(
  'scheduled_at',
  'Data e hora obrigatórias',
  'Date and time required',
  'Fecha y hora obligatorias',
);
export const noInterval = (): AppError =>
  coreErrors.ERR_VALIDATION({ fields: { interval_in_seconds: intervalRequired } });
export const noMoment = invalidField(
  'scheduled_at',
  'Informe uma data e hora válidas',
  'Enter a valid date and time',
  'Indique una fecha y hora válidas',
);
export const timeInThePast = (): AppError => startHasPassed('scheduled_at');
export const numberFaults = {
  onlyReplies: t(
    'Por esta conexão só é possível responder a quem escreveu há pouco; escolha outra.',
    'This connection can only reply to those who wrote a short while ago; choose another one.',
    'Por esta conexión solo se puede responder a quien escribió hace poco; elija otra.',
  ),
  noTemplate: t(
    'Este número ainda não tem um modelo aprovado que possa ser enviado sem arquivo.',
    'This number has no approved template yet that can be sent without a file.',
    'Este número aún no tiene una plantilla aprobada que se pueda enviar sin archivo.',
  ),
};
export const onlyReplies = (): AppError => {
  const text = numberFaults.onlyReplies;
  return coreErrors.ERR_VALIDATION({ text, fields: { connection_id: text } });
};
/** The error itself has the text too, because a switch of a campaign shows no field errors. */
export const chooseTemplate = (): AppError => {
  const text = t(
    'Esta conexão só começa conversas por modelo; escolha um modelo aprovado.',
    'This connection opens conversations by a template only; choose an approved one.',
    'Esta conexión solo abre conversaciones con una plantilla; elija una aprobada.',
  );
  return coreErrors.ERR_VALIDATION({ text, fields: { template: text } });
};
export const unknownGateway = invalidField(
  'service_identifier',
  'Serviço desconhecido',
  'Unknown service',
  'Servicio desconocido',
);
export const messageRequired = invalidField(
  'message',
  'Mensagem obrigatória',
  'Message required',
  'Mensaje obligatorio',
);

/** Reasons why an active campaign waits, or a recipient got nothing. */
export const sendingFaults = {
  plan: t(
    'O plano da empresa não inclui mais estas campanhas.',
    'The plan of the company does not include these campaigns any more.',
    'El plan de la empresa ya no incluye estas campañas.',
  ),
  company: t(
    'A empresa está bloqueada ou vencida.',
    'The company is blocked or its plan has expired.',
    'La empresa está bloqueada o vencida.',
  ),
  disconnected: t('A conexão está desconectada.', 'The connection is disconnected.', 'La conexión está desconectada.'),
  paused: t('A conexão está em pausa.', 'The connection is paused.', 'La conexión está en pausa.'),
  gateway: t(
    'Falta a conta do serviço de SMS.',
    'The account of the SMS gateway is missing.',
    'Falta la cuenta del servicio de SMS.',
  ),
  tooLong: t(
    'O texto preenchido tem mais de 160 caracteres.',
    'The filled text has more than 160 characters.',
    'El texto completado tiene más de 160 caracteres.',
  ),
  blank: t('O texto preenchido está vazio.', 'The filled text is empty.', 'El texto completado está vacío.'),
  failing: t(
    'O envio falhou e será tentado de novo.',
    'Sending failed and will be tried again.',
    'El envío falló y se intentará de nuevo.',
  ),
  uncertain: t(
    'O envio foi interrompido; não se sabe se o serviço o recebeu.',
    'Sending was interrupted; whether the gateway got it is not known.',
    'El envío se interrumpió; no se sabe si el servicio lo recibió.',
  ),
  discarded: t(
    'O envio falhou e foi cancelado pela administração da plataforma.',
    'Sending failed and was given up by the administration of the platform.',
    'El envío falló y fue cancelado por la administración de la plataforma.',
  ),
};

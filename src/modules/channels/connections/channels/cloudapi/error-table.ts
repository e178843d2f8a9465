import {
  accountRate,
  afterDelay,
  auth,
  type GraphErrorMeaning,
  malformed,
  pausing,
  permanent,
  providerUnavailable,
  restricting,
  tokenExpired,
  withDetails,
} from '../graph/error-meanings.js';

/** All permission errors of Meta have this meaning; they fill a whole range of codes. */
export const permissionMissing = auth(
  'O token não tem permissão para enviar por este número. Revise as permissões do aplicativo na Meta.',
  'The token may not send from this number. Review the permissions of the app at Meta.',
  'El token no tiene permiso para enviar desde este número. Revise los permisos de la aplicación en Meta.',
);

/** The phone number id of the connection does not exist, or the token has no access to it. */
export const unknownNumber = auth(
  'A Meta não encontra este número com este token. Confira o identificador do número de telefone e o token.',
  'Meta does not find this number with this token. Check the phone number id and the token.',
  'Meta no encuentra este número con este token. Compruebe el identificador del número de teléfono y el token.',
);

/** The number exists, but is not registered with the Cloud API. */
export const notRegistered = auth(
  'O número não está registrado na Cloud API. Registre-o na página da conexão, com o PIN de seis dígitos.',
  'The number is not registered with the Cloud API. Register it on the page of the connection, with its PIN of six digits.',
  'El número no está registrado en la Cloud API. Regístrelo en la página de la conexión, con el PIN de seis dígitos.',
);

const tooManyPins = permanent(
  'Houve tentativas demais com o PIN. Espere antes de tentar novamente.',
  'There were too many tries with the PIN. Wait before you try again.',
  'Hubo demasiados intentos con el PIN. Espere antes de volver a intentarlo.',
);

const templateMissing = permanent(
  'O modelo não existe neste idioma ou ainda não foi aprovado.',
  'The template does not exist in this language or was not approved yet.',
  'La plantilla no existe en este idioma o aún no fue aprobada.',
);

const templateParameters = withDetails(
  'Os campos preenchidos não correspondem aos do modelo.',
  'The values given do not match the fields of the template.',
  'Los valores indicados no corresponden a los campos de la plantilla.',
);

/** For template errors without a text of their own. */
export const templateRefused = withDetails(
  'A Meta recusou o modelo de mensagem.',
  'Meta refused the message template.',
  'Meta rechazó la plantilla de mensaje.',
);

/** Documented errors of the Cloud API by their code. */
export const graphErrors: Readonly<Record<number, GraphErrorMeaning>> = {
  0: tokenExpired,
  102: tokenExpired,
  190: tokenExpired,
  3: permissionMissing,
  10: permissionMissing,
  131005: permissionMissing,
  33: unknownNumber,
  133010: notRegistered,
  133005: permanent(
    'O PIN não é o da verificação em duas etapas deste número.',
    'The PIN is not that of the two-step verification of this number.',
    'El PIN no es el de la verificación en dos pasos de este número.',
  ),
  133008: tooManyPins,
  133009: tooManyPins,
  131045: notRegistered,
  131031: auth(
    'A conta do WhatsApp Business foi bloqueada pela Meta. Veja o motivo no Gerenciador do WhatsApp.',
    'Meta locked the WhatsApp Business account. See why in WhatsApp Manager.',
    'Meta bloqueó la cuenta de WhatsApp Business. Vea el motivo en el Administrador de WhatsApp.',
  ),

  4: accountRate(60_000),
  17: accountRate(60_000),
  32: accountRate(60_000),
  613: accountRate(60_000),
  80007: accountRate(300_000),
  130429: pausing(
    'rate',
    4_000,
    'O número atingiu o limite de mensagens por segundo. O envio continua em instantes.',
    'The number reached its limit of messages per second. Sending goes on in a moment.',
    'El número alcanzó el límite de mensajes por segundo. El envío continúa en un momento.',
  ),
  131056: afterDelay(
    'rate',
    6_000,
    'Mensagens demais para este contato em pouco tempo. O envio continua em instantes.',
    'Too many messages to this contact in a short time. Sending goes on in a moment.',
    'Demasiados mensajes a este contacto en poco tiempo. El envío continúa en un momento.',
  ),

  1: providerUnavailable,
  2: providerUnavailable,
  131000: providerUnavailable,
  131016: providerUnavailable,
  133004: providerUnavailable,
  131057: pausing(
    'retry',
    60_000,
    'A conta está em manutenção na Meta. O envio será tentado de novo.',
    'The account is under maintenance at Meta. Sending will be tried again.',
    'La cuenta está en mantenimiento en Meta. El envío se intentará de nuevo.',
  ),

  100: malformed,
  131008: malformed,
  131009: malformed,
  131055: malformed,
  368: restricting(
    'A conta está temporariamente bloqueada por violar as políticas da Meta.',
    'The account is temporarily blocked for violating the policies of Meta.',
    'La cuenta está bloqueada temporalmente por infringir las políticas de Meta.',
  ),
  130472: permanent(
    'A Meta não entregou: o contato participa de um experimento que limita mensagens de marketing.',
    'Meta did not deliver: the contact is part of an experiment that limits marketing messages.',
    'Meta no entregó: el contacto participa en un experimento que limita los mensajes de marketing.',
  ),
  130497: permanent(
    'Esta conta não pode enviar mensagens para o país do contato.',
    'This account may not send messages to the country of the contact.',
    'Esta cuenta no puede enviar mensajes al país del contacto.',
  ),
  131021: permanent(
    'O destinatário é o próprio número da conexão.',
    'The recipient is the number of the connection itself.',
    'El destinatario es el propio número de la conexión.',
  ),
  131026: permanent(
    'O número não pode receber esta mensagem: não tem WhatsApp, usa uma versão antiga ou não aceitou os termos.',
    'The number cannot receive this message: it has no WhatsApp, an old version, or did not accept the terms.',
    'El número no puede recibir este mensaje: no tiene WhatsApp, usa una versión antigua o no aceptó los términos.',
  ),
  131030: permanent(
    'Com um número de teste só é possível enviar para os números cadastrados na Meta.',
    'A test number can only send to the numbers listed at Meta.',
    'Un número de prueba solo puede enviar a los números registrados en Meta.',
  ),
  131037: permanent(
    'O nome de exibição do número precisa ser aprovado pela Meta antes do envio.',
    'The display name of the number needs approval by Meta before sending.',
    'El nombre visible del número debe ser aprobado por Meta antes del envío.',
  ),
  131042: permanent(
    'Há um problema com a forma de pagamento da conta na Meta.',
    'There is a problem with the payment method of the account at Meta.',
    'Hay un problema con el medio de pago de la cuenta en Meta.',
  ),
  131047: permanent(
    'Passaram mais de 24 horas desde a última mensagem do contato. Envie um modelo aprovado.',
    'More than 24 hours passed since the last message of the contact. Send an approved template.',
    'Pasaron más de 24 horas desde el último mensaje del contacto. Envíe una plantilla aprobada.',
  ),
  131048: restricting(
    'A Meta limitou os envios deste número porque mensagens foram bloqueadas ou marcadas como spam.',
    'Meta limited this number because messages were blocked or marked as spam.',
    'Meta limitó los envíos de este número porque mensajes fueron bloqueados o marcados como spam.',
  ),
  131049: permanent(
    'A Meta não entregou para preservar o contato do excesso de marketing. Espere ao menos um dia.',
    'Meta did not deliver, to spare the contact too much marketing. Wait a day at least.',
    'Meta no entregó para evitar exceso de marketing al contacto. Espere al menos un día.',
  ),
  131050: permanent(
    'O contato pediu para não receber mensagens de marketing desta empresa.',
    'The contact asked not to receive marketing messages from this company.',
    'El contacto pidió no recibir mensajes de marketing de esta empresa.',
  ),
  131051: permanent(
    'O WhatsApp não aceita este tipo de mensagem.',
    'WhatsApp does not accept this type of message.',
    'WhatsApp no acepta este tipo de mensaje.',
  ),
  131052: withDetails(
    'A Meta não conseguiu baixar o arquivo enviado pelo contato. Peça que envie de novo.',
    'Meta could not download the file the contact sent. Ask for it again.',
    'Meta no pudo descargar el archivo enviado por el contacto. Pida que lo envíe de nuevo.',
  ),
  131053: withDetails(
    'A Meta não aceitou o arquivo: confira o formato e o tamanho.',
    'Meta did not accept the file: check its format and size.',
    'Meta no aceptó el archivo: compruebe el formato y el tamaño.',
  ),
  131060: permanent(
    'A mensagem não está disponível na Meta. Peça ao contato que a envie de novo.',
    'The message is not available at Meta. Ask the contact to send it again.',
    'El mensaje no está disponible en Meta. Pida al contacto que lo envíe de nuevo.',
  ),
  131062: permanent(
    'Este tipo de mensagem exige o número de telefone do contato.',
    'This type of message needs the phone number of the contact.',
    'Este tipo de mensaje exige el número de teléfono del contacto.',
  ),
  132000: templateParameters,
  132012: templateParameters,
  132018: templateParameters,
  132001: templateMissing,
  132005: withDetails(
    'O texto do modelo preenchido ficou longo demais.',
    'The filled text of the template is too long.',
    'El texto de la plantilla completada es demasiado largo.',
  ),
  132007: permanent(
    'O conteúdo do modelo viola as políticas do WhatsApp.',
    'The content of the template violates the policies of WhatsApp.',
    'El contenido de la plantilla infringe las políticas de WhatsApp.',
  ),
  132015: permanent(
    'O modelo está pausado por baixa qualidade.',
    'The template is paused for low quality.',
    'La plantilla está pausada por baja calidad.',
  ),
  132016: permanent(
    'O modelo foi desativado por baixa qualidade.',
    'The template was disabled for low quality.',
    'La plantilla fue desactivada por baja calidad.',
  ),
  135000: withDetails(
    'A Meta recusou a mensagem sem dizer o motivo.',
    'Meta refused the message without saying why.',
    'Meta rechazó el mensaje sin decir el motivo.',
  ),
};

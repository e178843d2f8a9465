import { t } from '../../../../core/i18n.js';
import { type GraphErrorMeaning, permanent, permanentRestricting, permanentWithDetails } from './error-meaning.js';

const templateMissing = permanent(
  t(
    'O modelo não existe neste idioma ou ainda não foi aprovado.',
    'The template does not exist in this language or was not approved yet.',
    'La plantilla no existe en este idioma o aún no fue aprobada.',
  ),
);

const templateParameters = permanentWithDetails(
  t(
    'Os campos preenchidos não correspondem aos do modelo.',
    'The values given do not match the fields of the template.',
    'Los valores indicados no corresponden a los campos de la plantilla.',
  ),
);

/** A template error that has no text of its own. */
export const templateRefused = permanentWithDetails(
  t(
    'A Meta recusou o modelo de mensagem.',
    'Meta refused the message template.',
    'Meta rechazó la plantilla de mensaje.',
  ),
);

const malformed = permanentWithDetails(
  t(
    'A Meta recusou a mensagem: há um parâmetro inválido.',
    'Meta refused the message: a parameter is invalid.',
    'Meta rechazó el mensaje: hay un parámetro no válido.',
  ),
);

/** Documented errors after which this message is not tried again, by code. */
export const permanentErrors: readonly (readonly [number, GraphErrorMeaning])[] = [
  [100, malformed],
  [131008, malformed],
  [131009, malformed],
  [131055, malformed],
  [
    368,
    permanentRestricting(
      t(
        'A conta está temporariamente bloqueada por violar as políticas da Meta.',
        'The account is temporarily blocked for violating the policies of Meta.',
        'La cuenta está bloqueada temporalmente por infringir las políticas de Meta.',
      ),
    ),
  ],
  [
    130472,
    permanent(
      t(
        'A Meta não entregou: o contato participa de um experimento que limita mensagens de marketing.',
        'Meta did not deliver: the contact is part of an experiment that limits marketing messages.',
        'Meta no entregó: el contacto participa en un experimento que limita los mensajes de marketing.',
      ),
    ),
  ],
  [
    130497,
    permanent(
      t(
        'Esta conta não pode enviar mensagens para o país do contato.',
        'This account may not send messages to the country of the contact.',
        'Esta cuenta no puede enviar mensajes al país del contacto.',
      ),
    ),
  ],
  [
    131021,
    permanent(
      t(
        'O destinatário é o próprio número da conexão.',
        'The recipient is the number of the connection itself.',
        'El destinatario es el propio número de la conexión.',
      ),
    ),
  ],
  [
    131026,
    permanent(
      t(
        'O número não pode receber esta mensagem: não tem WhatsApp, usa uma versão antiga ou não aceitou os termos.',
        'The number cannot receive this message: it has no WhatsApp, an old version, or did not accept the terms.',
        'El número no puede recibir este mensaje: no tiene WhatsApp, usa una versión antigua o no aceptó los términos.',
      ),
    ),
  ],
  [
    131030,
    permanent(
      t(
        'Com um número de teste só é possível enviar para os números cadastrados na Meta.',
        'A test number can only send to the numbers listed at Meta.',
        'Un número de prueba solo puede enviar a los números registrados en Meta.',
      ),
    ),
  ],
  [
    131037,
    permanent(
      t(
        'O nome de exibição do número precisa ser aprovado pela Meta antes do envio.',
        'The display name of the number needs approval by Meta before sending.',
        'El nombre visible del número debe ser aprobado por Meta antes del envío.',
      ),
    ),
  ],
  [
    131042,
    permanent(
      t(
        'Há um problema com a forma de pagamento da conta na Meta.',
        'There is a problem with the payment method of the account at Meta.',
        'Hay un problema con el medio de pago de la cuenta en Meta.',
      ),
    ),
  ],
  [
    131047,
    permanent(
      t(
        'Passaram mais de 24 horas desde a última mensagem do contato. Envie um modelo aprovado.',
        'More than 24 hours passed since the last message of the contact. Send an approved template.',
        'Pasaron más de 24 horas desde el último mensaje del contacto. Envíe una plantilla aprobada.',
      ),
    ),
  ],
  [
    131048,
    permanentRestricting(
      t(
        'A Meta limitou os envios deste número porque mensagens foram bloqueadas ou marcadas como spam.',
        'Meta limited this number because messages were blocked or marked as spam.',
        'Meta limitó los envíos de este número porque mensajes fueron bloqueados o marcados como spam.',
      ),
    ),
  ],
  [
    131049,
    permanent(
      t(
        'A Meta não entregou para preservar o contato do excesso de marketing. Espere ao menos um dia.',
        'Meta did not deliver, to spare the contact too much marketing. Wait a day at least.',
        'Meta no entregó para evitar exceso de marketing al contacto. Espere al menos un día.',
      ),
    ),
  ],
  [
    131050,
    permanent(
      t(
        'O contato pediu para não receber mensagens de marketing desta empresa.',
        'The contact asked not to receive marketing messages from this company.',
        'El contacto pidió no recibir mensajes de marketing de esta empresa.',
      ),
    ),
  ],
  [
    131051,
    permanent(
      t(
        'O WhatsApp não aceita este tipo de mensagem.',
        'WhatsApp does not accept this type of message.',
        'WhatsApp no acepta este tipo de mensaje.',
      ),
    ),
  ],
  [
    131052,
    permanentWithDetails(
      t(
        'A Meta não conseguiu baixar o arquivo enviado pelo contato. Peça que envie de novo.',
        'Meta could not download the file the contact sent. Ask for it again.',
        'Meta no pudo descargar el archivo enviado por el contacto. Pida que lo envíe de nuevo.',
      ),
    ),
  ],
  [
    131053,
    permanentWithDetails(
      t(
        'A Meta não aceitou o arquivo: confira o formato e o tamanho.',
        'Meta did not accept the file: check its format and size.',
        'Meta no aceptó el archivo: compruebe el formato y el tamaño.',
      ),
    ),
  ],
  [
    131060,
    permanent(
      t(
        'A mensagem não está disponível na Meta. Peça ao contato que a envie de novo.',
        'The message is not available at Meta. Ask the contact to send it again.',
        'El mensaje no está disponible en Meta. Pida al contacto que lo envíe de nuevo.',
      ),
    ),
  ],
  [
    131062,
    permanent(
      t(
        'Este tipo de mensagem exige o número de telefone do contato.',
        'This type of message needs the phone number of the contact.',
        'Este tipo de mensaje exige el número de teléfono del contacto.',
      ),
    ),
  ],
  [132000, templateParameters],
  [132012, templateParameters],
  [132018, templateParameters],
  [132001, templateMissing],
  [
    132005,
    permanentWithDetails(
      t(
        'O texto do modelo preenchido ficou longo demais.',
        'The filled text of the template is too long.',
        'El texto de la plantilla completada es demasiado largo.',
      ),
    ),
  ],
  [
    132007,
    permanent(
      t(
        'O conteúdo do modelo viola as políticas do WhatsApp.',
        'The content of the template violates the policies of WhatsApp.',
        'El contenido de la plantilla infringe las políticas de WhatsApp.',
      ),
    ),
  ],
  [
    132015,
    permanent(
      t(
        'O modelo está pausado por baixa qualidade.',
        'The template is paused for low quality.',
        'La plantilla está pausada por baja calidad.',
      ),
    ),
  ],
  [
    132016,
    permanent(
      t(
        'O modelo foi desativado por baixa qualidade.',
        'The template was disabled for low quality.',
        'La plantilla fue desactivada por baja calidad.',
      ),
    ),
  ],
  [
    135000,
    permanentWithDetails(
      t(
        'A Meta recusou a mensagem sem dizer o motivo.',
        'Meta refused the message without saying why.',
        'Meta rechazó el mensaje sin decir el motivo.',
      ),
    ),
  ],
];

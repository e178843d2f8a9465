import { type Localized, t } from '../../../../core/i18n.js';
import type { SendFailure } from '../channel.js';
import type { GraphErrorMeaning } from './error-meaning.js';
import { permanentErrors } from './permanent-errors.js';

const means = (kind: SendFailure, text: Localized, retryAfterMs?: number): GraphErrorMeaning =>
  retryAfterMs === undefined ? { kind, text } : { kind, text, retryAfterMs };

/** A limit or an outage that meets the whole number, not one recipient. */
const pauses = (kind: SendFailure, text: Localized, pauseMs: number): GraphErrorMeaning => ({
  kind,
  text,
  retryAfterMs: pauseMs,
  pauseMs,
});

const tokenDied = means(
  'auth',
  t(
    'O token de acesso expirou ou foi revogado. Gere um novo na Meta e atualize a conexão.',
    'The access token expired or was revoked. Generate a new one at Meta and update the connection.',
    'El token de acceso venció o fue revocado. Genere uno nuevo en Meta y actualice la conexión.',
  ),
);

const noPermission = means(
  'auth',
  t(
    'O token não tem permissão para enviar por este número. Revise as permissões do aplicativo na Meta.',
    'The token may not send from this number. Review the permissions of the app at Meta.',
    'El token no tiene permiso para enviar desde este número. Revise los permisos de la aplicación en Meta.',
  ),
);

/** The phone number id of the connection does not exist, or the token does not see it. */
export const unknownNumber = means(
  'auth',
  t(
    'A Meta não encontra este número com este token. Confira o identificador do número de telefone e o token.',
    'Meta does not find this number with this token. Check the phone number id and the token.',
    'Meta no encuentra este número con este token. Compruebe el identificador del número de teléfono y el token.',
  ),
);

/** The number exists, but not with the Cloud API. */
export const notRegistered = means(
  'auth',
  t(
    'O número não está registrado na Cloud API. Registre-o no Gerenciador do WhatsApp.',
    'The number is not registered with the Cloud API. Register it in WhatsApp Manager.',
    'El número no está registrado en la Cloud API. Regístrelo en el Administrador de WhatsApp.',
  ),
);

const metaTrouble = means(
  'retry',
  t(
    'Instabilidade na Meta. O envio será tentado de novo.',
    'Meta is having trouble. Sending will be tried again.',
    'Inestabilidad en Meta. El envío se intentará de nuevo.',
  ),
);

const accountRate = (pauseMs: number): GraphErrorMeaning =>
  pauses(
    'rate',
    t(
      'Limite de chamadas da conta atingido. O envio continua em instantes.',
      'The call limit of the account was reached. Sending goes on in a moment.',
      'Se alcanzó el límite de llamadas de la cuenta. El envío continúa en un momento.',
    ),
    pauseMs,
  );

/** Documented errors of the Cloud API by their code. */
export const graphErrors: ReadonlyMap<number, GraphErrorMeaning> = new Map<number, GraphErrorMeaning>([
  [0, tokenDied],
  [102, tokenDied],
  [190, tokenDied],
  [3, noPermission],
  [10, noPermission],
  [131005, noPermission],
  [33, unknownNumber],
  [133010, notRegistered],
  [131045, notRegistered],
  [
    131031,
    means(
      'auth',
      t(
        'A conta do WhatsApp Business foi bloqueada pela Meta. Veja o motivo no Gerenciador do WhatsApp.',
        'Meta locked the WhatsApp Business account. See why in WhatsApp Manager.',
        'Meta bloqueó la cuenta de WhatsApp Business. Vea el motivo en el Administrador de WhatsApp.',
      ),
    ),
  ],

  [4, accountRate(60_000)],
  [17, accountRate(60_000)],
  [32, accountRate(60_000)],
  [613, accountRate(60_000)],
  [80007, accountRate(300_000)],
  [
    130429,
    pauses(
      'rate',
      t(
        'O número atingiu o limite de mensagens por segundo. O envio continua em instantes.',
        'The number reached its limit of messages per second. Sending goes on in a moment.',
        'El número alcanzó el límite de mensajes por segundo. El envío continúa en un momento.',
      ),
      4_000,
    ),
  ],
  [
    131056,
    means(
      'rate',
      t(
        'Mensagens demais para este contato em pouco tempo. O envio continua em instantes.',
        'Too many messages to this contact in a short time. Sending goes on in a moment.',
        'Demasiados mensajes a este contacto en poco tiempo. El envío continúa en un momento.',
      ),
      6_000,
    ),
  ],

  [1, metaTrouble],
  [2, metaTrouble],
  [131000, metaTrouble],
  [131016, metaTrouble],
  [133004, metaTrouble],
  [
    131057,
    pauses(
      'retry',
      t(
        'A conta está em manutenção na Meta. O envio será tentado de novo.',
        'The account is under maintenance at Meta. Sending will be tried again.',
        'La cuenta está en mantenimiento en Meta. El envío se intentará de nuevo.',
      ),
      60_000,
    ),
  ],

  ...permanentErrors,
]);

/** The permission errors fill a whole range of codes. */
export const permissionMissing = noPermission;

/** Meta is down or overloaded, whatever it says. */
export const providerTrouble = metaTrouble;

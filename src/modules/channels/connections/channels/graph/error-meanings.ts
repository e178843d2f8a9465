import { type Localized, t } from '../../../../../core/i18n.js';
import type { SendFailure } from '../channel.js';

/** What an error means: `auth` stops the connection until a person fixes it, `permanent` concerns this message only. */
export interface GraphErrorMeaning {
  kind: SendFailure;
  text: Localized;
  retryAfterMs?: number;
  /** Every other message of the connection would fail too: all messages wait this long. */
  pauseMs?: number;
  /** Meta restricts the number because of what it sent: managers are warned, campaigns stop. */
  restrictsNumber?: true;
  /** Meta's details name the parameter, so they are shown after the text. */
  showsDetails?: true;
}

type Text = Parameters<typeof t>;

export const meaning = (kind: SendFailure, ...text: Text): GraphErrorMeaning => ({ kind, text: t(...text) });
export const auth = (...text: Text): GraphErrorMeaning => meaning('auth', ...text);
export const permanent = (...text: Text): GraphErrorMeaning => meaning('permanent', ...text);
export const restricting = (...text: Text): GraphErrorMeaning => ({ ...permanent(...text), restrictsNumber: true });
export const withDetails = (...text: Text): GraphErrorMeaning => ({ ...permanent(...text), showsDetails: true });
export const afterDelay = (kind: 'rate' | 'retry', retryAfterMs: number, ...text: Text): GraphErrorMeaning => ({
  ...meaning(kind, ...text),
  retryAfterMs,
});
/** A limit or an outage of the whole account, not of one recipient. */
export const pausing = (kind: 'rate' | 'retry', pauseMs: number, ...text: Text): GraphErrorMeaning => ({
  ...afterDelay(kind, pauseMs, ...text),
  pauseMs,
});

export const tokenExpired = auth(
  'O token de acesso expirou ou foi revogado. Gere um novo na Meta e atualize a conexão.',
  'The access token expired or was revoked. Generate a new one at Meta and update the connection.',
  'El token de acceso venció o fue revocado. Genere uno nuevo en Meta y actualice la conexión.',
);

/** Meta is down or overloaded. */
export const providerUnavailable = meaning(
  'retry',
  'Instabilidade na Meta. O envio será tentado de novo.',
  'Meta is having trouble. Sending will be tried again.',
  'Inestabilidad en Meta. El envío se intentará de nuevo.',
);

export const accountRate = (pauseMs: number): GraphErrorMeaning =>
  pausing(
    'rate',
    pauseMs,
    'Limite de chamadas da conta atingido. O envio continua em instantes.',
    'The call limit of the account was reached. Sending goes on in a moment.',
    'Se alcanzó el límite de llamadas de la cuenta. El envío continúa en un momento.',
  );

export const malformed = withDetails(
  'A Meta recusou a mensagem: há um parâmetro inválido.',
  'Meta refused the message: a parameter is invalid.',
  'Meta rechazó el mensaje: hay un parámetro no válido.',
);

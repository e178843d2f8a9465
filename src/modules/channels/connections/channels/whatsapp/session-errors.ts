import { type Localized, t } from '../../../../../core/i18n.js';
import { FileNotFound } from '../../../../../core/storage/storage.js';
import type { ProviderFailure, SendOutcome } from '../channel.js';

type Refusal = Extract<SendOutcome, { ok: false }>;

const texts = {
  loggedOut: t(
    'O celular removeu este aparelho conectado. Gere um novo QR Code.',
    'The phone removed this linked device. Ask for a new QR code.',
    'El teléfono eliminó este dispositivo vinculado. Genere un nuevo código QR.',
  ),
  forbidden: t('O WhatsApp bloqueou este número.', 'WhatsApp blocked this number.', 'WhatsApp bloqueó este número.'),
  replaced: t(
    'Outro programa conectou-se com este aparelho. Tente novamente quando ele for encerrado.',
    'Another program connected as this device. Try again when it has ended.',
    'Otro programa se conectó como este dispositivo. Inténtelo de nuevo cuando termine.',
  ),
  notConnected: t(
    'O celular não está conectado. Verifique a página de conexões.',
    'The phone is not connected. Check the connections page.',
    'El teléfono no está conectado. Verifique la página de conexiones.',
  ),
  invalidNumber: t('Este número não tem WhatsApp.', 'This number has no WhatsApp.', 'Este número no tiene WhatsApp.'),
  notSent: t(
    'O WhatsApp não aceitou a mensagem.',
    'WhatsApp did not accept the message.',
    'WhatsApp no aceptó el mensaje.',
  ),
  noFile: t('O arquivo da mensagem não existe mais.', 'The file of the message is gone.', 'El archivo ya no existe.'),
  unknownMessage: t(
    'O WhatsApp não conhece mais esta mensagem.',
    'WhatsApp does not know this message any more.',
    'WhatsApp ya no conoce este mensaje.',
  ),
} satisfies Record<string, Localized>;

/** Codes that end a session; `forget`: the pairing is gone. After any other code the session connects again. */
export const endings: Readonly<Record<number, ProviderFailure & { readonly forget: boolean }>> = {
  401: { code: '401', text: texts.loggedOut, forget: true },
  403: { code: '403', text: texts.forbidden, forget: true },
  440: { code: '440', text: texts.replaced, forget: false },
};

/** The code in an error of the library. */
export const statusCodeOf = (error: unknown): number | undefined =>
  (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;

const connectionClosed = 428;

/** The same error as the library's for a closed connection. */
export const sessionOver = (): Error =>
  Object.assign(new Error('This process does not run the session any more'), {
    output: { statusCode: connectionClosed },
  });

/** A change of the connection's status also starts waiting messages at once. */
const retryMs = 10_000;

/** Nothing was sent: the message waits for the session. */
export const waits = (retryAfterMs = retryMs): Refusal => ({
  ok: false,
  kind: 'rate',
  code: 'ERR_WAPP_NOT_INITIALIZED',
  text: texts.notConnected,
  retryAfterMs,
});

/** No process has taken the session. */
export const noProcess: ProviderFailure = {
  code: 'no_process',
  text: t(
    'Nenhum processo do servidor pôde abrir esta sessão: todos já têm o máximo de sessões (WHATSAPP_SESSIONS) ou nenhum executa tarefas. Avise quem administra o servidor e tente novamente.',
    'No process of the server could open this session: all have their maximum of sessions (WHATSAPP_SESSIONS), or none does jobs. Tell whoever runs the server, and try again.',
    'Ningún proceso del servidor pudo abrir esta sesión: todos tienen ya el máximo de sesiones (WHATSAPP_SESSIONS) o ninguno ejecuta tareas. Avise a quien administra el servidor e inténtelo de nuevo.',
  ),
};

export const notConnected: ProviderFailure = { code: 'ERR_WAPP_NOT_INITIALIZED', text: texts.notConnected };

export const invalidNumber: Refusal = {
  ok: false,
  kind: 'permanent',
  code: 'ERR_WAPP_INVALID_CONTACT',
  text: texts.invalidNumber,
};

export const unknownMessage: Refusal = {
  ok: false,
  kind: 'permanent',
  code: 'ERR_FETCH_WAPP_MSG',
  text: texts.unknownMessage,
};

/** The failure of a message that WhatsApp refused, with WhatsApp's own code. */
export const refusedMessage = (code: string): ProviderFailure => ({ code, text: texts.notSent });

/** WhatsApp's own code, which the library puts into `data` of an error whose status is always 500. */
const refusalCodeOf = (error: unknown): number | undefined => {
  const { data } = (error ?? {}) as { data?: unknown };
  return typeof data === 'number' && Number.isFinite(data) ? data : statusCodeOf(error);
};

/** Repeating is harmless, as the id is the same; a message that WhatsApp refuses repeatedly fails after some tries. */
export function outcomeOf(error: unknown): Refusal {
  if (error instanceof FileNotFound) return { ok: false, kind: 'permanent', code: 'ERR_FILE_GONE', text: texts.noFile };
  const status = refusalCodeOf(error);
  // the connection was closed, or did not answer in time
  if (status === connectionClosed || status === 408) return waits();
  if (status === 429) return waits(60_000);
  const kind = status !== undefined && status >= 400 && status < 500 ? 'permanent' : 'retry';
  return { ok: false, kind, code: String(status ?? 'unknown'), text: texts.notSent };
}

import { OutboundError } from '../../../../core/http/outbound-error.js';
import { type Localized, t } from '../../../../core/i18n.js';
import type { ProviderFailure, SendOutcome } from '../channel.js';
import type { GraphErrorMeaning } from './error-meaning.js';
import { graphErrors, permissionMissing, providerTrouble, unknownNumber } from './error-table.js';
import { asNumber, asObject, asText, type Json } from './json-readers.js';
import { templateRefused } from './permanent-errors.js';

/** A send that did not work. */
export type SendRefusal = Extract<SendOutcome, { ok: false }>;

const unknownRefusal: GraphErrorMeaning = {
  kind: 'permanent',
  text: t('A Meta recusou a mensagem.', 'Meta refused the message.', 'Meta rechazó el mensaje.'),
  showsDetails: true,
};

const uncertainText = t(
  'A conexão caiu durante o envio: não se sabe se a mensagem saiu.',
  'The connection broke while sending: it is not known whether the message left.',
  'La conexión se cortó durante el envío: no se sabe si el mensaje salió.',
);

const unreachableText = t(
  'Não foi possível falar com a Meta. O envio será tentado de novo.',
  'Meta could not be reached. Sending will be tried again.',
  'No fue posible comunicarse con Meta. El envío se intentará de nuevo.',
);

const mediaGoneText = t(
  'O arquivo não está mais disponível na Meta.',
  'The file is no longer available at Meta.',
  'El archivo ya no está disponible en Meta.',
);

/** The meaning of a documented code, also of one that a failed status carries; null when it is not documented. */
export function meaningOf(code: string | number, subcode: number | null = null): GraphErrorMeaning | null {
  const value = asNumber(code);
  if (value === null) return null;
  if (value === 100 && subcode === 33) return unknownNumber;
  const listed = graphErrors.get(value);
  if (listed) return listed;
  if (value >= 200 && value < 300) return permissionMissing;
  return value >= 132000 && value < 133000 ? templateRefused : null;
}

/** What to show for the error of a failed status, with Meta's own words where ours do not say it all. */
export const textOf = (error: { code: string; text: string }): Localized => failureOf(error).text;

/** What the error of a failed status means, for its message and beyond it. */
export function failureOf(error: { code: string; text: string }): ProviderFailure {
  return refusal(error.code, meaningOf(error.code) ?? unknownRefusal, error.text);
}

/** What an answer of the Graph API other than success means. */
export function refusalOfAnswer(status: number, body: unknown): SendRefusal {
  const error = asObject(asObject(body)?.['error']);
  if (!error) return refusalOfStatus(status);
  const code = asText(error['code']) ?? `http_${status}`;
  const meaning = meaningOf(code, asNumber(error['error_subcode'])) ?? undocumented(status, error);
  return refusal(code, meaning, asText(asObject(error['error_data'])?.['details']) ?? asText(error['message']));
}

/** What a refusal to hand out a customer's file means; a missing file must not look like a missing number. */
export function refusalOfMedia(status: number, body: unknown): SendRefusal {
  const error = asObject(asObject(body)?.['error']);
  if (asNumber(error?.['code']) === 100) return refusal('100', { kind: 'permanent', text: mediaGoneText }, null);
  // The download address lives for minutes and is asked for anew at the next try.
  return error ? refusalOfAnswer(status, body) : refusal(`http_${status}`, providerTrouble, null);
}

function undocumented(status: number, error: Json): GraphErrorMeaning {
  if (status === 401) return graphErrors.get(190) ?? unknownRefusal;
  if (status === 429) return graphErrors.get(4) ?? unknownRefusal;
  return status >= 500 || error['is_transient'] === true ? providerTrouble : unknownRefusal;
}

/** An answer without the body of the Graph API comes from something in between. */
function refusalOfStatus(status: number): SendRefusal {
  const code = `http_${status}`;
  // A gateway that gave up waiting, or a success that cannot be read, may well have passed the message on.
  if (status === 502 || status === 504 || status < 400)
    return { ok: false, kind: 'uncertain', code, text: uncertainText };
  if (status === 408 || status === 425) return refusal(code, providerTrouble, null);
  return refusal(code, undocumented(status, {}), null);
}

/** As long as a message keeps it. */
const longestCode = 60;

function refusal(code: string, meaning: GraphErrorMeaning, details: string | null): SendRefusal {
  const words = meaning.showsDetails && details ? withDetails(meaning.text, details) : meaning.text;
  const { kind, retryAfterMs, pauseMs, restrictsNumber: warns } = meaning;
  return {
    ok: false,
    kind,
    code: code.slice(0, longestCode),
    text: words,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(pauseMs === undefined ? {} : { pauseMs }),
    ...(warns ? { restrictsNumber: warns } : {}),
  };
}

const withDetails = (words: Localized, details: string): Localized =>
  t(`${words.pt} (${details})`, `${words.en} (${details})`, `${words.es} (${details})`);

/** What a failure of the network means: once the request may have left, nobody knows whether it was accepted. */
export function refusalOfFailure(error: unknown, stage: 'preparing' | 'sending'): SendRefusal {
  const neverArrived = error instanceof OutboundError && !error.mayHaveArrived;
  const code = error instanceof OutboundError ? `network_${error.phase}` : 'network';
  if (stage === 'preparing' || neverArrived) return { ok: false, kind: 'retry', code, text: unreachableText };
  return { ok: false, kind: 'uncertain', code, text: uncertainText };
}

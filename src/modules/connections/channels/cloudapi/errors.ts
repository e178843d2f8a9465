import { OutboundError } from '../../../../core/http/outbound-error.js';
import { type Localized, t } from '../../../../core/i18n.js';
import type { ProviderError, ProviderFailure, SendOutcome } from '../channel.js';
import {
  type GraphErrorMeaning,
  graphErrors,
  permissionMissing,
  providerUnavailable,
  templateRefused,
  unknownNumber,
} from './error-table.js';
import { asNumber, asObject, asText, type Json } from './json-readers.js';

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
  const listed = graphErrors[value];
  if (listed) return listed;
  if (value >= 200 && value < 300) return permissionMissing;
  return value >= 132000 && value < 133000 ? templateRefused : null;
}

/** What the error of a failed status means. */
export function failureOf(error: ProviderError): ProviderFailure {
  return refusal(error.code, meaningOf(error.code) ?? unknownRefusal, error.text);
}

/** What an unsuccessful response of the Graph API means. */
export function refusalOfAnswer(status: number, body: unknown): SendRefusal {
  const error = asObject(asObject(body)?.['error']);
  if (!error) return refusalOfStatus(status);
  const code = asText(error['code']) ?? `http_${status}`;
  const meaning = meaningOf(code, asNumber(error['error_subcode'])) ?? undocumented(status, error);
  return refusal(code, meaning, asText(asObject(error['error_data'])?.['details']) ?? asText(error['message']));
}

/** What a failed download of a customer's file means; a missing file must not look like a missing number. */
export function refusalOfMedia(status: number, body: unknown): SendRefusal {
  const error = asObject(asObject(body)?.['error']);
  if (asNumber(error?.['code']) === 100) return refusal('100', { kind: 'permanent', text: mediaGoneText }, null);
  // The download address expires within minutes and is requested again by the next try.
  return error ? refusalOfAnswer(status, body) : refusal(`http_${status}`, providerUnavailable, null);
}

function undocumented(status: number, error: Json): GraphErrorMeaning {
  if (status === 401) return graphErrors[190] ?? unknownRefusal;
  if (status === 429) return graphErrors[4] ?? unknownRefusal;
  return status >= 500 || error['is_transient'] === true ? providerUnavailable : unknownRefusal;
}

/** A response without an error of the Graph API comes from a proxy. */
function refusalOfStatus(status: number): SendRefusal {
  const code = `http_${status}`;
  // After a gateway timeout or an unreadable success the message may have been accepted.
  if (status === 502 || status === 504 || status < 400)
    return { ok: false, kind: 'uncertain', code, text: uncertainText };
  if (status === 408 || status === 425) return refusal(code, providerUnavailable, null);
  return refusal(code, undocumented(status, {}), null);
}

/** Of the column `messages.error_code`. */
const maxCodeLength = 60;

function refusal(
  code: string,
  { text, showsDetails, ...meaning }: GraphErrorMeaning,
  details: string | null,
): SendRefusal {
  return {
    ok: false,
    ...meaning,
    code: code.slice(0, maxCodeLength),
    text: showsDetails && details ? withDetails(text, details) : text,
  };
}

const withDetails = ({ pt, en, es }: Localized, details: string): Localized =>
  t(`${pt} (${details})`, `${en} (${details})`, `${es} (${details})`);

/** What a network failure means: `uncertain` as soon as the request may have arrived. */
export function refusalOfFailure(error: unknown, stage: 'preparing' | 'sending'): SendRefusal {
  const notSent = error instanceof OutboundError && !error.mayHaveArrived;
  const code = error instanceof OutboundError ? `network_${error.phase}` : 'network';
  if (stage === 'preparing' || notSent) return { ok: false, kind: 'retry', code, text: unreachableText };
  return { ok: false, kind: 'uncertain', code, text: uncertainText };
}

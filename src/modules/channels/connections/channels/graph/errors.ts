import { OutboundError } from '../../../../../core/http/outbound-error.js';
import { type Localized, t } from '../../../../../core/i18n.js';
import type { ProviderError, ProviderFailure, SendOutcome } from '../channel.js';
import { accountRate, type GraphErrorMeaning, providerUnavailable, tokenExpired } from './error-meanings.js';
import { asNumber, asObject, asText, type Json } from './json-readers.js';

export type SendRefusal = Extract<SendOutcome, { ok: false }>;

/** The Graph API refused the request or could not be reached. */
export class GraphRefusal extends Error {
  constructor(readonly refusal: SendRefusal) {
    super(`${refusal.code}: ${refusal.text.en}`);
    this.name = 'GraphRefusal';
  }
}

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

/** The meaning of a documented error code of a Meta product; null when it is not documented. */
export type MeaningOf = (code: string | number, subcode?: number | null) => GraphErrorMeaning | null;

export interface GraphErrorReader {
  /** The meaning of the error in a failed status. */
  failureOf(error: ProviderError): ProviderFailure;
  /** The meaning of an unsuccessful response of the Graph API. */
  refusalOfAnswer(status: number, body: unknown): SendRefusal;
  /** The meaning of a failed download of a customer's file; a missing file must not look like a missing account. */
  refusalOfMedia(status: number, body: unknown): SendRefusal;
}

/** Reads errors by the error codes of one product. */
export function graphErrorReader(meaningOf: MeaningOf): GraphErrorReader {
  const refusalOfAnswer = (status: number, body: unknown): SendRefusal => {
    const error = asObject(asObject(body)?.['error']);
    if (!error) return refusalOfStatus(status);
    const code = asText(error['code']) ?? `http_${status}`;
    const meaning = meaningOf(code, asNumber(error['error_subcode'])) ?? undocumented(status, error);
    return refusal(code, meaning, asText(asObject(error['error_data'])?.['details']) ?? asText(error['message']));
  };
  return {
    failureOf: ({ code, text }) => refusal(code, meaningOf(code) ?? unknownRefusal, text),
    refusalOfAnswer,
    refusalOfMedia: (status, body) => {
      const error = asObject(asObject(body)?.['error']);
      if (asNumber(error?.['code']) === 100) return refusal('100', { kind: 'permanent', text: mediaGoneText }, null);
      // The download address expires within minutes; the next try requests a new one.
      return error ? refusalOfAnswer(status, body) : refusal(`http_${status}`, providerUnavailable, null);
    },
  };
}

function undocumented(status: number, error: Json): GraphErrorMeaning {
  if (status === 401) return tokenExpired;
  if (status === 429) return accountRate(60_000);
  return status >= 500 || error['is_transient'] === true ? providerUnavailable : unknownRefusal;
}

/** A response that does not contain an error of the Graph API comes from a proxy. */
function refusalOfStatus(status: number): SendRefusal {
  const code = `http_${status}`;
  // After a gateway timeout or an unreadable success the message may have been accepted.
  if (status === 502 || status === 504 || status < 400)
    return { ok: false, kind: 'uncertain', code, text: uncertainText };
  if (status === 408 || status === 425) return refusal(code, providerUnavailable, null);
  return refusal(code, undocumented(status, {}), null);
}

/** Length of the column `messages.error_code`. */
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

/** For a request that sends nothing to the customer: it may be repeated, whatever its result was. */
export const repeatable = (refusal: SendRefusal): SendRefusal =>
  refusal.kind === 'uncertain' ? { ...refusal, kind: 'retry' } : refusal;

/** The meaning of a network failure: `uncertain` if the request may have arrived. */
export function refusalOfFailure(error: unknown, stage: 'preparing' | 'sending'): SendRefusal {
  if (error instanceof GraphRefusal) return error.refusal;
  const notSent = error instanceof OutboundError && !error.mayHaveArrived;
  const code = error instanceof OutboundError ? `network_${error.phase}` : 'network';
  if (stage === 'preparing' || notSent) return { ok: false, kind: 'retry', code, text: unreachableText };
  return { ok: false, kind: 'uncertain', code, text: uncertainText };
}

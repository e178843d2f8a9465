import { OutboundError } from '../../../../../core/http/outbound-error.js';
import type { OutboundHttp } from '../../../../../core/http/outbound-http.js';
import { t } from '../../../../../core/i18n.js';
import type { Outcome } from '../../../mass/sending/outcome.policy.js';
import { type SmsAccount, type SmsGatewayDriver, SmsGatewayFailed, type SmsMessage } from './sms-gateway.js';

/** The gateway's names of actions and parameters. */
export interface GatewayVocabulary {
  readonly actions: Readonly<Record<'send' | 'balance' | 'report', string>>;
  readonly parameters: Readonly<Record<'to' | 'text' | 'campaign', string>>;
  /** Causes (in lower case) in the report of an SMS that was delivered, or that will not be. */
  readonly delivered: RegExp;
  readonly undelivered: RegExp;
}

/** An answer of these gateways: `status` is `success` or `error`, `cause` is a text. */
interface GatewayAnswer {
  readonly status?: unknown;
  readonly cause?: unknown;
  readonly id?: unknown;
}

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;
/** Refusals that do not concern the message: the account cannot send now. */
const accountCauses =
  /saldo|cr[eé]dito|balance|credit|login|usu[aá]rio|senha|token|autentica|unauthori|too many|bloquead/i;
/** The request did not create an SMS: the address or account is wrong, or there were too many requests. */
const refusingStatuses = [401, 403, 404, 405, 429];

const unreachable = t(
  'O serviço de SMS não pôde ser acessado.',
  'The SMS gateway cannot be reached.',
  'No se pudo acceder al servicio de SMS.',
);
const unreadable = t(
  'A resposta do serviço de SMS não pôde ser lida.',
  'The answer of the SMS gateway cannot be read.',
  'La respuesta del servicio de SMS no se pudo leer.',
);
const refusedText = (cause: string) =>
  t(`O serviço de SMS recusou: ${cause}`, `The SMS gateway refused: ${cause}`, `El servicio de SMS rechazó: ${cause}`);

/** A gateway that is called by `GET ?action=…&login=…&token=…` and returns JSON. */
export class HttpSmsGateway implements SmsGatewayDriver {
  constructor(
    private readonly http: OutboundHttp,
    private readonly words: GatewayVocabulary,
  ) {}

  async send(account: SmsAccount, { to, text, campaign }: SmsMessage): Promise<Outcome> {
    const { actions, parameters } = this.words;
    try {
      const answer = await this.call(account, actions.send, {
        [parameters.to]: to,
        [parameters.text]: text,
        [parameters.campaign]: campaign,
      });
      if (isSuccess(answer)) return { kind: 'sent', providerId: idOf(answer) };
      const cause = causeOf(answer).replaceAll(account.token, '…');
      return { kind: accountCauses.test(cause) ? 'wait' : 'failed', reason: { text: refusedText(cause) } };
    } catch (error) {
      if (!(error instanceof SmsGatewayFailed)) throw error;
      return { kind: error.mayHaveArrived ? 'uncertain' : 'wait', reason: { text: error.text } };
    }
  }

  async balance(account: SmsAccount) {
    const answer = await this.call(account, this.words.actions.balance);
    const cause = causeOf(answer).replaceAll(account.token, '…');
    if (!isSuccess(answer)) throw new SmsGatewayFailed(refusedText(cause), false);
    return { balance: firstNumber(cause), cause };
  }

  async isDelivered(account: SmsAccount, providerId: string): Promise<boolean | null> {
    const answer = await this.call(account, this.words.actions.report, { id: providerId });
    const cause = causeOf(answer).toLowerCase();
    if (!isSuccess(answer)) return null;
    if (this.words.undelivered.test(cause)) return false;
    return this.words.delivered.test(cause) ? true : null;
  }

  private async call(
    { url, login, token }: SmsAccount,
    action: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<GatewayAnswer> {
    const query = new URLSearchParams({ action, login, token, ...parameters });
    try {
      const answer = await this.http.request(`${url}?${query.toString()}`, { timeoutMs, redirects: 0, maxBytes });
      if (answer.status >= 500) throw new SmsGatewayFailed(unreachable, true);
      if (refusingStatuses.includes(answer.status)) throw new SmsGatewayFailed(unreachable, false);
      const body = answer.json<unknown>();
      if (typeof body !== 'object' || body === null) throw new SmsGatewayFailed(unreadable, true);
      return body;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new SmsGatewayFailed(error.phase === 'sent' ? unreadable : unreachable, error.mayHaveArrived);
    }
  }
}

const isSuccess = ({ status }: GatewayAnswer): boolean => /^(success|ok|1)$/i.test(String(status ?? ''));
const causeOf = ({ cause }: GatewayAnswer): string => String(cause ?? '').slice(0, 300);
const idOf = ({ id }: GatewayAnswer): string | null =>
  typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 100) : null;

/** For example `Saldo: 1.250 SMS` is 1250. */
function firstNumber(cause: string): number | null {
  const [digits] = /\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+/.exec(cause) ?? [];
  return digits === undefined ? null : Number(digits.replace(/[.,]/g, ''));
}

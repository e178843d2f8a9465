import type { Localized } from '../../../../../core/i18n.js';
import type { Outcome } from '../../../mass/sending/outcome.policy.js';

/** A company's account with the decrypted token. */
export interface SmsAccount {
  readonly url: string;
  readonly login: string;
  readonly token: string;
}

export interface SmsMessage {
  /** Digits of the number with country code. */
  readonly to: string;
  readonly text: string;
  /** The campaign's name, which gateways show in their own reports. */
  readonly campaign: string;
}

/** A gateway that sends SMS. */
export interface SmsGatewayDriver {
  /** `wait`: nothing was sent because of the account or the gateway; `uncertain`: the SMS may have been sent. */
  send(account: SmsAccount, message: SmsMessage): Promise<Outcome>;
  /** The number of SMS left, and the gateway's text about it. @throws SmsGatewayFailed */
  balance(account: SmsAccount): Promise<{ readonly balance: number | null; readonly cause: string }>;
  /** Whether an SMS was delivered; null: the gateway does not report it, or not yet. @throws SmsGatewayFailed */
  isDelivered(account: SmsAccount, providerId: string): Promise<boolean | null>;
}

/** The gateway returned no usable answer. */
export class SmsGatewayFailed extends Error {
  constructor(
    readonly text: Localized,
    /** Whether the request may have arrived. */
    readonly mayHaveArrived: boolean,
  ) {
    super(text.en);
  }
}

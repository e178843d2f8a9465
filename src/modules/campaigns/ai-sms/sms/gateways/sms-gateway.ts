import type { Localized } from '../../../../../core/i18n.js';
import type { RowOutcome } from '../../sending/row-sender.js';

/** A company's account, decrypted. */
export interface SmsAccount {
  readonly url: string;
  readonly login: string;
  readonly token: string;
}

export interface SmsMessage {
  /** Digits with country code. */
  readonly to: string;
  readonly text: string;
  /** Of the campaign, which gateways show in their own reports. */
  readonly campaign: string;
}

/** `wait`: nothing was sent, and the account or the gateway is at fault; `uncertain`: it may have been sent. */
export type SmsOutcome = Exclude<RowOutcome, { kind: 'recorded' }>;

/** A gateway by which SMS are sent. */
export interface SmsGatewayDriver {
  send(account: SmsAccount, message: SmsMessage): Promise<SmsOutcome>;
  /** How many SMS are left, and how the gateway says it. @throws SmsGatewayFailed */
  balance(account: SmsAccount): Promise<{ readonly balance: number | null; readonly cause: string }>;
  /** Whether an SMS was delivered; null: the gateway does not say, or not yet. @throws SmsGatewayFailed */
  isDelivered(account: SmsAccount, providerId: string): Promise<boolean | null>;
}

/** The gateway gave no usable answer. */
export class SmsGatewayFailed extends Error {
  constructor(
    readonly text: Localized,
    /** The request may have arrived. */
    readonly mayHaveArrived: boolean,
  ) {
    super(text.en);
  }
}

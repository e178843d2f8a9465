import { DomainEvent, fields } from '../../../core/events/event.js';
import { definePort } from '../../../core/events/port.js';

/** Sessions of a user ended: by another sign-in, a logout or a reused token. */
@DomainEvent()
export class SessionsEnded extends fields<{
  companyId: number;
  userId: number;
  sids: readonly string[];
  /** The user may be a super-admin, whose support sessions end with these. */
  maySupport: boolean;
  /** Another sign-in ended them; the signed-out screens show this. */
  signedInElsewhere?: boolean;
}>() {}

export interface SignInPolicy {
  /** A sign-in ends the account's other sessions. */
  readonly singleSession: boolean;
  /** Every user of the company needs a second factor. */
  readonly twoFactor: boolean;
}

/** The sign-in policy of the company of the transaction. */
export const signInPolicy = definePort<null, SignInPolicy>('signInPolicy', { required: true });

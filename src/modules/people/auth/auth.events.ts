import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';

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

/** Asks for the company's sign-in policy; a handler in the same transaction fills it in. */
@TransactionEvent({ required: true })
export class SignInPolicyAsked {
  /** A sign-in ends the account's other sessions. */
  singleSession = true;
  /** Every user of the company needs a second factor. */
  twoFactor = false;
}

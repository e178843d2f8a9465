import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';

/** Sessions of a user came to an end: a second sign-in, a logout, a reused token. */
@DomainEvent()
export class SessionsEnded extends fields<{
  companyId: number;
  userId: number;
  sids: readonly string[];
  /** The user may be a super-admin, whose support sessions end with these. */
  maySupport: boolean;
  /** By a second sign-in, which the other screens show. */
  signedInElsewhere?: boolean;
}>() {}

/** What the company of the transaction wants of sign-ins; its handler fills it in. */
@TransactionEvent({ required: true })
export class SignInPolicyAsked {
  /** A sign-in ends the account's other sessions. */
  singleSession = true;
  /** Nobody enters without a second factor. */
  twoFactor = false;
}

import { DomainEvent, fields } from '../../../core/events/event.js';
import { definePort } from '../../../core/events/port.js';

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

export interface SignInPolicy {
  /** A sign-in ends the account's other sessions. */
  readonly singleSession: boolean;
  /** Nobody enters without a second factor. */
  readonly twoFactor: boolean;
}

/** What the company of the transaction wants of sign-ins. */
export const signInPolicy = definePort<null, SignInPolicy>('signInPolicy', { required: true });

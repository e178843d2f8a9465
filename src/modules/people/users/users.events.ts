import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';

/** What a user may see or do changed, or the user is gone: sessions and sockets follow. */
@DomainEvent()
export class UserAccessChanged extends fields<{
  companyId: number;
  userId: number;
  /** The password changed or the user became inactive: no session stays but the one that changed it, if it was the user's own. */
  sessionsEnding?: { readonly keptSessionId: string | null } | null;
}>() {}

/** Users came or went: the screens of their colleagues show it. */
@DomainEvent()
export class UserPresenceChanged extends fields<{
  companyId: number;
  userIds: readonly number[];
}>() {}

/** A user is about to be removed: what points to them lets go in the same transaction. */
@TransactionEvent({ required: true })
export class UserRemoving extends fields<{
  userId: number;
}>() {}

/** Somebody sets a password in the company of the transaction; a handler that refuses it throws. */
@TransactionEvent({ required: true })
export class PasswordChosen extends fields<{
  password: string;
}>() {}

/** A user without a password was added or activated, or has another e-mail: what lets them set one is sent. */
@TransactionEvent({ required: true })
export class UserInviting extends fields<{
  companyId: number;
  userId: number;
}>() {}

/** E-mail or password of a user changed: what was sent to set another password must not work any more. */
@TransactionEvent({ required: true })
export class UserSignInChanged extends fields<{
  userId: number;
}>() {}

/** Profile, sight or activity of a user was set anew: conversations that are not for them any more go back in the same transaction. */
@TransactionEvent({ required: true })
export class UserRightsSet extends fields<{
  userId: number;
}>() {}

/** A user lost departments: their conversations there go back in the same transaction. */
@TransactionEvent({ required: true })
export class MembershipsLost extends fields<{
  userId: number;
  queueIds: readonly number[];
}>() {}

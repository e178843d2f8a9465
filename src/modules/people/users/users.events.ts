import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';
import { definePort } from '../../../core/events/port.js';
import type { Localized } from '../../../core/i18n.js';

/** The rights of a user changed, or the user was removed; sessions and sockets must follow. */
@DomainEvent()
export class UserAccessChanged extends fields<{
  companyId: number;
  userId: number;
  /** The password changed or the user became inactive: sessions end, except the user's own one that made the change. */
  sessionsEnding?: { readonly keptSessionId: string | null } | null;
}>() {}

/** Users came online or went offline; their colleagues' screens show it. */
@DomainEvent()
export class UserPresenceChanged extends fields<{
  companyId: number;
  userIds: readonly number[];
}>() {}

/** A user is being removed; handlers clear references to them in the same transaction. */
@TransactionEvent({ required: true })
export class UserRemoving extends fields<{
  userId: number;
}>() {}

/** Why a user of the transaction's company may not have this password; null: they may. */
export const passwordProblem = definePort<{ readonly password: string }, Localized | null>('passwordProblem', {
  required: true,
});

/** Whether visitors may open companies. */
export const signupIsOpen = definePort<null, boolean>('signupIsOpen', { required: true });

/** A user without a password was added, activated or got another e-mail; a handler sends the invitation. */
@TransactionEvent({ required: true })
export class UserInviting extends fields<{
  companyId: number;
  userId: number;
}>() {}

/** A user's e-mail or password changed; codes that were sent to set a password become invalid. */
@TransactionEvent({ required: true })
export class UserSignInChanged extends fields<{
  userId: number;
}>() {}

/** Rights of a user were set; a handler returns conversations that the user may not have any more to the queue. */
@TransactionEvent({ required: true })
export class UserRightsSet extends fields<{
  userId: number;
}>() {}

/** A user left departments; a handler returns their conversations there to the queue in the same transaction. */
@TransactionEvent({ required: true })
export class MembershipsLost extends fields<{
  userId: number;
  queueIds: readonly number[];
}>() {}

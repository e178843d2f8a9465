import { DomainEvent } from '../../core/events/event.js';
import { Hooks } from '../../core/hooks.js';

/** What a user may see or do changed, or the user is gone: sessions and sockets follow. */
@DomainEvent()
export class UserAccessChanged {
  constructor(
    readonly companyId: number,
    readonly userId: number,
    /** The password changed: only the session that changed it, if it was the user's own, stays good. */
    readonly passwordChanged: { readonly keptSessionId: string | null } | null = null,
  ) {}
}

/** Users came or went: the screens of their colleagues show it. */
@DomainEvent()
export class UserPresenceChanged {
  constructor(
    readonly companyId: number,
    readonly userIds: readonly number[],
  ) {}
}

/** A user is about to be removed: what points to them lets go in the same transaction. */
export class UserRemoving {
  constructor(readonly userId: number) {}
}
export const userRemovalHooks = new Hooks<UserRemoving>();

/** Somebody sets a password in the company of the transaction; a step that refuses it throws. */
export class PasswordChosen {
  constructor(readonly password: string) {}
}
export const passwordHooks = new Hooks<PasswordChosen>();

/** The profile or the sight of a user was set anew: conversations they cannot see any more go back in the same transaction. */
export class UserRightsSet {
  constructor(readonly userId: number) {}
}
export const userRightsHooks = new Hooks<UserRightsSet>();

/** A user lost departments: their conversations there go back in the same transaction. */
export class MembershipsLost {
  constructor(
    readonly userId: number,
    readonly queueIds: readonly number[],
  ) {}
}
export const membershipsLostHooks = new Hooks<MembershipsLost>();

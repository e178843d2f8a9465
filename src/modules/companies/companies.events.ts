import { DomainEvent } from '../../core/events/event.js';
import { Hooks } from '../../core/hooks.js';

/** A company is being made, in a transaction of the platform: later modules add what it starts with. */
export class CompanyCreating {
  constructor(
    readonly companyId: number,
    readonly admin: { readonly name: string; readonly email: string; readonly password: string | null },
  ) {}
}
export const companyCreatingHooks = new Hooks<CompanyCreating>();

/** Somebody asks to sign up; a step that refuses throws. */
export class SignupAsked {}
export const signupHooks = new Hooks<SignupAsked>();

/** A company was suspended, resumed, given another due date, or removed: its people may or may not work now. */
@DomainEvent()
export class CompanyAccessChanged {
  constructor(readonly companyId: number) {}
}

/** A company answers at other hours. */
@DomainEvent()
export class WorkingHoursChanged {
  constructor(readonly companyId: number) {}
}

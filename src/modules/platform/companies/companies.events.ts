import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';

/** A company is being made, in a transaction of the platform: later modules add what it starts with. */
@TransactionEvent({ required: true })
export class CompanyCreating extends fields<{
  companyId: number;
  admin: { readonly name: string; readonly email: string; readonly password: string | null };
}>() {}

/** A visitor signs up; a handler that refuses throws. */
@TransactionEvent({ required: true })
export class SignupRequested {}

/** A company was suspended, resumed, given another due date, or removed: its people may or may not work now. */
@DomainEvent()
export class CompanyAccessChanged extends fields<{
  companyId: number;
}>() {}

/** A company answers at other hours. */
@DomainEvent()
export class WorkingHoursChanged extends fields<{
  companyId: number;
}>() {}

import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';

/** A company is being created in a platform transaction; later modules add the records that it starts with. */
@TransactionEvent({ required: true })
export class CompanyCreating extends fields<{
  companyId: number;
  admin: { readonly name: string; readonly email: string; readonly password: string | null };
}>() {}

/** A company was suspended, resumed, given another due date or removed, so its users' access may have changed. */
@DomainEvent()
export class CompanyAccessChanged extends fields<{
  companyId: number;
}>() {}

/** The working hours of a company changed. */
@DomainEvent()
export class WorkingHoursChanged extends fields<{
  companyId: number;
}>() {}

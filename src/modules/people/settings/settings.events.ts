import { DomainEvent } from '../../../core/events/event.js';

/** A setting has another value; a secret only says that it is set. */
@DomainEvent()
export class SettingChanged {
  constructor(
    readonly companyId: number,
    readonly key: string,
    readonly value: string,
    readonly adminsOnly: boolean,
  ) {}
}

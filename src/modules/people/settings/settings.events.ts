import { DomainEvent } from '../../../core/events/event.js';
import type { SettingKey } from './settings.dto.js';

/** A setting has another value; a secret only says that it is set. */
@DomainEvent()
export class SettingChanged {
  constructor(
    readonly companyId: number,
    readonly key: SettingKey,
    readonly value: string,
    readonly adminsOnly: boolean,
  ) {}
}

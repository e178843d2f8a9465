import { DomainEvent, fields } from '../../../core/events/event.js';
import type { SettingKey } from './settings.dto.js';

/** A setting has another value; a secret only says that it is set. */
@DomainEvent()
export class SettingChanged extends fields<{
  companyId: number;
  key: SettingKey;
  value: string;
  adminsOnly: boolean;
}>() {}

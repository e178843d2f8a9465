import { DomainEvent, fields } from '../../../core/events/event.js';
import type { SettingKey } from './settings.dto.js';

/** The value of a setting changed; for a secret the event only says that it is set. */
@DomainEvent()
export class SettingChanged extends fields<{
  companyId: number;
  key: SettingKey;
  value: string;
  adminsOnly: boolean;
}>() {}

import { DomainEvent, fields } from '../../../core/events/event.js';
import type { RecordAction } from '../../../core/resource/define-resource.js';
import type { QuickMessage } from './quick-message.entity.js';

/** The fields that decide who sees a quick message. */
export type QuickMessageVisibility = Readonly<Pick<QuickMessage, 'geral' | 'status' | 'allowView' | 'userId'>>;

/** A quick message was created, changed or removed. */
@DomainEvent()
export class QuickMessageChanged extends fields<{
  companyId: number;
  id: number;
  action: RecordAction;
  /** The fields before the change; null for a new one. */
  before: QuickMessageVisibility | null;
}>() {}

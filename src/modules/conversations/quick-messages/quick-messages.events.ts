import { DomainEvent, fields } from '../../../core/events/event.js';
import type { RecordAction } from '../../../core/resource/define-resource.js';
import type { QuickMessage } from './quick-message.entity.js';

/** What decides who sees a quick message. */
export type QuickMessageVisibility = Readonly<Pick<QuickMessage, 'geral' | 'status' | 'allowView' | 'userId'>>;

/** A quick message was made, changed or removed. */
@DomainEvent()
export class QuickMessageChanged extends fields<{
  companyId: number;
  id: number;
  action: RecordAction;
  /** As it was; null for a new one. */
  before: QuickMessageVisibility | null;
}>() {}

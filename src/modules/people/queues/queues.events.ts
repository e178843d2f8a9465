import { fields, TransactionEvent } from '../../../core/events/event.js';

/** A department is being removed; handlers clear references to it in the same transaction. */
@TransactionEvent({ required: true })
export class QueueRemoving extends fields<{
  queueId: number;
}>() {}

/** A department gets exactly these users; the module that owns the memberships stores them. */
@TransactionEvent({ required: true })
export class QueueMembersSet extends fields<{
  queueId: number;
  userIds: readonly number[];
}>() {}

import { fields, TransactionEvent } from '../../../core/events/event.js';

/** A department is about to be removed: what points to it lets go of it in the same transaction. */
@TransactionEvent({ required: true })
export class QueueRemoving extends fields<{
  queueId: number;
}>() {}

/** A department is to have exactly these users; whoever keeps the memberships sets them. */
@TransactionEvent({ required: true })
export class QueueMembersSet extends fields<{
  queueId: number;
  userIds: readonly number[];
}>() {}

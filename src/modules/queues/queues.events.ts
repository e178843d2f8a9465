import { Hooks } from '../../core/hooks.js';

/** A department is about to be removed: what points to it lets go of it in the same transaction. */
export class QueueRemoving {
  constructor(readonly queueId: number) {}
}
export const queueRemovalHooks = new Hooks<QueueRemoving>();

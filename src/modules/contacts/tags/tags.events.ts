import { TransactionEvent } from '../../../core/events/event.js';

/** The lanes of the kanban board changed: added, removed or reordered. The emitter has called `lockLanes`. */
@TransactionEvent({ required: true })
export class LanesChanged {}

import { TransactionEvent } from '../../../core/events/event.js';

/** Tags became lanes of the kanban board, are none any more, or have another order. The emitter holds `lockLanes`. */
@TransactionEvent({ required: true })
export class LanesChanged {}

import { TransactionEvent } from '../../core/events/event.js';

/** Tags became lanes of the kanban board, are none any more, or have another order. */
@TransactionEvent({ required: true })
export class LanesChanged {}

import { fields, TransactionEvent } from '../../../core/events/event.js';

/** A source of knowledge was read, or could not be. */
@TransactionEvent({ required: true })
export class KnowledgeRead extends fields<{
  sourceId: number;
}>() {}

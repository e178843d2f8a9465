import { statusError } from './graph-errors.js';
import type { AcceptedMessage } from './log.js';
import type { GraphSimulatorOptions } from './options.js';
import type { Random } from './random.js';

export type StatusWord = 'sent' | 'delivered' | 'read' | 'failed' | 'deleted' | 'played';

/** A member of `statuses`, in the format of the platform. */
export function statusItem(
  message: AcceptedMessage,
  status: StatusWord,
  at: number,
  code?: number,
): Record<string, unknown> {
  const pricing = { billable: false, pricing_model: 'PMP', category: 'service', type: 'free_customer_service' };
  return {
    id: message.id,
    status,
    timestamp: String(Math.floor(at / 1000)),
    recipient_id: message.to,
    ...(message.callbackData === null ? {} : { biz_opaque_callback_data: message.callbackData }),
    ...(status === 'sent' || status === 'delivered' ? { pricing } : {}),
    ...(code === undefined ? {} : { errors: [statusError(code)] }),
  };
}

export interface PlannedStatus {
  word: StatusWord;
  /** After the one before. */
  waitMs: number;
}

/** Statuses of an accepted message in their order, with the delay between them. */
export function planStatuses(options: GraphSimulatorOptions, random: Random): PlannedStatus[] {
  const plan = options.statuses;
  const words: StatusWord[] = [];
  if (plan.sent) words.push('sent');
  if (plan.delivered) words.push('delivered');
  if (plan.read) words.push('read');
  const kept = words.filter((_, index) => index === words.length - 1 || !random.chance(plan.skip));
  const repeated = kept.flatMap((word) => (random.chance(plan.repeat) ? [word, word] : [word]));
  const ordered = random.chance(plan.shuffle) ? random.shuffle(repeated) : repeated;
  return ordered.map((word) => ({ word, waitMs: random.between(plan.delayMs) }));
}

import type { Localized } from '../../../../core/i18n.js';
import type { SendFailure } from '../channel.js';

/**
 * What a documented error means for us: `auth` is the connection unable to send until a person acts,
 * `permanent` this message only.
 */
export interface GraphErrorMeaning {
  kind: SendFailure;
  text: Localized;
  retryAfterMs?: number;
  /** Meta's own details say which parameter it was: they are shown after the text. */
  detailed?: true;
}

/** A refusal of this message, whose reason the text tells. */
export const refused = (text: Localized): GraphErrorMeaning => ({ kind: 'permanent', text });

/** A refusal of this message whose reason is in Meta's details. */
export const wrong = (text: Localized): GraphErrorMeaning => ({ kind: 'permanent', text, detailed: true });

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
  /** Every other message of the connection would meet the same, so all of them wait so long. */
  pauseMs?: number;
  /** Meta restricts the number for what was sent from it. */
  restrictsNumber?: true;
  /** Meta's own details say which parameter it was: they are shown after the text. */
  showsDetails?: true;
}

/** A refusal of this message, whose reason the text tells. */
export const permanent = (text: Localized): GraphErrorMeaning => ({ kind: 'permanent', text });

/** A refusal that is about more than this message: managers are told, and campaigns have to stop. */
export const permanentRestricting = (text: Localized): GraphErrorMeaning => ({
  ...permanent(text),
  restrictsNumber: true,
});

/** A refusal of this message whose reason is in Meta's details. */
export const permanentWithDetails = (text: Localized): GraphErrorMeaning => ({
  kind: 'permanent',
  text,
  showsDetails: true,
});

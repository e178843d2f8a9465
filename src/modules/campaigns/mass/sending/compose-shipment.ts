import { AppError } from '../../../../core/errors/app-error.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { reasonOf, shipmentErrorTexts } from '../campaigns.errors.js';
import type { Addressee, ComposedMessage, PreparedCampaign } from '../editing/campaign-content.service.js';
import { campaignMark } from '../editing/campaign-text.js';
import type { Reason } from './outcome.policy.js';

/** Why a recipient gets no message. */
export type ShipmentProblem = Required<Reason>;

const noText: ShipmentProblem = { code: 'EMPTY_TEXT', text: shipmentErrorTexts.emptyText };

/** The message for a recipient, or why it cannot be created from their values. */
export function composeShipment(
  { compose }: Pick<PreparedCampaign, 'compose'>,
  addressee: Addressee,
  turn: number,
): ComposedMessage | ShipmentProblem {
  try {
    const message = compose(addressee, turn);
    const isEmpty = message.content.media === null && message.body.replace(campaignMark, '').trim() === '';
    return isEmpty ? noText : message;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { code, text } = reasonOf(error);
    const [field = ''] = Object.keys(error.options.fields ?? {});
    const gap = /^template\.params\.\w+\.(.+)$/.exec(field)?.[1];
    return { code, text: gap === undefined ? text : ofGap(gap, text) };
  }
}

const ofGap = (gap: string, text: Localized): Localized =>
  t(`Modelo, {{${gap}}}: ${text.pt}`, `Template, {{${gap}}}: ${text.en}`, `Plantilla, {{${gap}}}: ${text.es}`);

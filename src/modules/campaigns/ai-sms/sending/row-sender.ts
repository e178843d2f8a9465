import type { Localized } from '../../../../core/i18n.js';
import type { ServiceCampaign } from '../service-campaign.entity.js';

/** A claimed row: nobody else sends it during the lease. */
export interface ClaimedRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly fields: readonly string[];
  /** Number of tries that the provider refused temporarily. */
  readonly attempts: number;
  readonly leasedUntil: string;
}

/**
 * `recorded`: the result of the row is already stored. `wait`: nothing was sent or can be sent now, for a reason that
 * does not concern the row, unless it was `tried`; with `stops` until somebody activates the campaign again.
 * `uncertain`: the row may have been sent, and is not sent again automatically.
 */
export type RowOutcome =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'sent' | 'delivered'; readonly providerId: string | null }
  | { readonly kind: 'failed' | 'uncertain'; readonly text: Localized }
  | { readonly kind: 'wait'; readonly text: Localized; readonly tried?: boolean; readonly stops?: boolean };

/** Sends a row; call it outside of any transaction. */
export interface RowSender {
  send(campaign: ServiceCampaign, row: ClaimedRow): Promise<RowOutcome>;
}

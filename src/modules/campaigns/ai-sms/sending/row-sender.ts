import type { Localized } from '../../../../core/i18n.js';
import type { ServiceCampaign } from '../service-campaign.entity.js';

/** A claimed row: nobody else sends it while the lease lasts. */
export interface ClaimedRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly fields: readonly string[];
  /** Tries that the provider refused for now. */
  readonly attempts: number;
  readonly leasedUntil: string;
}

/**
 * `recorded`: what became of the row is stored already. `wait`: nothing was sent, and nothing can be now, for a reason that
 * has nothing to do with the row, unless it is the row that was `tried`; with `stops` until somebody activates the campaign
 * again. `uncertain`: it may have been sent, and is not sent again by itself.
 */
export type RowOutcome =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'sent' | 'delivered'; readonly providerId: string | null }
  | { readonly kind: 'failed' | 'uncertain'; readonly text: Localized }
  | { readonly kind: 'wait'; readonly text: Localized; readonly tried?: boolean; readonly stops?: boolean };

/** Sends a row; outside of any transaction. */
export interface RowSender {
  send(campaign: ServiceCampaign, row: ClaimedRow): Promise<RowOutcome>;
}

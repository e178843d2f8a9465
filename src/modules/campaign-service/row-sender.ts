import type { Localized } from '../../core/i18n.js';
import type { ServiceCampaign } from './service-campaign.entity.js';

/** A claimed row: nobody else sends it while the lease lasts. */
export interface ClaimedRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly fields: readonly string[];
  readonly leasedUntil: string;
}

/**
 * `recorded`: what became of the row is stored already. `wait`: nothing was sent, and nothing can be now, for a reason that
 * has nothing to do with the row. `uncertain`: it may have been sent, and is not sent again by itself.
 */
export type RowOutcome =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'sent'; readonly providerId: string | null }
  | { readonly kind: 'failed' | 'uncertain' | 'wait'; readonly text: Localized };

/** Sends a row; outside of any transaction. */
export interface RowSender {
  send(campaign: ServiceCampaign, row: ClaimedRow): Promise<RowOutcome>;
}

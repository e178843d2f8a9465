import type { Outcome } from '../../mass/sending/outcome.policy.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';

/** A claimed recipient: nobody else sends to it during the lease. */
export interface ClaimedRecipient {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly fields: readonly string[];
  /** Number of tries that the provider refused temporarily. */
  readonly attempts: number;
  readonly leasedUntil: string;
}

/** Sends to a recipient; call it outside of any transaction. */
export interface RecipientSender {
  /** undefined: the run is over, or the claim is lost, so there is no outcome to record. */
  send(campaign: AiSmsCampaign, recipient: ClaimedRecipient): Promise<Outcome | undefined>;
}

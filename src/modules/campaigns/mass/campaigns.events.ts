import { fields, TransactionEvent } from '../../../core/events/event.js';

/** Nothing of the campaign is left to send. The caller has locked it and its neighbours in a sequence. */
@TransactionEvent()
export class CampaignEnded extends fields<{
  campaignId: number;
}>() {}

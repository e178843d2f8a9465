import { DomainEvent, fields } from '../../../core/events/event.js';
import type { CampaignKind } from './ai-sms-campaign.entity.js';

/** A campaign was created, changed or removed, or one of its recipients was written to. */
@DomainEvent()
export class AiSmsCampaignChanged extends fields<{
  companyId: number;
  kind: CampaignKind;
  campaignId: number;
  action: 'create' | 'update' | 'delete';
}>() {}

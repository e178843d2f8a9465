import { DomainEvent, fields } from '../../../core/events/event.js';
import type { CampaignKind } from './service-campaign.entity.js';

/** A campaign was created, changed or removed, or one of its rows was handled. */
@DomainEvent()
export class ServiceCampaignChanged extends fields<{
  companyId: number;
  kind: CampaignKind;
  campaignId: number;
  action: 'create' | 'update' | 'delete';
}>() {}

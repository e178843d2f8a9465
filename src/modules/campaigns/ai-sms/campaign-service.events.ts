import { DomainEvent } from '../../../core/events/event.js';
import type { CampaignKind } from './service-campaign.entity.js';

/** A campaign was made, changed or removed, or one of its rows was handled. */
@DomainEvent()
export class ServiceCampaignChanged {
  constructor(
    readonly companyId: number,
    readonly kind: CampaignKind,
    readonly campaignId: number,
    readonly action: 'create' | 'update' | 'delete',
  ) {}
}

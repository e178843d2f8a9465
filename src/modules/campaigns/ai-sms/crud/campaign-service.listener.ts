import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ConnectionRemoving } from '../../../channels/connections/connections.events.js';
import { ContactErasing } from '../../../contacts/contacts/contacts.events.js';
import { ServiceCampaignChanged } from '../campaign-service.events.js';
import { anonymiseRecipient, releaseFilesWith, removeFiles } from '../queries/campaign-privacy.queries.js';
import { deactivateCampaignsOf } from '../queries/campaign-service.queries.js';
import type { CampaignKind } from '../service-campaign.entity.js';

/** Screens that get the event read the campaign again. */
export interface ServiceCampaignEvent {
  readonly action: 'create' | 'update' | 'delete';
  readonly kind: CampaignKind;
  readonly campaignId: number;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    serviceCampaign: ServiceCampaignEvent;
  }
}

@Injectable()
export class CampaignServiceListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  @Broadcast(ServiceCampaignChanged)
  async changed({ companyId, ...payload }: ServiceCampaignChanged): Promise<Emission<ServiceCampaignEvent>[]> {
    return [{ rooms: [rooms.admins(companyId)], ...companyEvent(companyId, 'serviceCampaign', payload) }];
  }

  /** Campaigns of the connection stop; their jobs find nothing to do. */
  @InTransaction(ConnectionRemoving)
  async connectionRemoving({ connectionId }: ConnectionRemoving): Promise<void> {
    await this.db.run(deactivateCampaignsOf(this.db.companyId, connectionId));
  }

  /** Files with the number are removed completely, because single rows cannot be removed from a file. */
  @InTransaction(ContactErasing)
  async contactErasing({ number }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    const released = await this.db.rows(releaseFilesWith(companyId, number));
    const ids = [...new Set(released.map(({ id }) => id))];
    const files = ids.length > 0 ? await this.db.rows(removeFiles(companyId, ids)) : [];
    await enqueueFileRemoval(
      this.jobs,
      files.map(({ key }) => key),
    );
    await this.db.run(anonymiseRecipient(companyId, number));
  }
}

import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ConnectionRemoving } from '../../../channels/connections/connections.events.js';
import { ContactErasing, ContactRenumbering } from '../../../contacts/contacts/contacts.events.js';
import { AiSmsCampaignChanged } from '../ai-sms.events.js';
import type { CampaignKind } from '../ai-sms-campaign.entity.js';
import {
  anonymiseRecipients,
  releaseFilesWith,
  removeFiles,
  renumberRecipients,
} from '../privacy/campaign-privacy.queries.js';
import { deactivateCampaignsOf } from './ai-sms-campaigns.queries.js';

/** Screens that get the event read the campaign again. */
export interface AiSmsCampaignEvent {
  readonly action: 'create' | 'update' | 'delete';
  readonly kind: CampaignKind;
  readonly campaignId: number;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    serviceCampaign: AiSmsCampaignEvent;
  }
}

@Injectable()
export class AiSmsListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  @Broadcast(AiSmsCampaignChanged)
  async changed({ companyId, ...payload }: AiSmsCampaignChanged): Promise<Emission<AiSmsCampaignEvent>[]> {
    return [{ rooms: [rooms.admins(companyId)], ...companyEvent(companyId, 'serviceCampaign', payload) }];
  }

  /** Campaigns of the connection stop; their jobs find nothing to do. */
  @InTransaction(ConnectionRemoving)
  async connectionRemoving({ connectionId }: ConnectionRemoving): Promise<void> {
    await this.db.run(deactivateCampaignsOf(this.db.companyId, connectionId));
  }

  /** Files with the number are removed completely, because single rows cannot be removed from a file. */
  @InTransaction(ContactErasing)
  async contactErasing({ numbers }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    const released = await this.db.rows(releaseFilesWith(companyId, numbers));
    const ids = [...new Set(released.map(({ id }) => id))];
    const files = ids.length > 0 ? await this.db.rows(removeFiles(companyId, ids)) : [];
    await enqueueFileRemoval(
      this.jobs,
      files.map(({ key }) => key),
    );
    await this.db.run(anonymiseRecipients(companyId, numbers));
  }

  @InTransaction(ContactRenumbering)
  async contactRenumbering({ from, to }: ContactRenumbering): Promise<void> {
    await this.db.run(renumberRecipients(this.db.companyId, from, to));
  }
}

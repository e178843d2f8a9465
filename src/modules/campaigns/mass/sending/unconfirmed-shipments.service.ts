import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { failReplaced, settleAbandoned, settleUncertain } from './outcomes.queries.js';

/** Gives an outcome to shipments whose sender died, and to those that no provider has confirmed. */
@Injectable()
export class UnconfirmedShipmentsService {
  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
  ) {}

  async settle(id: number): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(settleAbandoned(companyId, id, this.channels.idempotent()));
    await this.db.run(settleUncertain(companyId, id));
    await this.db.run(failReplaced(companyId, id));
  }
}

import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { lastConnectionOf } from '../queries/schedules.queries.js';
import type { Schedule } from '../schedule.entity.js';

type Destination = Pick<Schedule, 'whatsappId' | 'contactId'>;

/** The connection by which a schedule is sent: the chosen one, that of the contact's last conversation, or the default. */
@Injectable()
export class ScheduleConnectionsService {
  constructor(
    private readonly db: Db,
    private readonly connections: ConnectionsService,
  ) {}

  /** @throws ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND */
  async connectionOf(schedule: Destination): Promise<Connection> {
    return this.connections.findOrDefault(await this.connectionIdOf(schedule));
  }

  /** undefined: the default one. */
  async connectionIdOf({ whatsappId, contactId }: Destination): Promise<number | undefined> {
    return whatsappId ?? (await this.db.row(lastConnectionOf(this.db.companyId, contactId)))?.id;
  }
}

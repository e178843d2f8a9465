import { Entity, Unique } from '@mikro-orm/decorators/legacy';
import { References } from '../../core/database/references.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { Queue } from '../queues/queue.entity.js';
import { Connection } from './connection.entity.js';

/** A department that a connection serves. */
@Entity({ tableName: 'connection_queues' })
@Unique({ properties: ['companyId', 'connectionId', 'queueId'] })
export class ConnectionQueue extends TenantEntity {
  @References(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  @References(() => Queue, { onDelete: 'cascade' })
  queueId!: number;
}

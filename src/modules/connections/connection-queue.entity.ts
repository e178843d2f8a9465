import { Entity, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { Queue } from '../queues/queue.entity.js';
import { Connection } from './connection.entity.js';

@Entity({ tableName: 'connection_queues' })
@Unique({ properties: ['companyId', 'connectionId', 'queueId'] })
export class ConnectionQueue extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  @ForeignKey(() => Queue, { onDelete: 'cascade' })
  queueId!: number;
}

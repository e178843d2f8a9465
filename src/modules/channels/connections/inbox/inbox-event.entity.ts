import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import type { InboundEvent, StatusReport } from '../channels/channel.js';
import { Connection } from '../connection.entity.js';

/**
 * Several deliveries and reads of our messages in one row. Repeated statuses change nothing, so the list as a whole has
 * an id. It contains no numbers, except those inside of the provider's ids.
 */
export interface StatusList {
  readonly kind: 'statuses';
  readonly statuses: readonly StatusReport[];
}

/** An event of a provider, stored before its webhook is answered. Unique per connection and event id: replays change nothing. */
@Entity({ tableName: 'inbox_events' })
@Unique({ properties: ['connectionId', 'eventId'] })
@Index({ properties: ['processedAt'], where: 'processed_at is not null' })
// only for statuses: otherwise PostgreSQL would use it for queries that read an event by its id
@Index({
  properties: ['companyId', 'connectionId', 'createdAt'],
  where: "processed_at is null and payload->>'kind' in ('status', 'statuses')",
})
export class InboxEvent extends TenantEntity {
  @ForeignKey(() => Connection)
  connectionId!: number;

  @Property({ length: 300 })
  eventId!: string;

  @Property({ type: 'json' })
  payload!: InboundEvent | StatusList;

  @Property({ type: 'datetime', length: 3, nullable: true })
  processedAt!: Date | null;
}

import { Entity, Index, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Ticket } from './ticket.entity.js';

@Entity({ tableName: 'ticket_tags' })
@Unique({ properties: ['companyId', 'ticketId', 'tagId'] })
@Index({ name: 'ticket_tags_tag_index', properties: ['companyId', 'tagId', 'ticketId'] })
export class TicketTag extends TenantEntity {
  @ForeignKey(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  @ForeignKey(() => Tag, { onDelete: 'cascade' })
  tagId!: number;
}

import { Entity, Index, Unique } from '@mikro-orm/decorators/legacy';
import { References } from '../../core/database/references.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Ticket } from './ticket.entity.js';

/** A tag on a conversation. */
@Entity({ tableName: 'ticket_tags' })
@Unique({ properties: ['companyId', 'ticketId', 'tagId'] })
@Index({ name: 'ticket_tags_tag_index', properties: ['companyId', 'tagId', 'ticketId'] })
export class TicketTag extends TenantEntity {
  @References(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  @References(() => Tag, { onDelete: 'cascade' })
  tagId!: number;
}

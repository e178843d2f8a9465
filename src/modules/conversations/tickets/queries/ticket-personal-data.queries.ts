import { sql } from 'kysely';
import { ofContact } from '../../../contacts/contacts/privacy/personal-data.queries.js';
import { describePersonalData } from '../../../contacts/contacts/privacy/personal-data.service.js';
import { Ticket } from '../ticket.entity.js';

describePersonalData(
  Ticket,
  {
    name: 'conversations',
    order: 1,
    select: sql`select x.id, jsonb_build_object('id', x.id, 'protocol', x.code, 'status', x.status, 'channel', x.channel, 'createdAt', x.created_at, 'updatedAt', x.updated_at,
      'department', (select q.name from queues q where q.company_id = x.company_id and q.id = x.queue_id),
      'tags', (select jsonb_agg(g.name order by g.name) from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
        where tt.company_id = x.company_id and tt.ticket_id = x.id),
      'attendances', (select jsonb_agg(jsonb_build_object('number', y.number, 'startedAt', y.started_at, 'finishedAt', y.finished_at, 'rating', y.rating) order by y.number)
        from ticket_cycles y where y.company_id = x.company_id and y.ticket_id = x.id)) as row
    from tickets x`,
    where: ofContact,
  },
  {
    name: 'notes',
    order: 4,
    select: sql`select x.id, jsonb_build_object('conversationId', x.ticket_id, 'text', x.note, 'createdAt', x.created_at) as row
    from ticket_notes x join tickets t on t.company_id = x.company_id and t.id = x.ticket_id`,
    where: (companyId, contactId) => sql`x.company_id = ${companyId} and t.contact_id = ${contactId}`,
  },
);

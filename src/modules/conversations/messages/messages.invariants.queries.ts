import { defineInvariants } from '../../../core/database/invariants.js';
import { jobExists } from '../../../core/jobs/outbox.queries.js';

defineInvariants(
  {
    name: 'no message is being sent past its lease and five minutes',
    running: true,
    sql: `select m.company_id, m.id, m.leased_until from messages m
      where m.status = 'sending' and coalesce(m.leased_until, m.updated_at) < now() - interval '5 minutes'`,
  },
  {
    name: 'every message on its way out has the job that sends it',
    sql: `select m.company_id, m.id, m.status from messages m
      where m.status in ('queued', 'sending') and not ${jobExists("= 'send-message'", 'messageId', 'm')}`,
  },
  {
    name: 'every uncertain message has the job that settles it',
    sql: `select m.company_id, m.id from messages m
      where m.status = 'uncertain' and not ${jobExists("= 'settle-uncertain'", 'messageId', 'm')}`,
  },
  {
    name: 'the unread counter of a conversation is the number of its unread messages',
    sql: `select t.company_id, t.id, t.unread_messages, coalesce(m.unread, 0) as counted from tickets t
      left join (select company_id, ticket_id, count(*) as unread from messages where not from_me and not read group by 1, 2) m
        on m.company_id = t.company_id and m.ticket_id = t.id
      where t.unread_messages <> coalesce(m.unread, 0)`,
  },
  {
    name: 'the last message shown in lists is the newest message',
    sql: `select t.company_id, t.id, m.id as newest, t.last_message_type, m.media_type, t.last_message_ack, m.ack from tickets t
      join (select distinct on (company_id, ticket_id) * from messages order by company_id, ticket_id, id desc) m
        on m.company_id = t.company_id and m.ticket_id = t.id
      where t.last_message_from_me <> m.from_me or t.last_message_ack <> m.ack
        or t.last_message_at <> least(m.sent_at, m.created_at) or t.last_arrival_at <> m.created_at
        or t.last_message_type <> case when m.is_deleted then 'deleted' else m.media_type end
        or (t.last_message <> case when m.is_deleted then '' else coalesce(nullif(m.body, ''), m.media_name, '') end
          -- the name of a recording says nothing
          and not (t.last_message = '' and m.body = '' and m.data->'voice' is not null))`,
  },
  {
    name: 'a message is of the contact of its conversation, and quotes that contact’s words',
    sql: `select m.company_id, m.id, m.contact_id, t.contact_id as ticket_contact from messages m
      join tickets t on t.id = m.ticket_id left join messages q on q.id = m.quoted_msg_id
      where t.company_id <> m.company_id or t.contact_id <> m.contact_id
        or q.company_id <> m.company_id or q.contact_id <> m.contact_id`,
  },
  {
    name: 'status, acknowledgement and direction of a message agree',
    sql: `select company_id, id, status, ack, from_me from messages
      where from_me = (status = 'received')
        or ack <> case status when 'sent' then 1 when 'delivered' then 2 when 'read' then 3 else 0 end`,
  },
  {
    name: 'a file lies in the folder of its company',
    sql: `select company_id, id, media_key, thumb_media_key from messages
      where split_part(media_key, '/', 1) <> company_id::text or split_part(thumb_media_key, '/', 1) <> company_id::text`,
  },
);

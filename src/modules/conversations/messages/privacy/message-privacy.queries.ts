import { type RawBuilder, sql } from 'kysely';
import { ofContact } from '../../../contacts/contacts/privacy/personal-data.queries.js';
import { describePersonalData } from '../../../contacts/contacts/privacy/personal-data.service.js';
import { Message } from '../message.entity.js';

describePersonalData(
  Message,
  {
    name: 'messages',
    order: 2,
    select: sql`select x.id, x.media_key as key, x.media_name as "fileName", jsonb_build_object('id', x.id, 'conversationId', x.ticket_id, 'fromContact', not x.from_me, 'kind', x.media_type,
      'text', x.body, 'sentAt', x.sent_at, 'reactions', x.reactions, 'details', x.data - '{mediaRef,channelMedia}'::text[]) as row
    from messages x`,
    where: ofContact,
  },
  {
    name: 'files',
    order: 3,
    select: sql`select x.id, x.media_key as key, x.media_name as "fileName", jsonb_build_object('messageId', x.id, 'name', x.media_name, 'type', x.media_mime, 'size', x.media_size) as row
    from messages x`,
    where: (companyId, contactId) => sql`${ofContact(companyId, contactId)} and x.media_key is not null`,
  },
);

/** Companies with a retention limit where it is that hour now. */
export const companiesWithRetention = (hour: number): RawBuilder<{ id: number }> => sql`
  select c.id from settings s join companies c on c.id = s.company_id
  where s.key = 'retentionMonths' and s.value <> '0' and extract(hour from now() at time zone c.timezone) = ${hour}`;

/** Marks the messages of a contact read in tickets that count none as unread. */
export const markCountedRead = (companyId: number, contactId: number): RawBuilder<object> => sql`
  update messages m set read = true from tickets t
  where m.company_id = ${companyId} and m.contact_id = ${contactId} and not m.read
    and t.company_id = m.company_id and t.id = m.ticket_id and t.unread_messages = 0`;

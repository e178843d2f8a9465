import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import { ofContact } from '../../../contacts/contacts/privacy/personal-data.queries.js';
import { describePersonalData } from '../../../contacts/contacts/privacy/personal-data.service.js';
import { fileKeysSql, Message } from '../message.entity.js';

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

/** Companies with a retention limit where it is this hour now. */
export const companiesWithRetention = (hour: number): RawBuilder<{ id: number }> => sql`
  select c.id from settings s join companies c on c.id = s.company_id
  where s.key = 'retentionMonths' and s.value <> '0' and extract(hour from now() at time zone c.timezone) = ${hour}`;

/** Marks the contact's messages as read in tickets whose unread counter is 0, so that both agree. */
export const markCountedRead = (companyId: number, contactId: number): RawBuilder<object> => sql`
  update messages m set read = true from tickets t
  where m.company_id = ${companyId} and m.contact_id = ${contactId} and not m.read
    and t.company_id = m.company_id and t.id = m.ticket_id and t.unread_messages = 0`;

/** Clears quotes of the ticket's messages in all messages. */
export const forgetQuotesOf = (companyId: number, ticketId: number): Statement => sql`
  update messages set quoted_msg_id = null where company_id = ${companyId} and quoted_msg_id in (select id
   from messages where company_id = ${companyId} and ticket_id = ${ticketId})`;

export const removeMessagesOf = (companyId: number, ticketId: number): Statement<{ files: string[] }> => sql`
  delete from messages where company_id = ${companyId} and ticket_id = ${ticketId}
   returning ${fileKeysSql('messages')} as files`;

export const ticketsWithMessagesOf = (companyId: number, contactId: number): Statement<{ id: number }> => sql`
  select distinct ticket_id as id from messages where company_id = ${companyId} and contact_id = ${contactId}`;

/** The message `m` belongs to the contact. */
export const isOfContact = (contactId: number): Condition => sql`m.contact_id = ${contactId}`;

/** The message `m` is older than this number of months and belongs to one of the tickets. */
export const isOlderThan = (ticketIds: readonly number[], months: number): Condition =>
  sql`m.ticket_id = any(${ticketIds}::bigint[]) and m.created_at < now() - make_interval(months => ${months})`;

/** Erases messages `m` that still have contents, in the order of their ids. */
export const eraseMessages = (
  companyId: number,
  where: Condition,
  limit: number,
): Statement<{ files: string[]; link: string | null }> => sql`
  update messages m set body = '', media_key = null, thumb_media_key = null, media_name = null, media_mime = null,
     media_size = null, data = null, reactions = '[]', participant = null, provider_id = null, link_url = null, is_deleted = true,
     status = case m.status when 'queued' then 'failed' else m.status end, updated_at = now()
   from (select m.id, m.link_url, ${fileKeysSql('m')} as files from messages m
     where m.company_id = ${companyId} and ${where}
       and (m.body <> '' or m.media_key is not null or m.data is not null or m.provider_id is not null)
     order by m.id limit ${limit} for no key update) old
   where m.company_id = ${companyId} and m.id = old.id returning old.files, old.link_url as link`;

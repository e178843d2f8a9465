import { type RawBuilder, sql } from 'kysely';

/** Number of the customer whose message has this provider's id. */
export const authorOf = (
  companyId: number,
  { connectionId, providerId }: { readonly connectionId: number; readonly providerId: string },
): RawBuilder<{ number: string }> => sql`
  select c.number from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.provider_id = ${providerId}`;

/** The customer's newest message in a ticket that has a provider's id. */
export const lastInboundOf = (
  companyId: number,
  ticketId: number,
): RawBuilder<{ connectionId: number; providerId: string; from: string }> => sql`
  select m.connection_id as "connectionId", m.provider_id as "providerId", c.number as "from"
  from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and not m.from_me and m.provider_id is not null
  order by m.id desc limit 1`;

/** Reports can refer to this number of a contact's newest messages. */
const maxNewest = 100;

/** Messages of both directions, in all tickets and on all connections. */
export const newestMessagesOf = (companyId: number, number: string): RawBuilder<unknown> => sql`
  select id, connection_id, from_me, status, ack, provider_id, error_code, media_type, body, sent_at, created_at
  from messages where company_id = ${companyId} and contact_id = (
    select c.id from contacts c where c.company_id = ${companyId} and c.number = ${number})
  order by id desc limit ${sql.lit(maxNewest)}`;

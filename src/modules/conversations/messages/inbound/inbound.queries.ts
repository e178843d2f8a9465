import { sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';

/** Whether the message of the inbox event `i` of the connection `w` is stored. */
export const isStored: Condition = sql`exists (select 1 from messages m where m.connection_id = w.id
  and m.provider_id = i.payload->>'providerId')`;

/** A message, unless it was deleted, by its provider's id. */
export const messageOfProvider = (
  companyId: number,
  {
    connectionId,
    providerId,
    fromMe,
  }: { readonly connectionId: number; readonly providerId: string; readonly fromMe: boolean },
): Statement<{ id: number }> => sql`
  select id from messages
  where company_id = ${companyId} and connection_id = ${connectionId}
    and provider_id = ${providerId} and from_me = ${fromMe} and not is_deleted`;

/** A message whose file the provider sends later. */
export const fillPlaceholder = (
  companyId: number,
  { connectionId, providerId }: { readonly connectionId: number; readonly providerId: string },
  {
    type,
    body,
    mime,
    name,
    data,
  }: {
    readonly type: string;
    readonly body: string;
    readonly mime: string;
    readonly name: string | null;
    readonly data: object;
  },
): Statement<{ id: number; ticketId: number }> => sql`
  update messages set media_type = ${type}, body = ${body}, media_mime = ${mime}, media_name = ${name},
    data = ${JSON.stringify(data)}
  where company_id = ${companyId} and connection_id = ${connectionId} and provider_id = ${providerId}
    and media_type = 'unsupported' and data->>'providerType' = 'media_placeholder' and not is_deleted
  returning id, ticket_id as "ticketId"`;

/** Returns a row when the customer has called within the last minutes. */
export const callSince = (companyId: number, ticketId: number, minutes: number): Statement<object> => sql`
  select 1 from messages where company_id = ${companyId} and ticket_id = ${ticketId}
    and media_type = 'call_log' and created_at > now() - make_interval(mins => ${minutes}) limit 1`;

import { sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { QueueIntegration } from '../queue-integration.entity.js';

/** The columns that are needed to answer a conversation. */
export type ActiveIntegration = Readonly<Pick<QueueIntegration, 'type' | 'endpointId'>>;

/** The integration, while the company's plan has integrations; without an endpoint when that may not be called. */
export const activeIntegration = (companyId: number, id: number): Statement<ActiveIntegration> =>
  sql`select i.type, e.id as "endpointId" from queue_integrations i
  join companies c on c.id = i.company_id join plans p on p.id = c.plan_id
  left join webhook_endpoints e on e.company_id = i.company_id and e.id = i.endpoint_id and e.active and e.secret is not null
  where i.company_id = ${companyId} and i.id = ${id} and p.use_integrations`;

/** The integration of an endpoint, and the conversation of a message. */
export const calledAbout = (
  companyId: number,
  endpointId: number,
  messageId: number,
): Statement<{ integrationId: number; ticketId: number }> =>
  sql`select i.id as "integrationId", m.ticket_id as "ticketId" from queue_integrations i
  join messages m on m.company_id = i.company_id and m.id = ${messageId}
  where i.company_id = ${companyId} and i.endpoint_id = ${endpointId}`;

/** A row when the customer or an attendant has written in the conversation after the message; bots do not count. */
export const writtenSince = (companyId: number, ticketId: number, messageId: number): Statement =>
  sql`select 1 from messages where company_id = ${companyId} and ticket_id = ${ticketId} and id > ${messageId}
    and (not from_me or user_id is not null) limit 1`;

/** Whether the file of `messages m` is still being fetched; after a minute it is no longer awaited. */
const awaitsFile: Condition = sql`(m.media_key is null and jsonb_exists(coalesce(m.data, '{}'), 'mediaRef')
  and m.error_code is null and not m.is_deleted and m.created_at > now() - interval '1 minute')`;

/** A row while the file of a message is being fetched. */
export const fileAwaited = (companyId: number, messageId: number): Statement =>
  sql`select 1 from messages m where m.company_id = ${companyId} and m.id = ${messageId} and ${awaitsFile}`;

export const removeTypebotSessions = (companyId: number, ticketId: number): Statement =>
  sql`delete from typebot_sessions where company_id = ${companyId} and ticket_id = ${ticketId}`;

/** Values for the start of a flow, and the customer's message. */
export interface FlowInput {
  readonly body: string;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly code: number;
  readonly mediaKey: string | null;
  readonly mediaName: string | null;
  /** Whether the file is still being fetched. */
  readonly awaitsFile: boolean;
}

/** No row for a message that was deleted or whose ticket is gone. */
export const flowInput = (companyId: number, messageId: number): Statement<FlowInput> =>
  sql`select m.body, c.name, c.number, c.email, t.code, m.media_key as "mediaKey", m.media_name as "mediaName",
    ${awaitsFile} as "awaitsFile" from messages m
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  where m.company_id = ${companyId} and m.id = ${messageId} and not m.is_deleted`;

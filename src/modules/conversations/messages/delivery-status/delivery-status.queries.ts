import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import { previewAck } from '../../tickets/preview/ticket-preview.queries.js';
import { changeRefusalCodes } from '../edits/message-edits.queries.js';
import type { MessageStatus, MessageType } from '../message.entity.js';
import type { ReportedStatus } from '../messages.events.js';
import { newestMessagesOf } from '../queries/customer.queries.js';

export const uncertainCode = 'UNCERTAIN';
/** A longer text may be sent in several pieces, and the provider echoes each piece by itself. */
const pieceBytes = 900;

/** A new status keeps the error of a refused edit or deletion, and clears other errors. */
const keepChangeRefusal = (column: string): RawBuilder<unknown> =>
  sql`case when m.error_code in ${changeRefusalCodes} then ${sql.ref(`m.${column}`)} end`;
/** No final status of the message `m` is known yet. */
export const isUnsettled: Condition = sql`m.status in ('sending', 'queued', 'uncertain')`;
/** As far as is known, the message `m` has not been delivered. */
export const isUndelivered: Condition = sql`m.status not in ('delivered', 'read')`;
export const hasStatus = (status: MessageStatus): Condition => sql`m.status = ${sql.lit(status)}`;
export const hasAckBelow = (ack: number): Condition => sql`m.ack < ${ack}`;

export interface StatusChange {
  readonly status: MessageStatus;
  readonly ack?: number;
  readonly providerId?: string;
  readonly error?: { readonly code: string; readonly text: Localized };
}

export interface KnownMessage {
  readonly id: number;
  readonly ofCampaign: boolean;
}

export interface ChangedStatus {
  readonly ack: number;
}

/**
 * Sets the status of a message `m`, and shows it in the ticket's preview if the message is its newest. Where `guard` is
 * not true, only a missing provider's id is stored, and there is no row.
 */
export function changeStatus(
  companyId: number,
  messageId: number,
  { status, ack, providerId, error }: StatusChange,
  guard: Condition,
): Statement<ChangedStatus> {
  const message = sql`m.company_id = ${companyId} and m.id = ${messageId}`;
  const named = providerId
    ? sql`, named as (
       update messages m set provider_id = ${providerId}
       where ${message} and m.provider_id is null and not exists (select from changed))`
    : sql``;
  return sql`with changed as (
      update messages m set status = ${status}, ack = ${ack === 0 ? sql`0` : sql`greatest(m.ack, ${ack ?? 0})`},
        provider_id = coalesce(${providerId ?? null}, m.provider_id), leased_until = null,
        error_code = coalesce(${error?.code ?? null}, ${keepChangeRefusal('error_code')}),
        error_text = coalesce(${error ? JSON.stringify(error.text) : null}::jsonb, ${keepChangeRefusal('error_text')}), updated_at = now()
      where ${message} and ${guard} returning m.company_id, m.ticket_id, m.id, m.ack),
    preview as (
      ${previewAck(
        sql`not exists (select 1 from messages n where n.company_id = c.company_id and n.ticket_id = c.ticket_id and n.id > c.id)`,
      )})
    ${named}
    select ack from changed`;
}

export const failUncertain = (companyId: number, messageId: number): Statement => sql`
  update messages set status = 'failed', updated_at = now() where company_id = ${companyId}
   and id = ${messageId} and status = 'uncertain'`;

/**
 * Finds the messages of statuses, each with the position of its status from 1: by our id where the status has one, else
 * by the provider's id.
 * @param byEither searches by the provider's id first, as an id like ours may come from another system on this number
 */
export function messagesOfStatuses(
  companyId: number,
  reported: readonly ReportedStatus[],
  { byEither }: { readonly byEither: boolean },
): RawBuilder<KnownMessage & { position: number }> {
  const byProvider = byEither || reported.some(({ status }) => status.messageId === null);
  // Joins, as one lookup per status was planned as a scan while the table was small. `coalesce`, as for `is null`
  // PostgreSQL would choose the index on provider_id and read all messages without one.
  const joined = (found: RawBuilder<SqlBool>) => sql`
    select g.position, m.id, m.provider_id, jsonb_exists(m.data, 'campaignId') is true as "ofCampaign"
    from given g join messages m on m.company_id = ${companyId} and m.connection_id = g.connection_id and m.from_me
      and ${found}`;
  return sql`
  with given as materialized (select g.* from ${listed('g', {
    connection_id: ['bigint', reported.map(({ connectionId }) => connectionId)],
    provider_id: ['text', reported.map(({ status }) => status.providerId)],
    message_id: ['bigint', reported.map(({ status }) => status.messageId ?? 0)],
  })})
  select distinct on (m.position) m.position::int, m.id, m."ofCampaign"
  from (${byProvider ? sql`${joined(sql`m.provider_id = g.provider_id`)} union all` : sql``}
    ${joined(sql`m.id = g.message_id and coalesce(m.provider_id, '') in ('', g.provider_id)`)}) m
  order by m.position, m.provider_id nulls last`;
}

/** Numbers of the contacts to whom the messages of statuses were sent, each with the position of its status from 1. */
export const numbersOfStatuses = (
  companyId: number,
  reported: readonly ReportedStatus[],
): Statement<{ position: number; number: string }> => sql`
  select s.position, c.number from (${messagesOfStatuses(companyId, reported, { byEither: true })}) s
  join messages m on m.company_id = ${companyId} and m.id = s.id
  join contacts c on c.company_id = ${companyId} and c.id = m.contact_id
  where not c.is_group and c.number ~ '^[0-9]+$'`;

export interface MessageState {
  readonly id: number;
  readonly ack: number;
  readonly status: MessageStatus;
  readonly errorCode: string | null;
}

export const lockStatus = (companyId: number, messageId: number): Statement<MessageState> => sql`
  select id, ack, status, error_code as "errorCode" from messages where company_id = ${companyId}
   and id = ${messageId} for no key update`;

/** Messages that were sent to the customer until then and whose ack is lower. */
export const messagesUpTo = (
  companyId: number,
  connectionId: number,
  { from, ack, until }: { readonly from: string; readonly ack: number; readonly until: Date },
): Statement<{ id: number; providerId: string }> => sql`
  select id, provider_id as "providerId" from (${newestMessagesOf(companyId, from)}) m where connection_id = ${connectionId} and from_me
    and status in ('sent', 'delivered') and ack < ${ack} and provider_id is not null
    and sent_at <= ${until}::timestamptz order by id`;

/** The message of ours that an echo repeats entirely, or of whose text the echo is a piece. */
export const echoedMessage = (
  companyId: number,
  connectionId: number,
  { from, type, body }: { readonly from: string; readonly type: MessageType; readonly body: string },
): Statement<{ id: number; isWhole: boolean }> => sql`
  select id, is_whole as "isWhole" from (
    select id, provider_id is null and media_type = ${type}
        and (status in ('sending', 'uncertain') or (status = 'failed' and error_code = ${uncertainCode}))
        and (media_type <> 'chat' or starts_with(body, ${body})) as is_whole,
      ${type} = 'chat' and ${body} <> '' and created_at > now() - interval '10 minutes'
        and (media_type <> 'chat' or octet_length(body) > ${pieceBytes}) and strpos(body, ${body}) > 0 as is_piece
    from (${newestMessagesOf(companyId, from)}) n where connection_id = ${connectionId} and from_me) m
  where is_whole or is_piece order by is_whole desc, id limit 1`;

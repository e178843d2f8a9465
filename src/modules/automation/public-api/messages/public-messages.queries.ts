import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import type { MessageStatus } from '../../../conversations/messages/message.entity.js';

export interface SentMessageRow {
  readonly id: number;
  readonly ticketId: number;
  readonly number: string;
  readonly status: MessageStatus;
  readonly ack: number;
  readonly errorCode: string | null;
  readonly errorText: Localized | null;
  readonly createdAt: string;
}

/** A message that we sent on a connection. */
export const sentMessage = (companyId: number, connectionId: number, id: number): Statement<SentMessageRow> =>
  sql`select m.id, m.ticket_id as "ticketId", c.number, m.status, m.ack, m.error_code as "errorCode",
    m.error_text as "errorText", m.created_at as "createdAt"
  from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.from_me and m.id = ${id}`;

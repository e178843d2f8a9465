import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';

export interface LoggedMessage {
  readonly ticketId: number;
  readonly body: string;
  readonly fromMe: boolean;
  readonly mediaType: string;
  /** Stands for a file without words; that of a recording says nothing. */
  readonly mediaName: string | null;
  readonly ack: number;
  readonly unread: boolean;
  /** The window that a customer's message opens on channels that have one. */
  readonly windowUntil?: Date | null;
}

/** Keeps what lists show of a conversation's newest message; every writer of messages goes through here. */
@Injectable()
export class ConversationLog {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  async record({
    ticketId,
    body,
    fromMe,
    mediaType,
    mediaName,
    ack,
    unread,
    windowUntil = null,
  }: LoggedMessage): Promise<void> {
    await this.db.run(
      `update tickets set last_message = ?, last_message_from_me = ?, last_message_type = ?, last_message_ack = ?,
         unread_messages = unread_messages + ?, window_until = greatest(window_until, ?::timestamptz), updated_at = greatest(now(), updated_at + interval '1 millisecond')
       where company_id = ? and id = ?`,
      [body || mediaName || '', fromMe, mediaType, ack, unread ? 1 : 0, windowUntil, this.context.companyId, ticketId],
    );
  }

  /** Says again what the newest message of each conversation is, after it was written anew, emptied or moved. */
  async retell(ticketIds: readonly number[]): Promise<void> {
    await this.db.run(
      `update tickets t set last_message_from_me = m.from_me, last_message_ack = m.ack,
         last_message_type = case when m.is_deleted then 'deleted' else m.media_type end,
         last_message = case when m.is_deleted or (m.body = '' and m.data->'voice' is not null) then ''
           else coalesce(nullif(m.body, ''), m.media_name, '') end
       from (select distinct on (ticket_id) * from messages where company_id = ? and ticket_id = any(?::bigint[]) order by ticket_id, id desc) m
       where t.company_id = m.company_id and t.id = m.ticket_id`,
      [this.context.companyId, ticketIds],
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';

export interface LoggedMessage {
  readonly ticketId: number;
  readonly body: string;
  readonly fromMe: boolean;
  readonly mediaType: string;
  readonly mediaName: string | null;
  readonly ack: number;
  readonly unread: boolean;
}

/** Keeps what lists show of a conversation's newest message; every writer of messages goes through here. */
@Injectable()
export class ConversationLog {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  async record({ ticketId, body, fromMe, mediaType, mediaName, ack, unread }: LoggedMessage): Promise<void> {
    await this.db.run(
      `update tickets set last_message = ?, last_message_from_me = ?, last_message_type = ?, last_message_ack = ?,
         unread_messages = unread_messages + ?, updated_at = greatest(now(), updated_at + interval '1 millisecond')
       where company_id = ? and id = ?`,
      [body || mediaName || '', fromMe, mediaType, ack, unread ? 1 : 0, this.context.companyId, ticketId],
    );
  }
}

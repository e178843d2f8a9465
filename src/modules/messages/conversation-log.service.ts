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
}

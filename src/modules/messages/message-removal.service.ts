import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { RemoveFiles } from '../../core/storage/remove-files.job.js';
import type { Ticket } from '../tickets/ticket.entity.js';
import { ticketRemovingHooks } from '../tickets/tickets.events.js';
import { userRemovalHooks } from '../users/users.events.js';
import { filesOf } from './message.entity.js';

/** The messages of a removed conversation go with it; their files when that is certain. */
@Injectable()
export class MessageRemoval implements OnModuleInit, OnModuleDestroy {
  private unhook: (() => void)[] = [];

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.unhook = [
      ticketRemovingHooks.register((ticket) => this.remove(ticket)),
      userRemovalHooks.register(({ userId }) => this.forget(userId)),
    ];
  }

  onModuleDestroy(): void {
    for (const unhook of this.unhook) unhook();
  }

  /** What a removed user wrote stays, without their name. */
  private async forget(userId: number): Promise<void> {
    await this.db.run('update messages set user_id = null where company_id = ? and user_id = ?', [
      this.context.companyId,
      userId,
    ]);
  }

  private async remove(ticket: Ticket): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(
      'update messages set quoted_msg_id = null where company_id = ? and quoted_msg_id in (select id from messages where company_id = ? and ticket_id = ?)',
      [companyId, companyId, ticket.id],
    );
    const rows = await this.db.rows<{ files: string[] }>(
      `delete from messages where company_id = ? and ticket_id = ? returning ${filesOf('messages')} as files`,
      [companyId, ticket.id],
    );
    const keys = rows.flatMap(({ files }) => files);
    if (keys.length > 0) await this.jobs.add(RemoveFiles, { keys });
  }
}

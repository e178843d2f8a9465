import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { defineJob, JobHandler } from '../../core/jobs/job.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { Storage } from '../../core/storage/storage.js';
import type { Ticket } from '../tickets/ticket.entity.js';
import { ticketRemovingHooks } from '../tickets/tickets.events.js';
import { userRemovalHooks } from '../users/users.events.js';

/** Removes stored files whose rows are gone. */
export class RemoveFiles extends defineJob<{ keys: string[] }>('remove-files') {}

/** The messages of a removed conversation go with it; their files when that is certain. */
@Injectable()
export class MessageRemoval implements OnModuleInit, OnModuleDestroy {
  private unhook: (() => void)[] = [];

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly storage: Storage,
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

  @JobHandler(RemoveFiles, { transactional: false })
  async perform({ keys }: RemoveFiles['payload']): Promise<void> {
    for (const key of keys) await this.storage.remove(key);
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
    const rows = await this.db.rows<{ key: string | null; converted: string | null }>(
      `delete from messages where company_id = ? and ticket_id = ? returning media_key as key, data->'channelMedia'->>'key' as converted`,
      [companyId, ticket.id],
    );
    const keys = rows.flatMap(({ key, converted }) => [key, converted]).filter((key) => key !== null);
    if (keys.length > 0) await this.jobs.add(RemoveFiles, { keys });
  }
}

import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { InTransaction } from '../../core/events/event.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { RemoveFiles } from '../../core/storage/remove-files.job.js';
import { TicketRemoving } from '../tickets/tickets.events.js';
import { UserRemoving } from '../users/users.events.js';
import { fileKeysSql } from './message.entity.js';

/** The messages of a removed conversation go with it; their files when that is certain. */
@Injectable()
export class MessageRemovalListener {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
  ) {}

  /** What a removed user wrote stays, without their name. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.db.run(
      sql`update messages set user_id = null where company_id = ${this.context.companyId} and user_id = ${userId}`,
    );
  }

  @InTransaction(TicketRemoving)
  async ticketRemoving({ ticket }: TicketRemoving): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(
      sql`update messages set quoted_msg_id = null where company_id = ${companyId} and quoted_msg_id in (select id
       from messages where company_id = ${companyId} and ticket_id = ${ticket.id})`,
    );
    const rows = await this.db.rows<{ files: string[] }>(
      sql`delete from messages where company_id = ${companyId} and ticket_id = ${ticket.id}
       returning ${fileKeysSql('messages')} as files`,
    );
    const keys = rows.flatMap(({ files }) => files);
    if (keys.length > 0) await this.jobs.add(RemoveFiles, { keys });
  }
}

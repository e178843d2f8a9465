import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../core/audit/audit.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Ticket } from '../ticket.entity.js';
import '../tickets.audit.js';

type Place = Pick<Ticket, 'userId' | 'queueId' | 'whatsappId'>;

/** What the audit log keeps of what people do with conversations; the protocol names one that is deleted. */
@Injectable()
export class TicketAuditLog {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
  ) {}

  record(verb: 'created' | 'accepted' | 'reopened' | 'closed' | 'restored', { id, code }: Ticket): void {
    this.audit.record(`ticket.${verb}`, id, { code });
  }

  recordDeletion({ id, code, contactId, uuid }: Ticket): void {
    this.audit.record('ticket.deleted', id, { code, contactId, uuid });
  }

  /** Whom it was handed to, by the names of that day; nothing when it stayed where it was. */
  async recordTransfer({ id, code, userId, queueId, whatsappId }: Ticket, before: Place): Promise<void> {
    if (userId === before.userId && queueId === before.queueId && whatsappId === before.whatsappId) return;
    const { companyId } = this.context;
    const row = await this.db.row<{ to: string }>(
      sql`select coalesce(nullif(concat_ws(' · ', (select name from queues where company_id = ${companyId}
       and id = ${queueId}),
         (select name from users where company_id = ${companyId} and id = ${userId}),
         (select name from connections where company_id = ${companyId} and id = ${whatsappId}
           and id <> ${before.whatsappId})), ''), '–') as to`,
    );
    this.audit.record('ticket.transferred', id, { code, to: row?.to ?? '–' });
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../core/audit/audit.js';
import { Db } from '../../../core/database/db.js';
import type { Ticket } from '../ticket.entity.js';
import { assigneeNames } from '../ticket-references.queries.js';
import '../tickets.audit.js';

type Assignment = Pick<Ticket, 'userId' | 'queueId' | 'whatsappId'>;

/** Records the actions on tickets; the protocol names one that is deleted. */
@Injectable()
export class TicketAuditLog {
  constructor(
    private readonly db: Db,
    private readonly audit: Audit,
  ) {}

  record(verb: 'created' | 'accepted' | 'reopened' | 'closed' | 'restored', { id, code }: Ticket): void {
    this.audit.record(`ticket.${verb}`, id, { code });
  }

  recordDeletion({ id, code, contactId, uuid }: Ticket): void {
    this.audit.record('ticket.deleted', id, { code, contactId, uuid });
  }

  /** To whom it was transferred, by the names of that day; nothing when its assignment is the same. */
  async recordTransfer(ticket: Ticket, before: Assignment): Promise<void> {
    const { id, code, userId, queueId, whatsappId } = ticket;
    const connectionChanged = whatsappId !== before.whatsappId;
    if (userId === before.userId && queueId === before.queueId && !connectionChanged) return;
    const row = await this.db.row(assigneeNames(this.db.companyId, ticket, connectionChanged ? whatsappId : null));
    this.audit.record('ticket.transferred', id, { code, to: row?.names || '–' });
  }
}

import { Global, Injectable, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { Events } from '../events/events.js';
import { Sweeper } from '../jobs/sweeper.js';
import { allAuditActions } from './audit-actions.js';
import { AuditEntry, type AuditScope } from './audit-entry.entity.js';
import { AuditBroadcaster, AuditRecorded } from './audit-recorded.js';

/** Longer than any limitation period that a dispute with a customer or an employee usually runs into. */
export const auditMonths = 24;

/** Somebody who acts before they are signed in. */
export interface AuditUser {
  readonly userId: number;
  readonly name: string;
}

/** Writes the audit log of the company in the current transaction. */
@Injectable()
export class Audit {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  /**
   * In a transaction of the platform the entry goes to the company of who acts, else to the one that is named.
   * @param action `noun.pastVerb`, as in `ticket.deleted`, that `defineActs` has put into words.
   * @param data never a secret and never what customers are called or write: it is kept when they are forgotten. With a
   *   `ticketId` the entry is about that conversation.
   */
  record(
    action: string,
    subjectId: number | null,
    data: Record<string, unknown> | null = null,
    { by = this.context.maybeActor, companyId: named }: { by?: AuditUser | undefined; companyId?: number } = {},
  ): AuditEntry {
    const act = allAuditActions.get(action);
    if (!act) throw new Error(`The act ${action} is not in words: defineActs`);
    const companyId = this.context.unit?.companyId ?? this.context.maybeActor?.companyId ?? named;
    if (companyId === undefined) throw new Error(`The act ${action} is nobody's`);
    const entry = this.db.em.create(AuditEntry, {
      companyId,
      userId: by?.userId ?? null,
      userName: by?.name.slice(0, 100) ?? null,
      address: this.context.ipAddress ?? null,
      action,
      kind: act.kind,
      scope: this.scope(),
      subjectId,
      subject: subjectOf(action, subjectId, data),
      data,
    });
    this.events.emit(new AuditRecorded(companyId));
    return entry;
  }

  /** Adds how an act ended that outlasts its transaction. */
  async recordOutcome(id: number, outcome: Record<string, unknown>): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(
      sql`update audit_entries set data = coalesce(data, '{}') || ${JSON.stringify(outcome)}::jsonb,
       updated_at = now() where company_id = ${companyId} and id = ${id}`,
    );
    this.events.emit(new AuditRecorded(companyId));
  }

  private scope(): AuditScope {
    const { unit, maybeActor } = this.context;
    if (unit?.companyId === undefined) return 'platform';
    return maybeActor && maybeActor.companyId !== unit.companyId ? 'both' : 'company';
  }
}

function subjectOf(action: string, subjectId: number | null, data: Record<string, unknown> | null): string | null {
  const ticketId = data?.['ticketId'];
  if (typeof ticketId === 'number') return `ticket:${ticketId}`;
  return subjectId === null ? null : `${action.split('.')[0]}:${subjectId}`;
}

@Global()
@Module({ providers: [Audit, AuditBroadcaster], exports: [Audit] })
export class AuditModule {
  constructor(sweeper: Sweeper) {
    sweeper.addRetentionRule({
      table: 'audit_entries',
      where: sql`created_at < now() - make_interval(months => ${auditMonths})`,
    });
  }
}

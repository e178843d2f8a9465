import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Context, userIdOf } from '../context.js';
import { Db } from '../database/db.js';
import { Events } from '../events/events.js';
import { addOutcome } from './audit.queries.js';
import { allAuditActions, assertAuditKindsDeclared, subjectOf } from './audit-actions.js';
import { AuditEntry, type AuditScope } from './audit-entry.entity.js';
import { AuditRecorded } from './audit-recorded.js';

/** The user of an action that happens before the sign-in is complete. */
export interface AuditUser {
  readonly userId: number;
  readonly name: string;
}

/** Writes the audit log of the company in the current transaction. */
@Injectable()
export class Audit implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    assertAuditKindsDeclared();
  }

  /**
   * In a transaction of the platform the entry belongs to the company of the actor, else to the given one.
   * @param action `noun.pastVerb`, as in `tag.deleted`, declared by `defineAuditActions`.
   * @param data never contains secrets or personal data: it stays when the person is erased.
   */
  record(
    action: string,
    subjectId: number | null,
    data: Record<string, unknown> | null = null,
    { by = this.context.maybeActor, companyId: given }: { by?: AuditUser | undefined; companyId?: number } = {},
  ): AuditEntry {
    const declared = allAuditActions.get(action);
    if (!declared) throw new Error(`The audit action ${action} is not declared: defineAuditActions`);
    const companyId = this.context.unit?.companyId ?? this.context.maybeActor?.companyId ?? given;
    if (companyId === undefined) throw new Error(`The audit action ${action} belongs to no company`);
    const entry = this.db.em.create(AuditEntry, {
      companyId,
      userId: by ? userIdOf(by) : null,
      userName: by?.name.slice(0, 100) ?? null,
      address: this.context.ipAddress ?? null,
      action,
      kind: declared.kind,
      scope: this.scope(),
      subjectId,
      subject: subjectOf(action, subjectId, data),
      data,
    });
    this.events.emit(new AuditRecorded({ companyId }));
    return entry;
  }

  /** Adds the outcome to an entry whose action outlasts the transaction that recorded it. */
  async recordOutcome(id: number, outcome: Record<string, unknown>): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(addOutcome(companyId, id, outcome));
    this.events.emit(new AuditRecorded({ companyId }));
  }

  private scope(): AuditScope {
    const { unit, maybeActor } = this.context;
    if (unit?.companyId === undefined) return 'platform';
    return maybeActor && maybeActor.companyId !== unit.companyId ? 'both' : 'company';
  }
}

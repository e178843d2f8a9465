import { Global, Injectable, Module } from '@nestjs/common';
import { Context } from '../context/context.js';
import { Db } from '../database/db.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Writes the audit log of the company in the current transaction. */
@Injectable()
export class Audit {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /**
   * In a transaction of the platform the entry goes to the company of who acts.
   * @param action `noun.pastVerb`, as in `ticket.deleted`.
   */
  record(action: string, subjectId: number | null, data: Record<string, unknown> | null = null): void {
    const companyId = this.context.unit?.companyId ?? this.context.actor.companyId;
    this.db.em.create(AuditEntry, {
      companyId,
      userId: this.context.maybeActor?.userId ?? null,
      action,
      subjectId,
      data,
    });
  }
}

@Global()
@Module({ providers: [Audit], exports: [Audit] })
export class AuditModule {}

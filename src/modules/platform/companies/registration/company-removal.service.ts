import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { deleteTenantRows } from '../../../../core/database/referencing-rows.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { CompanyAccessChanged } from '../companies.events.js';
import { companies } from '../companies.resource.js';
import { Company } from '../company.entity.js';
import { firstCompany } from './companies.queries.js';
import { RemoveCompanyFiles } from './remove-company-files.job.js';

/** Deletes companies with everything they have. */
@Injectable()
export class CompanyRemovalService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** Deletes all rows of the company; its files are deleted after the commit. */
  async removeRows(id: number): Promise<void> {
    await deleteTenantRows(this.db, id);
    await this.jobs.add(RemoveCompanyFiles, { companyId: id });
    this.events.emit(new CompanyAccessChanged({ companyId: id }));
  }

  /** Deletes a company whose planned time has come, unless the deletion was cancelled. */
  async removeIfDue(id: number): Promise<void> {
    const company = await this.db.em.findOne(Company, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!company?.removeAt || company.removeAt > this.clock.now()) return;
    const { name } = company;
    await this.removeRows(id);
    this.db.em.remove(company);
    await this.db.em.flush();
    const keeper = await this.db.row(firstCompany);
    if (keeper?.id) this.audit.record('company.deleted', id, { name }, { companyId: keeper.id });
    const companyId = this.context.unit?.companyId ?? 0;
    this.events.emit(new RecordChanged({ resource: companies.name, action: 'delete', companyId, id, record: null }));
  }
}

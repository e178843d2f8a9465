import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { deleteTenantRows } from '../../core/database/referencing-rows.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { t } from '../../core/i18n.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { CrudKit, CrudService } from '../../core/resource/crud.service.js';
import type { CompanyInput } from './companies.dto.js';
import { companyErrors } from './companies.errors.js';
import { CompanyAccessChanged, CompanyCreating } from './companies.events.js';
import { CompanyQueries, featuresOf } from './companies.queries.js';
import { companies } from './companies.resource.js';
import { Company } from './company.entity.js';
import { RemoveCompanyFiles } from './remove-company-files.job.js';

const noPlan = t(
  'Nenhum plano encontrado com este ID.',
  'No plan found with this ID.',
  'No se encontró un plan con este ID.',
);

@Injectable()
export class CompaniesService extends CrudService<Company, CompanyInput> {
  constructor(
    kit: CrudKit,
    private readonly jobs: Jobs,
    private readonly queries: CompanyQueries,
  ) {
    super(companies, kit);
  }

  /** Every company with its plan, by name. */
  async all(): Promise<object[]> {
    return this.present(await this.em.find(Company, {}, { orderBy: { name: 'asc' } }));
  }

  /** The plan of a company in the family's shape, its flags also beside it. @throws ERR_NO_COMPANY_FOUND */
  async planOf(companyId: number): Promise<object> {
    const company = await this.find(companyId);
    const [plan] = await this.queries.plans([company.planId]);
    if (!plan) throw new Error(`Company ${companyId} has no plan`);
    const { id, name, users, connections, queues, value } = plan;
    const flags = featuresOf(plan);
    return {
      id: company.id,
      name: company.name,
      plan: { id, name, users, connections, queues, value, ...flags },
      ...flags,
    };
  }

  /** Counts the protocol numbers of the context's company, within the transaction; undefined: it is gone. */
  async nextTicketCode(): Promise<number | undefined> {
    const { companyId } = this.deps.context;
    const row = await this.deps.db.row<{ code: number }>(
      sql`update companies set last_ticket_code = last_ticket_code + 1 where id = ${companyId}
       returning last_ticket_code as code`,
    );
    return row?.code;
  }

  /** Removes the company with everything it has; its files follow after the commit. */
  override async remove(id: number): Promise<void> {
    const company = await this.find(id);
    if (id === this.deps.context.maybeActor?.companyId) throw companyErrors.ERR_OWN_COMPANY();
    await deleteTenantRows(this.deps.db, id);
    await this.em.nativeDelete(Company, { id });
    await this.jobs.add(RemoveCompanyFiles, { companyId: id });
    this.recordAudit('deleted', company, null, id);
    this.deps.events.emit(new CompanyAccessChanged(id));
  }

  protected override async write(
    company: Company,
    { dueDate, ...input }: Partial<CompanyInput>,
    creating: boolean,
  ): Promise<void> {
    if (input.planId !== undefined && !(await this.queries.planExists(input.planId))) {
      throw coreErrors.ERR_VALIDATION({ fields: { planId: noPlan } });
    }
    await super.write(company, input, creating);
    if (dueDate !== undefined) company.dueDate = dueDate === null ? null : dueMoment(dueDate);
  }

  protected override async afterWrite(
    company: Company,
    input: Partial<CompanyInput>,
    creating: boolean,
  ): Promise<void> {
    if (!creating) this.deps.events.emit(new CompanyAccessChanged(company.id));
    else await this.deps.events.dispatch(new CompanyCreating(company.id, adminOf(company, input)));
  }

  /** A visitor who signs up is nobody yet. */
  protected override auditCompany({ id }: Company): { companyId: number } {
    return { companyId: id };
  }

  protected override async present(rows: readonly Company[]): Promise<object[]> {
    const records = await super.present(rows);
    const plans = await this.queries.plans(rows.map(({ planId }) => planId));
    return rows.map((row, index) => {
      const plan = plans.find(({ id }) => id === row.planId);
      return {
        ...records[index],
        plan: plan && {
          id: plan.id,
          name: plan.name,
          ...featuresOf(plan),
        },
        settings: [{ key: 'campaignsEnabled', value: String(row.campaignsEnabled) }],
      };
    });
  }
}

/** A day alone means until its end; in UTC, so that every American time zone reads the same day back. */
function dueMoment(text: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text);
}

const maxUserName = 50;

function adminOf(company: Company, { userName, email, password }: Partial<CompanyInput>): CompanyCreating['admin'] {
  return { name: userName ?? company.name.slice(0, maxUserName), email: email ?? '', password: password ?? null };
}

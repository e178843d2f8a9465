import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import type { PlanOffer } from '../../plans/crud/plans.service.js';
import { flagsOf, type Plan, type PlanFlags } from '../../plans/plan.entity.js';
import type { CompanyInput } from '../companies.dto.js';
import { companyErrors } from '../companies.errors.js';
import { CompanyAccessChanged, CompanyCreating } from '../companies.events.js';
import { companies } from '../companies.resource.js';
import { Company, defaultTimeZone } from '../company.entity.js';
import { plansWithIds, takeTicketCodes, timeZoneOf } from './companies.queries.js';
import { CompanyRemovalService } from './company-removal.service.js';
import {
  addMonths,
  type DueDateView,
  dueDateFrom,
  dueDateView,
  dueDayOf,
  dueMomentOf,
  recurrences,
} from './due-date.js';
import { RemoveCompany } from './remove-company.job.js';

/** How much of a limit of the plan is used. */
export interface LimitUse {
  readonly used: number;
  readonly limit: number;
}

/** Users, connections and departments with their limits; the module `usage` adds these members to the record. */
export interface LimitUses {
  readonly users: LimitUse;
  readonly connections: LimitUse;
  readonly queues: LimitUse;
}

export interface CompanyRecord extends Columns<Company, CompanyInput>, DueDateView, Partial<LimitUses> {
  readonly plan?: Pick<Plan, 'id' | 'name'> & PlanFlags;
  readonly settings: readonly { readonly key: string; readonly value: string }[];
  /** When the company will be deleted; only super-admins see it. */
  readonly removeAt?: string | null;
}

const removalKey = (id: number): string => `remove-company:${id}`;
const removalDelayMs = 7 * 24 * 60 * 60 * 1000;

/** A company with its plan; the plan's flags are repeated at the top level. */
export interface CompanyPlan extends PlanFlags {
  readonly id: number;
  readonly name: string;
  readonly plan: PlanOffer;
}

@Injectable()
export class CompaniesService extends CrudService<Company, CompanyInput, CompanyRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly removal: CompanyRemovalService,
  ) {
    super(companies, deps);
  }

  /** Runs work on one company. Row-level security makes another company a 404, except for super-admins. */
  inCompany<T>(id: number, work: () => Promise<T>): Promise<T> {
    const { super: platform, companyId } = this.deps.context.actor;
    return platform && id !== companyId ? this.deps.db.runAs(id, work) : work();
  }

  /** The company's plan in the shape that existing clients know. @throws ERR_NO_COMPANY_FOUND */
  async planOf(companyId: number): Promise<CompanyPlan> {
    const company = await this.find(companyId);
    const [plan] = await plansWithIds(this.em, [company.planId]);
    if (!plan) throw new Error(`Company ${companyId} has no plan`);
    const { id, name, users, connections, queues, value } = plan;
    const flags = flagsOf(plan);
    return {
      id: company.id,
      name: company.name,
      plan: { id, name, users, connections, queues, value, ...flags },
      ...flags,
    };
  }

  /** Whether the company is active and paid (behaviour.md §2). @throws ERR_NO_COMPANY_FOUND */
  async mayWork(id: number): Promise<boolean> {
    const { status, dueDate, timezone } = await this.find(id);
    return status && (dueDate === null || dueMomentOf(dueDate, timezone) >= this.clock.now());
  }

  /** @throws ERR_NO_COMPANY_FOUND */
  async assertExists(id: number): Promise<void> {
    await this.find(id);
  }

  /** Moves the due date by one period of the recurrence. @throws 409 without a due date or a recurrence */
  async renew(id: number): Promise<CompanyRecord> {
    // the lock makes the second of two concurrent renewals extend the date that the first has stored
    const company = await this.em.findOne(Company, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!company) throw companies.notFound();
    const months = recurrences[company.recurrence ?? ''];
    if (!months || !company.dueDate) throw companyErrors.ERR_NO_RECURRENCE();
    const from = dayText(company.dueDate);
    company.dueDate = addMonths(company.dueDate, months);
    await this.em.flush();
    const data = { name: company.name, from, to: dayText(company.dueDate) };
    this.deps.audit.record('company.renewed', id, data);
    this.deps.events.emit(new CompanyAccessChanged({ companyId: id }));
    return this.presentOne(company);
  }

  /**
   * With its name as confirmation the company is deleted at once. Existing clients send none: it is deleted in seven
   * days, unless {@link restore} cancels that. @throws 404, 409 for the own company, 400 for another name
   */
  override async remove(id: number, confirmation?: unknown): Promise<void> {
    if (confirmation !== undefined) return super.remove(id, confirmation);
    const company = await this.find(id);
    this.assertNotOwn(company);
    if (company.removeAt) return;
    company.removeAt = new Date(this.clock.now().getTime() + removalDelayMs);
    await this.em.flush();
    await this.jobs.add(RemoveCompany, { companyId: id }, { key: removalKey(id), runAt: company.removeAt });
    const data = { name: company.name, to: dayText(company.removeAt) };
    this.deps.audit.record('company.removalPlanned', id, data);
    await this.emitChanged('update', company);
  }

  /** Cancels a planned deletion. @throws 404 */
  async restore(id: number): Promise<CompanyRecord> {
    const company = await this.find(id);
    if (!company.removeAt) return this.presentOne(company);
    company.removeAt = null;
    await this.em.flush();
    await this.jobs.cancel(removalKey(id));
    this.deps.audit.record('company.restored', id, { name: company.name });
    return this.emitChanged('update', company);
  }

  /** The due date, with the days left in the company's calendar. */
  async dueDateOf(id: number): Promise<DueDateView & Pick<CompanyRecord, 'dueDate'>> {
    const { dueDate, timezone } = await this.find(id);
    return { dueDate: dueDate?.toISOString() ?? null, ...dueDateView(dueDate, timezone, this.clock.now()) };
  }

  /** The IANA name of the time zone of the context's company. */
  async timeZone(): Promise<string> {
    const row = await this.deps.db.row(timeZoneOf(this.deps.context.actor.companyId));
    return row?.timezone ?? defaultTimeZone;
  }

  /** Reserves protocol numbers in the transaction and returns the first; undefined if the company no longer exists. */
  async nextTicketCodes(count: number): Promise<number | undefined> {
    const row = await this.deps.db.row(takeTicketCodes(this.deps.context.companyId, count));
    return row?.code;
  }

  protected override initialValues(): object {
    return { timezone: defaultTimeZone };
  }

  protected override async assertRemovable(company: Company): Promise<void> {
    this.assertNotOwn(company);
    await this.removal.removeRows(company.id);
  }

  private assertNotOwn({ id }: Company): void {
    if (id === this.deps.context.maybeActor?.companyId) throw companyErrors.ERR_OWN_COMPANY();
  }

  protected override async write(
    company: Company,
    { dueDate, ...input }: Partial<CompanyInput>,
    creating: boolean,
  ): Promise<void> {
    if (input.planId !== undefined && (await plansWithIds(this.em, [input.planId])).length === 0) {
      throw coreErrors.ERR_VALIDATION({ fields: { planId: notFoundOf('plans').text } });
    }
    await super.write(company, input, creating);
    if (dueDate !== undefined) company.dueDate = dueDate === null ? null : dueDateFrom(dueDate, company.timezone);
  }

  protected override async afterWrite(
    company: Company,
    input: Partial<CompanyInput>,
    creating: boolean,
  ): Promise<void> {
    if (!creating) this.deps.events.emit(new CompanyAccessChanged({ companyId: company.id }));
    else
      await this.deps.events.dispatch(new CompanyCreating({ companyId: company.id, admin: adminOf(company, input) }));
  }

  /** A sign-up has no actor yet, so the new company is named here. */
  protected override auditCompany({ id }: Company): { companyId: number } {
    return { companyId: id };
  }

  protected override async present(rows: readonly Stored<Company>[]): Promise<CompanyRecord[]> {
    const plans = await plansWithIds(
      this.em,
      rows.map(({ planId }) => planId),
    );
    const now = this.clock.now();
    const { maybeActor } = this.deps.context;
    return this.records(rows, ({ planId, campaignsEnabled, dueDate, timezone, removeAt }) => {
      const plan = plans.find(({ id }) => id === planId);
      return {
        plan: plan && { id: plan.id, name: plan.name, ...flagsOf(plan) },
        settings: [{ key: 'campaignsEnabled', value: String(campaignsEnabled) }],
        ...dueDateView(dueDate === null ? null : new Date(dueDate), timezone, now),
        ...(maybeActor?.super ? { removeAt } : {}),
      };
    });
  }
}

const maxUserName = 50;

function adminOf(company: Company, { userName, email, password }: Partial<CompanyInput>): CompanyCreating['admin'] {
  return { name: userName ?? company.name.slice(0, maxUserName), email: email ?? '', password: password ?? null };
}

/** The due day as DD/MM/YYYY. */
const dayText = (due: Date): string => dueDayOf(due).split('-').reverse().join('/');

import type {
  EntityProperty,
  FilterQuery,
  QBFilterQuery,
  QueryOrderMap,
  RequiredEntityData,
} from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { sql } from 'kysely';
import { hasLevel } from '../access/decorators.js';
import { Audit } from '../audit/audit.js';
import { Context } from '../context.js';
import type { BaseEntity } from '../database/base.entity.js';
import { Db } from '../database/db.js';
import { companyFilter, TenantEntity } from '../database/tenant.entity.js';
import { coreErrors } from '../errors/core-errors.js';
import { Events } from '../events/events.js';
import { HandlerDiscovery } from '../jobs/handler-discovery.js';
import { allResources, type OptionsRoute, type RecordAction, type Resource } from './define-resource.js';
import { type FieldMeta, fieldsOf } from './field-meta.js';
import { invalidQuery } from './list-query.js';
import { type BoundedCount, boundedCount, countLimit, type Days, type ListQuery, type Page } from './page.js';
import { PlanLimits } from './plan-limits.js';
import { comparisonKey, differenceOf, type RecordVerb } from './record-audit.js';
import { RecordChanged } from './record-changed.js';
import { RECORD_EXTENSION, type RecordExtender } from './record-extension.js';

type Values = Record<string, unknown>;

/** What every generated service needs; one object, so that a module's own service has a short constructor. */
@Injectable()
export class CrudKit {
  constructor(
    readonly db: Db,
    readonly context: Context,
    readonly events: Events,
    readonly audit: Audit,
    private readonly handlers: HandlerDiscovery,
    private readonly modules: ModuleRef,
  ) {}

  get planLimits(): PlanLimits {
    return this.modules.get(PlanLimits, { strict: false });
  }

  extendersOf(resource: string): RecordExtender[] {
    return this.handlers
      .find<{ resource: string }>(RECORD_EXTENSION)
      .filter(({ metadata }) => metadata.resource === resource)
      .map(({ call }) => call as unknown as RecordExtender);
  }
}

/** The columns of an entity that its input fills, with those of every record. */
export type Columns<E extends BaseEntity, I> = Pick<E, Extract<keyof E, keyof I | 'id' | 'createdAt' | 'updatedAt'>>;

/**
 * List, get, create, update and remove of one resource. Modules extend it where a verb means more than its row:
 * {@link where}, {@link write}, {@link present}, {@link assertRemovable} are the places.
 */
export class CrudService<
  E extends BaseEntity = BaseEntity,
  I extends object = object,
  R extends object = Columns<E, I>,
> {
  protected readonly fields: readonly FieldMeta[];
  private extenders: readonly RecordExtender[] | undefined;

  constructor(
    protected readonly resource: Resource<E, I>,
    protected readonly deps: CrudKit,
  ) {
    this.fields = fieldsOf(resource.input);
  }

  async list(query: ListQuery): Promise<Page<R>> {
    const where = {
      $and: [
        this.where(),
        await this.searchWhere(query.search),
        this.filterWhere(query.filter),
        query.days ? await this.dateWhere(query.days) : {},
        query.ids ? { id: { $in: query.ids } } : {},
      ],
    } as FilterQuery<E>;
    const rows = await this.em
      .createQueryBuilder(this.resource.entity, 't')
      .select('*')
      .where(this.scopeToCompany(where) as QBFilterQuery<E>)
      .orderBy(this.order(query))
      .limit(query.limit + 1)
      .offset(query.offset)
      .execute<E[]>('all');
    const counted = await this.count(where, query, rows.length);
    return { rows: await this.present(rows.slice(0, query.limit)), hasMore: rows.length > query.limit, ...counted };
  }

  /** Every record, for pickers. */
  async options({ fields, where = {}, orderBy }: OptionsRoute): Promise<object[]> {
    const rows = await this.em.find(
      this.resource.entity,
      this.scopeToCompany({ $and: [this.where(), where] } as FilterQuery<E>),
      { orderBy: [{ [orderBy]: 'asc' }, { id: 'asc' }] as unknown as QueryOrderMap<E>[], filters: false },
    );
    if (!fields) return this.present(rows);
    return rows.map((row) => Object.fromEntries(fields.map((name) => [name, (row as Values)[name]])));
  }

  async get(id: number): Promise<R> {
    return this.presentOne(await this.find(id));
  }

  async create(input: I): Promise<R> {
    const values = this.withDefaults(input);
    await this.rejectForbiddenFields(values);
    await this.assertWithinPlan();
    const entity = this.em.create(this.resource.entity, this.initialValues() as RequiredEntityData<E>, {
      partial: true,
    });
    await this.write(entity, values as Partial<I>, true);
    this.em.persist(entity);
    await this.em.flush();
    await this.afterWrite(entity, values as Partial<I>, true);
    this.recordAudit('created', entity);
    return this.emitChanged('create', entity);
  }

  async update(id: number, input: Partial<I>): Promise<R> {
    const entity = await this.find(id);
    const values = this.normalizeEmpty(input as Values);
    await this.rejectForbiddenFields(values, entity);
    const before = await this.snapshotForAudit(entity);
    await this.write(entity, values as Partial<I>, false);
    await this.em.flush();
    await this.afterWrite(entity, values as Partial<I>, false);
    if (before) {
      const difference = differenceOf(this.fields, values, before, (await this.presentOne(entity)) as Values);
      if (difference.changed.length > 0) this.recordAudit('updated', entity, { ...difference });
    }
    return this.emitChanged('update', entity);
  }

  async remove(id: number): Promise<void> {
    const entity = await this.find(id);
    await this.assertRemovable(entity);
    this.em.remove(entity);
    await this.em.flush();
    this.recordAudit('deleted', entity, null, id);
    this.emitRemoved(entity, id);
  }

  /** Leaves in the audit log what was done to a record, where the resource wants that. */
  protected recordAudit(verb: RecordVerb, entity: E, difference: object | null = null, id: number = entity.id): void {
    const { audit } = this.resource;
    if (!audit) return;
    const name = audit.nameField && (entity as Values)[audit.nameField];
    const data = { ...(name ? { name } : {}), ...difference };
    this.deps.audit.record(`${audit.noun}.${verb}`, id, data, this.auditCompany(entity));
  }

  /** Whose entry it is where nobody acts, in a transaction of the platform. */
  protected auditCompany(_entity: E): { companyId?: number } {
    return {};
  }

  /** Tells everybody that a row is gone; for services that remove in their own way. */
  protected emitRemoved(entity: E, id: number = entity.id): void {
    this.emit('delete', id, null, entity);
  }

  /** Tells everybody that a row changed outside of create and update. */
  protected emitUpdated(entity: E): Promise<R> {
    return this.emitChanged('update', entity);
  }

  /** Rows that this caller may see at all, beside the company's fence. */
  protected where(): FilterQuery<E> {
    return {} as FilterQuery<E>;
  }

  /** Values of a new row that no input gives. */
  protected initialValues(): object {
    return {};
  }

  /** Puts the input into the row; override to hash, normalise or check. Fields that are no column are left to {@link afterWrite}. */
  protected async write(entity: E, input: Partial<I>, _creating: boolean): Promise<void> {
    const { columns } = this;
    for (const [name, value] of Object.entries(input)) if (name in columns) (entity as Values)[name] = value;
  }

  /** After the row is stored, in the same transaction: links to other rows. */
  protected async afterWrite(_entity: E, _input: Partial<I>, _creating: boolean): Promise<void> {}

  /** Refuses a removal that the database's own references do not refuse. */
  protected async assertRemovable(_entity: E): Promise<void> {}

  /** What callers see of rows; write-only fields never leave. */
  protected async present(rows: readonly E[]): Promise<R[]> {
    return (await this.records(rows, () => ({}))) as object[] as R[];
  }

  /** The columns of rows that may be shown, with further members of each. */
  protected async records<M extends object>(
    rows: readonly E[],
    members: (row: E) => M,
  ): Promise<(Columns<E, I> & M)[]> {
    const shown = new Set([
      'id',
      ...this.fields.filter(({ writeOnly }) => !writeOnly).map(({ name }) => name),
      ...(this.resource.columns ?? []).map(({ name }) => name),
    ]);
    const { columns } = this;
    const further = await this.extensions(rows);
    return rows.map((row) => {
      const values = row as Values;
      const record: Values = {};
      for (const name of shown) if (name in columns) record[name] = values[name] ?? null;
      record['createdAt'] = values['createdAt'];
      record['updatedAt'] = values['updatedAt'];
      return Object.assign(record, ...further.map((extension) => extension.get(row.id)), members(row));
    });
  }

  private async extensions(rows: readonly E[]): Promise<ReadonlyMap<number, object>[]> {
    this.extenders ??= this.deps.extendersOf(this.resource.name);
    const members: ReadonlyMap<number, object>[] = [];
    for (const extend of this.extenders) members.push(await extend(rows.map(({ id }) => id)));
    return members;
  }

  private async assertWithinPlan(): Promise<void> {
    const { planLimit, label, entity } = this.resource;
    if (planLimit === undefined) return;
    const where = { $and: [{ companyId: this.deps.context.companyId }, this.where()] } as FilterQuery<E>;
    await this.deps.planLimits.assertWithinLimit(planLimit, label.many, () => this.em.count(entity, where));
  }

  protected async presentOne(row: E): Promise<R> {
    const [record] = await this.present([row]);
    if (!record) throw new Error(`${this.resource.name} presents no record`);
    return record;
  }

  protected get em(): Db['em'] {
    return this.deps.db.em;
  }

  private get columns(): Record<string, EntityProperty> {
    return this.em.getMetadata().get(this.resource.entity).properties;
  }

  /** @throws the resource's 404, also for rows of another company. */
  protected async find(id: number): Promise<E> {
    const where = this.scopeToCompany({ $and: [{ id }, this.where()] } as FilterQuery<E>);
    const entity = await this.em.findOne(this.resource.entity, where, { filters: false });
    if (!entity) throw this.resource.notFound();
    return entity;
  }

  /** The company's own condition beside row security, so that the planner finds the index by it. */
  private scopeToCompany(where: FilterQuery<E>): FilterQuery<E> {
    const companyId = this.deps.context.unit?.companyId;
    if (companyId === undefined || !(this.resource.entity.prototype instanceof TenantEntity)) return where;
    const { id } = this.em.getFilterParams<{ id: number }>(companyFilter);
    return { $and: [{ companyId: id }, where] } as FilterQuery<E>;
  }

  /** Rows that hold the text in one of the resource's search fields. */
  protected searchWhere(
    search: string,
    fields: readonly string[] = this.resource.search ?? [],
  ): object | Promise<object> {
    if (!search || fields.length === 0) return {};
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    return { $or: fields.map((field) => ({ [field]: { $ilike: pattern } })) };
  }

  /** Rows of those days; what a resource that is `dated` overrides. */
  protected async dateWhere(_days: Days): Promise<object> {
    throw new Error(`${this.resource.name} does not say which days its rows belong to`);
  }

  /** PostgreSQL compares a column with values of its own kind only. */
  private filterWhere(filter: ListQuery['filter']): object {
    for (const [name, value] of Object.entries(filter)) {
      const type = this.columns[name]?.runtimeType;
      const fits = (item: unknown): boolean => item === null || typeof item === (type === 'Date' ? 'string' : type);
      if (![value].flat().every(fits)) invalidQuery('filter');
    }
    return filter;
  }

  /** The asked order, made total by the id; a column that only the answer has cannot be sorted by. */
  private order({ sort: { field, order } }: ListQuery): QueryOrderMap<E>[] {
    if (!(field in this.columns)) invalidQuery('sort');
    const { sort, thenBy } = this.resource;
    const second = thenBy && field === sort[0] ? [thenBy] : [];
    return [...new Set<string>([field, ...second, 'id'])].map((name) => ({
      [name]: order,
    })) as unknown as QueryOrderMap<E>[];
  }

  /** Counts no further than the bound; a first page that is not full needs no statement at all. */
  private async count(where: FilterQuery<E>, { offset, limit }: ListQuery, found: number): Promise<BoundedCount> {
    if (found > 0 && found <= limit) return { count: offset + found };
    const bounded = this.em
      .createQueryBuilder(this.resource.entity, 't')
      .select('id')
      .where(this.scopeToCompany(where) as QBFilterQuery<E>)
      .limit(countLimit + 1);
    const row = await this.deps.db.row<{ count: number }>(
      sql`select count(*) as count from (${sql.raw(bounded.getFormattedQuery())}) x`,
    );
    return boundedCount(row?.count ?? 0);
  }

  /** The record before a change, where the audit log tells what changed. */
  private async snapshotForAudit(entity: E): Promise<Values | undefined> {
    return this.resource.audit && ((await this.presentOne(entity)) as Values);
  }

  private withDefaults(input: I): Values {
    const values = this.normalizeEmpty(input as Values);
    for (const { name, default: initial, apiDefault = initial, generate } of this.fields) {
      const value = generate ? generate() : apiDefault;
      if (values[name] === undefined && value !== undefined) values[name] = value;
    }
    return values;
  }

  /** HTML forms send '' for an untouched optional input: that is null here. */
  private normalizeEmpty(input: Values): Values {
    const values: Values = { ...input };
    for (const field of this.fields) {
      const empty = values[field.name] === '' || values[field.name] === null;
      if (!empty) continue;
      if (field.writeOnly || field.generate) delete values[field.name];
      else if (field.nullable && field.widget !== 'multiline') values[field.name] = null;
      else if (!field.nullable) values[field.name] = field.default;
      else values[field.name] ??= null;
    }
    return values;
  }

  /** A field above the caller's rank is refused only if its value would change (behaviour.md §1). */
  private async rejectForbiddenFields(values: Values, entity?: E): Promise<void> {
    const actor = this.deps.context.maybeActor;
    const guarded = actor
      ? this.fields.filter(({ name, level }) => level && !hasLevel(actor, level) && values[name] !== undefined)
      : [];
    if (guarded.length === 0) return;
    const current = (entity ? await this.presentOne(entity) : {}) as Values;
    for (const { name, default: initial } of guarded) {
      if (comparisonKey(name in current ? current[name] : initial) !== comparisonKey(values[name]))
        throw coreErrors.ERR_NO_PERMISSION();
      delete values[name];
    }
  }

  protected async emitChanged(action: RecordAction, entity: E): Promise<R> {
    const record = await this.presentOne(entity);
    this.emit(action, entity.id, record, entity);
    return record;
  }

  private emit(action: RecordAction, id: number, record: object | null, entity: E): void {
    const companyId = this.deps.context.unit?.companyId ?? (entity as Values)['companyId'];
    if (typeof companyId !== 'number' || !allResources.has(this.resource.name)) return;
    this.deps.events.emit(new RecordChanged(this.resource.name, action, companyId, id, record));
  }
}

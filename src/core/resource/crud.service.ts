import type { EntityProperty, FilterQuery, RequiredEntityData } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type RawBuilder, sql } from 'kysely';
import { Audit } from '../audit/audit.js';
import { Context } from '../context.js';
import type { BaseEntity } from '../database/base.entity.js';
import { Db } from '../database/db.js';
import { TenantEntity } from '../database/tenant.entity.js';
import { coreErrors } from '../errors/core-errors.js';
import { Events } from '../events/events.js';
import { t } from '../i18n.js';
import type { ExportColumn, OptionsRoute, RecordAction, Resource } from './define-resource.js';
import { type FieldMeta, fieldsOf } from './field-meta.js';
import { dropForbiddenFields, normalizeEmpty, withDefaults } from './input-values.js';
import type { Days, ListQuery, Page } from './page.js';
import { PlanLimits } from './plan-limits.js';
import { differenceOf, type RecordVerb } from './record-audit.js';
import { RecordChanged, recordMembers } from './record-changed.js';
import { readPage } from './record-page.js';
import { type Computed, RecordTable, type Stored } from './record-table.js';
import { RemovedRecord } from './removed-record.entity.js';
import { lostSecrets, refuseSupportSecrets } from './secret-addresses.js';

type Values = Record<string, unknown>;

const notConfirmed = t(
  'Digite exatamente o nome mostrado',
  'Type exactly the name that is shown',
  'Escriba exactamente el nombre mostrado',
);

/** What every generated service needs, in one object, so that services of modules have a short constructor. */
@Injectable()
export class CrudDependencies {
  constructor(
    readonly db: Db,
    readonly context: Context,
    readonly events: Events,
    readonly audit: Audit,
    private readonly modules: ModuleRef,
  ) {}

  get planLimits(): PlanLimits {
    return this.modules.get(PlanLimits, { strict: false });
  }
}

/** The columns of an entity that its input sets, and those that every record has. */
export type Columns<E extends BaseEntity, I> = Pick<
  Stored<E>,
  Extract<keyof E, keyof I | 'id' | 'createdAt' | 'updatedAt'>
>;

/**
 * Lists, gets, creates, updates and removes records of one resource. Modules extend it when a verb does more than
 * change a row, usually by overriding {@link where}, {@link write}, {@link present} or {@link assertRemovable}.
 */
export class CrudService<
  E extends BaseEntity = BaseEntity,
  I extends object = object,
  R extends object = Columns<E, I>,
> {
  private readonly fields: readonly FieldMeta[];
  /** The names of the columns that records show. */
  private readonly shownNames: readonly string[];

  constructor(
    protected readonly resource: Resource<E, I>,
    protected readonly deps: CrudDependencies,
  ) {
    this.fields = fieldsOf(resource.input);
    const readable = [...this.fields.filter(({ writeOnly }) => !writeOnly), ...(resource.columns ?? [])];
    this.shownNames = [...new Set(readable.map(({ name }) => name))].filter((name) => name in this.columns);
  }

  async list(query: ListQuery): Promise<Page<R>> {
    const { where, filter } = await this.found(query);
    const page = await readPage(
      this.deps.db,
      this.resource,
      where,
      { ...query, filter },
      this.listColumns(),
      this.computed(),
    );
    return { ...page, rows: await this.present(page.rows) };
  }

  /** The condition of a list, which is the same for all its pages. */
  protected async found(query: ListQuery): Promise<{ where: object; filter: ListQuery['filter'] }> {
    const { filter, where: filtered } = await this.filterWhere(query.filter);
    const where = {
      $and: [
        await this.where(),
        await this.searchWhere(query.search),
        filtered,
        query.days ? await this.dateWhere(query.days) : {},
        query.ids ? { id: { $in: query.ids } } : {},
      ],
    } as FilterQuery<E>;
    return { where: this.scopeToCompany(where), filter };
  }

  /** Every record, for pickers. */
  async options({ fields, where = {}, orderBy, limit }: OptionsRoute): Promise<object[]> {
    const rows = await this.rowsBy(orderBy, 'asc', where, limit, fields);
    if (!fields) return this.present(rows);
    return rows.map((row) => Object.fromEntries(fields.map((name) => [name, (row as Values)[name]])));
  }

  async get(id: number): Promise<R> {
    return this.presentOne(await this.find(id));
  }

  async create(input: I): Promise<R> {
    const values = withDefaults(this.fields, input);
    dropForbiddenFields(this.fields, this.deps.context.maybeActor, values, {});
    refuseSupportSecrets(this.fields, this.deps.context.maybeActor, values, {});
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
    const values = normalizeEmpty(this.fields, input);
    const before: Values = { ...((await this.presentOne(entity)) as object) };
    dropForbiddenFields(this.fields, this.deps.context.maybeActor, values, before);
    refuseSupportSecrets(this.fields, this.deps.context.maybeActor, values, before);
    const stored = { ...(entity as Values) };
    await this.write(entity, values as Partial<I>, false);
    for (const name of lostSecrets(this.fields, stored, entity as Values)) this.loseSecret(entity, name);
    await this.em.flush();
    await this.afterWrite(entity, values as Partial<I>, false);
    const after = await this.presentOne(entity);
    const difference = differenceOf(this.fields, values, before, { ...(after as object) });
    if (difference.changed.length > 0) this.recordAudit('updated', entity, difference);
    this.emit('update', id, after, entity);
    return after;
  }

  /** @throws 400 when the resource requires a confirmation, and the given one is wrong */
  async remove(id: number, confirmation?: unknown): Promise<void> {
    const entity = await this.find(id);
    const { removalConfirmedBy } = this.resource;
    if (removalConfirmedBy && confirmation !== entity[removalConfirmedBy])
      throw coreErrors.ERR_VALIDATION({ fields: { confirm: notConfirmed } });
    await this.assertRemovable(entity);
    if (this.resource.keepsName) this.keepName(entity);
    this.em.remove(entity);
    await this.em.flush();
    this.recordAudit('deleted', entity, {}, id);
    this.emitRemoved(entity, id);
  }

  /** The columns of the export in the caller's language; those of the descriptor unless a module adds further ones. */
  async exportColumns(): Promise<ExportColumn<Stored<E>>[]> {
    const { locale } = this.deps.context;
    return Object.entries(this.resource.exports?.columns ?? {}).map(([name, { heading }]) => ({
      heading: heading[locale],
      cell: (row) => String((row as Values)[name] ?? ''),
    }));
  }

  /** The next rows of the export after the given one, by the sort field, which has no nulls, and the id. */
  exportRows(after: Stored<E> | undefined, limit: number): Promise<Stored<E>[]> {
    const [field, order] = this.resource.sort;
    const beyond = order === 'asc' ? '$gt' : '$lt';
    const rest = after && {
      [field]: { [`${beyond}e`]: after[field] },
      $or: [{ [field]: { [beyond]: after[field] } }, { id: { [beyond]: after.id } }],
    };
    return this.rowsBy(field, order, rest, limit);
  }

  private async rowsBy(
    field: string,
    direction: 'asc' | 'desc',
    where: object = {},
    limit?: number,
    fields?: readonly string[],
  ): Promise<Stored<E>[]> {
    const { table } = this;
    const condition = table.condition(this.scopeToCompany({ $and: [await this.where(), where] } as FilterQuery<E>));
    const order = table.orderBy([
      [field, direction],
      ['id', direction],
    ]);
    return this.deps.db.rows(sql<Stored<E>>`select ${table.columns(fields)} ${table.from} where ${condition} ${order}
      ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}`);
  }

  /** Limits which rows of the company this caller may see at all. */
  protected where(): FilterQuery<E> | Promise<FilterQuery<E>> {
    return {} as FilterQuery<E>;
  }

  /** Matches rows with the text in one of the resource's search fields. */
  protected searchWhere(
    search: string,
    fields: readonly string[] = this.resource.search ?? [],
  ): object | Promise<object> {
    if (!search || fields.length === 0) return {};
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    return { $or: fields.map((field) => ({ [field]: { $ilike: pattern } })) };
  }

  /** Matches rows of those days; a resource that is `dated` must override it. */
  protected async dateWhere(_days: Days): Promise<object> {
    throw new Error(`${this.resource.name} does not say which days its rows belong to`);
  }

  /** Further columns that a list reads with its rows, from the table `t`. */
  protected listColumns(): RawBuilder<unknown>[] {
    return [];
  }

  /** What a list may be sorted by beside the columns of `t`; it is read for all rows of the company. */
  protected computed(): Computed {
    return {};
  }

  /** Turns filters that are no columns into a condition, and returns the others. */
  protected async filterWhere(filter: ListQuery['filter']): Promise<{ filter: ListQuery['filter']; where: object }> {
    return { filter, where: {} };
  }

  /** The values of a new row that come from no input. */
  protected initialValues(): object {
    return {};
  }

  /**
   * Copies the input into the row; override it to hash, normalise or check. Fields that are no columns are left to
   * {@link afterWrite}, as are secrets, because they are encrypted with the id of the row.
   */
  protected async write(entity: E, input: Partial<I>, _creating: boolean): Promise<void> {
    const { columns } = this;
    const secrets = new Set(this.fields.filter(({ widget }) => widget === 'secret').map(({ name }) => name));
    for (const [name, value] of Object.entries(input))
      if (name in columns && !secrets.has(name)) (entity as Values)[name] = value;
  }

  /** Called after the row is stored, in the same transaction, for example to link other rows. */
  protected async afterWrite(_entity: E, _input: Partial<I>, _creating: boolean): Promise<void> {}

  /** Refuses a removal that no foreign key of the database refuses. */
  protected async assertRemovable(_entity: E): Promise<void> {}

  /** Turns rows into what callers see; write-only fields are never included. */
  protected async present(rows: readonly Stored<E>[]): Promise<R[]> {
    return (await this.records(rows, () => ({}))) as object[] as R[];
  }

  /** The visible columns of rows, with further members for each. */
  protected async records<M extends object>(
    rows: readonly Stored<E>[],
    members: (row: Stored<E>) => M,
  ): Promise<(Columns<E, I> & M)[]> {
    const records = rows.map((row) => {
      const values = row as Values;
      const record: { [name: string]: unknown; id: number } = { id: row.id };
      for (const name of this.shownNames) record[name] = values[name];
      record['createdAt'] = values['createdAt'];
      record['updatedAt'] = values['updatedAt'];
      return Object.assign(record, members(row));
    });
    const asked = { resource: this.resource.name, ids: records.map(({ id }) => id) };
    for (const added of await this.deps.events.ask(recordMembers, asked))
      for (const record of records) Object.assign(record, added.get(record.id));
    return records as object[] as (Columns<E, I> & M)[];
  }

  /** Turns entities into what callers see. */
  protected async presentEntities(entities: readonly E[]): Promise<R[]> {
    const { table } = this;
    return this.present(entities.map((entity) => table.storedOf(entity)));
  }

  protected async presentOne(entity: E): Promise<R> {
    const [record] = await this.presentEntities([entity]);
    if (!record) throw new Error(`${this.resource.name} presents no record`);
    return record;
  }

  /** @throws the resource's 404, also for rows of another company */
  protected async find(id: number): Promise<E> {
    const where = this.scopeToCompany({ $and: [{ id }, await this.where()] } as FilterQuery<E>);
    const entity = await this.em.findOne(this.resource.entity, where, { filters: false });
    if (!entity) throw this.resource.notFound();
    return entity;
  }

  /** Records a change of a record in the audit log, if the resource has `audit`. */
  protected recordAudit(verb: RecordVerb, entity: E, difference: object = {}, id: number = entity.id): void {
    const { audit } = this.resource;
    if (!audit) return;
    const name = audit.nameField && (entity as Values)[audit.nameField];
    const data = { ...(name ? { name } : {}), ...difference };
    this.deps.audit.record(`${audit.noun}.${verb}`, id, data, this.auditCompany(entity));
  }

  /** The company of an audit entry that has no actor, in a transaction of the platform. */
  protected auditCompany(_entity: E): { companyId?: number } {
    return {};
  }

  /** Emits the event of a row that was created or changed, and returns the record. */
  protected async emitChanged(action: RecordAction, entity: E): Promise<R> {
    const record = await this.presentOne(entity);
    this.emit(action, entity.id, record, entity);
    return record;
  }

  /** Emits the event of a removed row. */
  protected emitRemoved(entity: E, id: number = entity.id): void {
    this.emit('delete', id, null, entity);
  }

  /** Emits the event of a changed row; `record` is null after a removal. */
  protected emit(action: RecordAction, id: number, record: object | null, entity: E): void {
    const companyId = this.deps.context.unit?.companyId ?? (entity as Values)['companyId'];
    const { name } = this.resource;
    this.deps.events.emit(
      new RecordChanged({
        resource: name,
        action,
        companyId: typeof companyId === 'number' ? companyId : 0,
        id,
        record,
      }),
    );
  }

  protected get em(): Db['em'] {
    return this.deps.db.em;
  }

  private get table(): RecordTable<E> {
    return new RecordTable(this.deps.db, this.resource.entity);
  }

  private get columns(): Record<string, EntityProperty> {
    return this.deps.db.metadata.get(this.resource.entity).properties;
  }

  /** Repeats the condition of row security on the company, so that the planner finds the index for it. */
  private scopeToCompany(where: FilterQuery<E>): FilterQuery<E> {
    const companyId = this.deps.context.unit?.companyId;
    if (companyId === undefined || !(this.resource.entity.prototype instanceof TenantEntity)) return where;
    return { $and: [{ companyId }, where] } as FilterQuery<E>;
  }

  private loseSecret(entity: E, secret: string): void {
    if (!(secret in this.columns)) throw new Error(`${this.resource.name} has no column ${secret}`);
    (entity as Values)[secret] = null;
  }

  private keepName(entity: E): void {
    const { name, color } = entity as { name?: string; color?: string };
    if (name === undefined) throw new Error(`${this.resource.name} has no column name`);
    this.em.create(RemovedRecord, { resource: this.resource.name, recordId: entity.id, name, color: color ?? null });
  }

  private async assertWithinPlan(): Promise<void> {
    const { planLimit, label, entity } = this.resource;
    if (planLimit === undefined) return;
    const where = { $and: [{ companyId: this.deps.context.companyId }, await this.where()] } as FilterQuery<E>;
    await this.deps.planLimits.assertWithinLimit(planLimit, label.many, () => this.em.count(entity, where));
  }
}

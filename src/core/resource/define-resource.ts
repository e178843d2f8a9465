import type { Type } from '@nestjs/common';
import type { AccessLevel } from '../access/decorators.js';
import { defineAuditActions } from '../audit/audit-actions.js';
import type { BaseEntity } from '../database/base.entity.js';
import { type AppError, type AppErrorOptions, defineError } from '../errors/app-error.js';
import { coreErrors } from '../errors/core-errors.js';
import { mapConstraintError } from '../errors/database-errors.js';
import { type Localized, t } from '../i18n.js';
import type { BodyLimit } from '../requests/body-limits.js';
import { type FieldMeta, fieldsOf } from './field-meta.js';
import { defineRecordAuditActions, type RecordAudit } from './record-audit.js';

export interface MenuSection {
  readonly name: string;
  readonly order: number;
  readonly label: Localized;
}

const sections = new Map<string, MenuSection>();
/** The sections of the menu, in the order on screen. */
export const menuSections = (): MenuSection[] => [...sections.values()].toSorted((a, b) => a.order - b.order);

/** Declares a section of the menu. @throws when it is declared twice */
export function defineMenuSection(name: string, order: number, label: Localized): void {
  if (sections.has(name)) throw new Error(`The menu section ${name} is declared twice`);
  sections.set(name, { name, order, label });
}

export interface MenuEntry {
  /** Declared by {@link defineMenuSection}. */
  readonly section: string;
  readonly order: number;
  /** Name of an MUI icon. */
  readonly icon: string;
  /** Who sees the entry, where the page itself is open to more. */
  readonly level?: AccessLevel;
  /** Flag of the plan that shows the entry, where it is another one than the page's. */
  readonly feature?: string;
}

export type RecordAction = 'create' | 'update' | 'delete';

export type Verb = 'list' | 'get' | 'create' | 'update' | 'remove';

export interface ResourceOptions<E extends BaseEntity, I extends object> {
  /** Path of the API, in the spec's spelling. */
  readonly name: string;
  readonly entity: new () => E;
  readonly input: Type<I>;
  /** What an update takes, where it may say more than a new record: a class that extends the input. */
  readonly updateInput?: Type<I>;
  /** `feminine`: in Portuguese and Spanish. */
  readonly label: { readonly one: Localized; readonly many: Localized; readonly feminine?: boolean };
  /** What a list without any record says below its title: what to do or expect. */
  readonly empty: Localized;
  /** 'No … yet' unless given. */
  readonly emptyTitle?: Localized;
  /** Name of one record in codes and socket payloads; the name in camel case without its s unless given. */
  readonly singular?: string;
  /** Columns of the list, in order: fields of the input or of {@link columns}; the input's fields unless given. */
  readonly list?: readonly string[];
  /** Columns that are shown but not entered. */
  readonly columns?: readonly FieldMeta[];
  readonly search?: readonly (keyof E & string)[];
  /** Newest first unless given. */
  readonly sort?: readonly [field: keyof E & string, order: 'asc' | 'desc'];
  /** Orders rows that are equal in the sort field; in its order, or in one of their own. */
  readonly thenBy?: (keyof E & string) | readonly [field: keyof E & string, order: 'asc' | 'desc'];
  /** Columns, or fields of the input that the service translates (`filterWhere`). */
  readonly filters?: readonly ((keyof E | keyof I) & string)[];
  /** Those of the filters that are ids, which existing clients send as parameters of their own. */
  readonly plainFilters?: readonly string[];
  readonly pageSize?: number;
  /** Lists may be narrowed to days of the company's calendar; the service says what that means (`dateWhere`). */
  readonly dated?: { readonly from: Localized; readonly until: Localized };
  /** Member of the envelope that holds the rows; `''` for a bare array. The name unless said otherwise. */
  readonly envelope?: string;
  /** `write` decides what screens offer; `update` opens the route to more, whose service then decides by the record. */
  readonly access: {
    readonly read: AccessLevel;
    readonly write: AccessLevel;
    readonly update?: AccessLevel;
    readonly remove?: AccessLevel;
  };
  readonly feature?: string;
  /** `platform`: rows of the platform itself, which only super-admins write. */
  readonly scope?: 'company' | 'platform';
  /** Area of the scopes by which service tokens may call its routes; without it they may not. */
  readonly tokenScope?: string;
  readonly live?: LiveEvent;
  /** What a violated unique constraint answers: 409 with the text at the field. */
  readonly unique?: readonly UniqueRule[];
  /** Member of the plan that limits how many records a company has. */
  readonly planLimit?: string;
  /** Unpaged lists for pickers, each a route of its own. */
  readonly options?: readonly OptionsRoute[];
  readonly exports?: ExportRules;
  readonly menu?: MenuEntry;
  /** Path of the screen when it is not the API's. */
  readonly screen?: string;
  /** What an update may weigh, where existing clients send back more than they changed. */
  readonly updateLimits?: Parameters<typeof BodyLimit>;
  /** Generated routes that the module writes itself, or does not offer. */
  readonly except?: readonly Verb[];
  /** Code of the 404, whose text is made of the label, or an error of the module; `ERR_NO_<SINGULAR>_FOUND` unless given. */
  readonly notFound?: string | (() => AppError);
  readonly audit?: Omit<RecordAudit, 'noun'> & { readonly noun?: string };
  /** Texts of the spec for a saved and a deleted record. */
  readonly savedMessage?: Localized;
  readonly removedMessage?: Localized;
  /** Said instead of the reason when a record could not be stored; the fields still say theirs. */
  readonly notSavedMessage?: Localized;
  /** Field whose value a deletion repeats as `confirm`, where it takes along too much for a question. */
  readonly removalConfirmedBy?: keyof E & string;
  /** What a deletion takes along; said with the question before it. */
  readonly removalWarning?: Localized;
}

export interface LiveEvent {
  /** Suffix of the socket event; the singular unless given. */
  readonly event?: string;
  /** `module`: the module broadcasts itself. */
  readonly to: 'company' | 'admins' | 'module';
  /** A further name of the id in a deletion, which existing clients read. */
  readonly deletedAs?: string;
  /** Suffix of the event that existing clients read as `{ action, record }`, or `{ action, id }` of a deletion. */
  readonly recordEvent?: string;
  /** Further events that existing clients expect, by their whole names; a null payload sends none. */
  readonly also?: Readonly<Record<string, (action: RecordAction, record: object | null) => object | null>>;
}

export interface UniqueRule {
  readonly field: string;
  /** That of company and field unless given. */
  readonly constraint?: string;
  /** 'There is already a … with this name' unless given. */
  readonly text?: Localized;
  /** Of the answer, where it is not the field's. */
  readonly message?: Localized;
  /** Instead of ERR_CONFLICT. */
  readonly error?: (options: AppErrorOptions) => AppError;
}

/** `GET /<resource>/export`: every record that the caller sees as CSV, by the sort field, which holds no nulls. */
export interface ExportRules {
  readonly level: AccessLevel;
  /** Columns of the row, with their headings. */
  readonly columns: Readonly<Record<string, { readonly heading: Localized }>>;
}

/** A column of an export, for one reader. */
export interface ExportColumn<E> {
  readonly heading: string;
  readonly cell: (row: E) => string;
}

export interface OptionsRoute {
  /** `GET /<resource>/<path>`, for those who read the resource. */
  readonly path: string;
  readonly summary: string;
  /** Columns of each record; the whole record unless given. */
  readonly fields?: readonly string[];
  readonly where?: object;
  readonly orderBy: string;
  /** At most so many. */
  readonly limit?: number;
  /** Member of the answer that holds the records; a bare array unless given. */
  readonly envelope?: string;
}

/** A resource with everything that its options leave to the defaults. */
export interface Resource<E extends BaseEntity = BaseEntity, I extends object = object> extends ResourceOptions<E, I> {
  readonly emptyTitle: Localized;
  readonly singular: string;
  readonly list: readonly string[];
  readonly sort: readonly [field: keyof E & string, order: 'asc' | 'desc'];
  readonly live?: LiveEvent & { readonly event: string };
  readonly audit?: RecordAudit;
  readonly notFound: () => AppError;
}

const registry = new Map<string, Resource>();
/** Every resource of the application, for `/resources`, OpenAPI and the contract tests. */
export const allResources: ReadonlyMap<string, Resource> = registry;

/** Declares a resource: REST in both dialects, OpenAPI, `/resources`, events, and the admin's list and form. */
export function defineResource<E extends BaseEntity, I extends object>(options: ResourceOptions<E, I>): Resource<E, I> {
  const { name, label, singular = singularOf(name), live, audit, unique = [] } = options;
  if (registry.has(name)) throw new Error(`The resource ${name} is defined twice`);
  const words = wordsOf(label);
  const { notFound = `ERR_NO_${singular.replace(/[A-Z]/g, '_$&').toUpperCase()}_FOUND` } = options;
  const resource: Resource<E, I> = {
    emptyTitle: words.noneYet,
    list: fieldsOf(options.input).map((field) => field.name),
    sort: ['id', 'desc'],
    ...options,
    singular,
    live: live && { event: singular, ...live },
    audit: audit && { noun: singular, ...audit },
    notFound: typeof notFound === 'string' ? defineError(notFound, { status: 404, text: words.notFound }) : notFound,
  };
  registry.set(name, resource as unknown as Resource);
  if (resource.audit) defineRecordAuditActions(resource.audit, label.one);
  if (resource.exports) defineAuditActions('exports', { [`${name}.exported`]: words.exported });
  for (const { field, constraint, text = words.nameTaken, message = text, error } of unique)
    mapConstraintError(constraint ?? `${name.replaceAll('-', '_')}_company_id_${field}_unique`, () =>
      (error ?? coreErrors.ERR_CONFLICT)({ text: message, fields: { [field]: text } }),
    );
  return resource;
}

const singularOf = (name: string): string =>
  name.replace(/s$/, '').replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

/** The sentences that are made of a label. */
function wordsOf({ one, many, feminine }: ResourceOptions<BaseEntity, object>['label']) {
  const [pt, en, es] = [one.pt.toLowerCase(), one.en.toLowerCase(), one.es.toLowerCase()];
  const [a, o] = feminine ? ['a', 'a'] : ['', 'o'];
  return {
    exported: t(
      `Exportou ${many.pt.toLowerCase()}`,
      `Exported ${many.en.toLowerCase()}`,
      `Exportó ${many.es.toLowerCase()}`,
    ),
    nameTaken: t(
      `Já existe um${a} ${pt} com este nome`,
      `There is already a ${en} with this name`,
      `Ya existe un${a} ${es} con este nombre`,
    ),
    noneYet: t(`Nenhum${a} ${pt} ainda`, `No ${many.en.toLowerCase()} yet`, `Todavía no hay ${many.es.toLowerCase()}`),
    notFound: t(
      `Nenhum${a} ${pt} encontrad${o} com este ID.`,
      `No ${en} found with this ID.`,
      `No se encontró un${a} ${es} con este ID.`,
    ),
  };
}

/** The 404 of a resource, for modules that refer to its records. */
export function notFoundOf(name: string): AppError {
  const resource = registry.get(name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return resource.notFound();
}

/** The columns of a resource's list, in its order. */
export function columnsOf<E extends BaseEntity, I extends object>(resource: Resource<E, I>): FieldMeta[] {
  const known = [...fieldsOf(resource.input), ...(resource.columns ?? [])];
  return resource.list.flatMap((name) => known.find((column) => column.name === name) ?? []);
}

export interface PageDefinition {
  readonly name: string;
  readonly path: string;
  readonly label: Localized;
  readonly level: AccessLevel;
  readonly feature?: string;
  readonly menu?: MenuEntry;
}

const pages = new Map<string, PageDefinition>();
/** Every custom screen that the menu may offer. */
export const allPages: ReadonlyMap<string, PageDefinition> = pages;

/** Declares a custom screen of the admin, so that menu, gates and redirects follow the same facts. */
export function definePage(page: PageDefinition): PageDefinition {
  if (pages.has(page.name)) throw new Error(`The page ${page.name} is defined twice`);
  pages.set(page.name, page);
  return page;
}

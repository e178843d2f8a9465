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
  /** The name of a section that {@link defineMenuSection} declared. */
  readonly section: string;
  readonly order: number;
  /** The name of an MUI icon. */
  readonly icon: string;
  /** The rank that sees the entry, when more users may open the page. */
  readonly level?: AccessLevel;
  /** The plan flag that shows the entry, when it differs from that of the page. */
  readonly feature?: string;
  /** The path of the entry whose page shows this one as a tab; for users without that entry it is one of its own. */
  readonly tabOf?: string;
}

export type RecordAction = 'create' | 'update' | 'delete';

export type Verb = 'list' | 'get' | 'create' | 'update' | 'remove';

export interface ResourceOptions<E extends BaseEntity, I extends object> {
  /** The path of the API, spelled as in the spec. */
  readonly name: string;
  readonly entity: new () => E;
  readonly input: Type<I>;
  /** The input of an update, when it allows more than that of a new record: a class that extends `input`. */
  readonly updateInput?: Type<I>;
  /** `feminine` is the gender of the label in Portuguese and Spanish. */
  readonly label: { readonly one: Localized; readonly many: Localized; readonly feminine?: boolean };
  /** Shown below the title of a list without records: what to do or expect. */
  readonly empty: Localized;
  /** The title of a list without records; 'No … yet' by default. */
  readonly emptyTitle?: Localized;
  /** The name of one record in codes and payloads; by default the resource's name in camel case without its s. */
  readonly singular?: string;
  /** The columns of the list, in order: fields of the input or of {@link columns}; by default the input's fields. */
  readonly list?: readonly string[];
  /** Columns that are shown, but cannot be entered. */
  readonly columns?: readonly FieldMeta[];
  readonly search?: readonly (keyof E & string)[];
  /** The default is newest first. */
  readonly sort?: readonly [field: keyof E & string, order: 'asc' | 'desc'];
  /** A second sort field, for rows with an equal first one; it has the same direction unless it gives its own. */
  readonly thenBy?: (keyof E & string) | readonly [field: keyof E & string, order: 'asc' | 'desc'];
  /** Columns, or fields of the input that the service translates (`filterWhere`). */
  readonly filters?: readonly ((keyof E | keyof I) & string)[];
  /** Filters by id that existing clients send as separate parameters. */
  readonly plainFilters?: readonly string[];
  readonly pageSize?: number;
  /** Lists can be filtered by days of the company's calendar; the service defines what that means (`dateWhere`). */
  readonly dated?: { readonly from: Localized; readonly until: Localized };
  /** The member of the answer that contains the rows, by default `name`; `''` for a bare array. */
  readonly envelope?: string;
  /** `write` decides what screens offer; `update` opens the route to more users, whom the service checks by record. */
  readonly access: {
    readonly read: AccessLevel;
    readonly write: AccessLevel;
    readonly update?: AccessLevel;
    readonly remove?: AccessLevel;
  };
  readonly feature?: string;
  /** `platform`: the rows belong to the platform itself, and only super-admins write them. */
  readonly scope?: 'company' | 'platform';
  /** The area of the scopes by which service tokens may call the routes; without it they may not. */
  readonly tokenScope?: string;
  readonly live?: LiveEvent;
  /** The unique constraints whose violation is answered 409, with a text at the field. */
  readonly unique?: readonly UniqueRule[];
  /** The member of the plan that limits how many records a company may have. */
  readonly planLimit?: string;
  /** Lists without pages for pickers, each with its own route. */
  readonly options?: readonly OptionsRoute[];
  readonly exports?: ExportRules;
  readonly menu?: MenuEntry;
  /** The path of the screen, when it differs from that of the API. */
  readonly screen?: string;
  /** The body limits of an update, when existing clients send back more than they changed. */
  readonly updateLimits?: Parameters<typeof BodyLimit>;
  /** Generated routes that the module implements itself, or does not offer. */
  readonly except?: readonly Verb[];
  /** The 404: a code, with a text made from the label, or the module's own error; default `ERR_NO_<SINGULAR>_FOUND`. */
  readonly notFound?: string | (() => AppError);
  readonly audit?: Omit<RecordAudit, 'noun'> & { readonly noun?: string };
  /** The name of a removed record stays, for rows of the past that have its id (`removed_records`). */
  readonly keepsName?: boolean;
  /** The texts of the spec after a record was saved or deleted. */
  readonly savedMessage?: Localized;
  readonly removedMessage?: Localized;
  /** Shown instead of the reason when a record could not be stored; fields still show their own errors. */
  readonly notSavedMessage?: Localized;
  /** The field whose value a deletion must repeat as `confirm`, because it deletes too much for a simple question. */
  readonly removalConfirmedBy?: keyof E & string;
  /** What a deletion also deletes; shown with the question before it. */
  readonly removalWarning?: Localized;
}

export interface LiveEvent {
  /** The suffix of the socket event; `singular` by default. */
  readonly event?: string;
  /** `module`: the module broadcasts the changes itself. */
  readonly to: 'company' | 'admins' | 'module';
  /** A second name of the id in the payload of a deletion, which existing clients read. */
  readonly deletedAs?: string;
  /** The suffix of the event that existing clients read as `{ action, record }`, or `{ action, id }` for a deletion. */
  readonly recordEvent?: string;
  /** Further events for existing clients, by their full names; when the payload is null, none is sent. */
  readonly also?: Readonly<Record<string, (action: RecordAction, record: object | null) => object | null>>;
}

export interface UniqueRule {
  readonly field: string;
  /** The name of the constraint; by default that of company and field. */
  readonly constraint?: string;
  /** The text at the field; 'There is already a … with this name' by default. */
  readonly text?: Localized;
  /** The message of the answer, when it differs from the text at the field. */
  readonly message?: Localized;
  /** The error to use instead of ERR_CONFLICT. */
  readonly error?: (options: AppErrorOptions) => AppError;
}

/** `GET /<resource>/export`: all records that the caller sees as CSV, by the sort field, which must have no nulls. */
export interface ExportRules {
  readonly level: AccessLevel;
  /** The exported columns of the row, with their headings. */
  readonly columns: Readonly<Record<string, { readonly heading: Localized }>>;
}

/** A column of an export in the language of the caller. */
export interface ExportColumn<E> {
  readonly heading: string;
  readonly cell: (row: E) => string;
}

export interface OptionsRoute {
  /** The route is `GET /<resource>/<path>`, for those who may read the resource. */
  readonly path: string;
  readonly summary: string;
  /** The columns of each record; the whole record by default. */
  readonly fields?: readonly string[];
  readonly where?: object;
  readonly orderBy: string;
  /** The largest number of records. */
  readonly limit?: number;
  /** The member of the answer that contains the records; a bare array by default. */
  readonly envelope?: string;
}

/** A resource in which all defaults of its options are filled in. */
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

/** Declares a resource: its REST routes, OpenAPI, entry in `/resources`, events, and the admin's list and form. */
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

/** The sentences that are made from a label. */
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

/** The columns of a resource's list, in order. */
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

/** Declares a custom screen of the admin, so that menu, access checks and redirects use the same data. */
export function definePage(page: PageDefinition): PageDefinition {
  if (pages.has(page.name)) throw new Error(`The page ${page.name} is defined twice`);
  pages.set(page.name, page);
  return page;
}

import type { Type } from '@nestjs/common';
import type { AccessLevel } from '../access/decorators.js';
import type { BaseEntity } from '../database/base.entity.js';
import { type AppError, type AppErrorOptions, defineErrors } from '../errors/app-error.js';
import { coreErrors } from '../errors/core-errors.js';
import { mapConstraintError } from '../errors/database-errors.js';
import { type Localized, t } from '../i18n.js';
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
  /** What a list without any record says: what is missing, and what to do or expect. */
  readonly empty: { readonly title: Localized; readonly message: Localized };
  /** Name of one record in socket payloads. */
  readonly singular: string;
  /** Columns of the list, in order: fields of the input or of {@link columns}. */
  readonly list: readonly string[];
  /** Columns that are shown but not entered. */
  readonly columns?: readonly FieldMeta[];
  readonly search?: readonly (keyof E & string)[];
  readonly sort: readonly [field: keyof E & string, order: 'asc' | 'desc'];
  /** Orders rows that are equal in the sort field. */
  readonly thenBy?: keyof E & string;
  readonly filters?: readonly (keyof E & string)[];
  readonly pageSize?: number;
  /** Lists may be narrowed to days of the company's calendar; the service says what that means (`daysWhere`). */
  readonly dated?: boolean;
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
  /** `platform`: rows of the platform itself, for super-admins. */
  readonly scope?: 'company' | 'platform';
  /** Suffix of the socket event and who gets it; `module`: the module broadcasts itself. */
  readonly live?: {
    readonly event: string;
    readonly to: 'company' | 'admins' | 'module';
    /** Further events that existing clients expect; a null payload sends none. */
    readonly also?: readonly ExtraEvent[];
  };
  /** What a violated unique constraint answers: 409 with the text at the field. */
  readonly unique?: readonly UniqueRule[];
  /** Member of the plan that limits how many records a company has. */
  readonly planLimit?: string;
  /** Unpaged lists for pickers, each a route of its own. */
  readonly options?: readonly OptionsRoute[];
  readonly menu?: MenuEntry;
  /** Path of the screen when it is not the API's. */
  readonly screen?: string;
  /** Generated routes that the module writes itself, or does not offer. */
  readonly except?: readonly Verb[];
  /** Code of the 404, whose text is made of the label, or an error of the module. */
  readonly notFound: string | (() => AppError);
  readonly audit?: RecordAudit;
  /** Texts of the spec for a saved and a deleted record. */
  readonly savedMessage?: Localized;
  readonly removedMessage?: Localized;
  /** What a deletion takes along; said with the question before it. */
  readonly removalWarning?: Localized;
}

export interface ExtraEvent {
  /** Whole name of the event. */
  readonly name: string;
  readonly payload: (action: RecordAction, record: object | null) => object | null;
}

export interface UniqueRule {
  readonly constraint: string;
  readonly field: string;
  /** 'There is already a … with this name' unless given. */
  readonly text?: Localized;
  /** Of the answer, where it is not the field's. */
  readonly message?: Localized;
  /** Instead of ERR_CONFLICT. */
  readonly error?: (options: AppErrorOptions) => AppError;
}

export interface OptionsRoute {
  /** `GET /<resource>/<path>`, for those who read the resource. */
  readonly path: string;
  readonly summary: string;
  /** Columns of each record; the whole record unless given. */
  readonly fields?: readonly string[];
  readonly where?: object;
  readonly orderBy: string;
  /** Member of the answer that holds the records; a bare array unless given. */
  readonly envelope?: string;
}

export interface Resource<E extends BaseEntity = BaseEntity, I extends object = object>
  extends Omit<ResourceOptions<E, I>, 'notFound'> {
  readonly notFound: () => AppError;
}

const registry = new Map<string, Resource>();
/** Every resource of the application, for `/resources`, OpenAPI and the contract tests. */
export const allResources: ReadonlyMap<string, Resource> = registry;

/** Declares a resource: REST in both dialects, OpenAPI, `/resources`, events, and the admin's list and form. */
export function defineResource<E extends BaseEntity, I extends object>(options: ResourceOptions<E, I>): Resource<E, I> {
  if (registry.has(options.name)) throw new Error(`The resource ${options.name} is defined twice`);
  const { notFound } = options;
  const resource = {
    ...options,
    notFound: typeof notFound === 'string' ? defineNotFound(notFound, options.label) : notFound,
  };
  registry.set(options.name, resource as unknown as Resource);
  if (options.audit) defineRecordAuditActions(options.audit, options.label.one);
  for (const { constraint, field, text = nameTaken(options.label), message = text, error } of options.unique ?? [])
    mapConstraintError(constraint, () =>
      (error ?? coreErrors.ERR_CONFLICT)({ text: message, fields: { [field]: text } }),
    );
  return resource;
}

type Label = ResourceOptions<BaseEntity, object>['label'];

const nameTaken = ({ one, feminine }: Label): Localized =>
  t(
    `Já existe um${feminine ? 'a' : ''} ${one.pt.toLowerCase()} com este nome`,
    `There is already a ${one.en.toLowerCase()} with this name`,
    `Ya existe un${feminine ? 'a' : ''} ${one.es.toLowerCase()} con este nombre`,
  );

function defineNotFound(code: string, { one, feminine }: Label): () => AppError {
  const ending = feminine ? 'a' : '';
  const text = t(
    `Nenhum${ending} ${one.pt.toLowerCase()} encontrad${ending || 'o'} com este ID.`,
    `No ${one.en.toLowerCase()} found with this ID.`,
    `No se encontró un${ending} ${one.es.toLowerCase()} con este ID.`,
  );
  const factory = defineErrors({ [code]: { status: 404, text } })[code];
  if (!factory) throw new Error(`No error ${code}`);
  return factory;
}

/** The 404 of a resource, for modules that refer to its records. */
export function notFoundOf(name: string): AppError {
  const resource = registry.get(name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return resource.notFound();
}

/** The columns of a resource's list, in its order. */
export function columnsOf(resource: Resource): FieldMeta[] {
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

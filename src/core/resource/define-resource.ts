import type { Type } from '@nestjs/common';
import type { AccessLevel } from '../access/decorators.js';
import type { BaseEntity } from '../database/base.entity.js';
import type { AppError } from '../errors/app-error.js';
import type { Localized } from '../i18n.js';
import { type FieldMeta, fieldsOf } from './field-meta.js';
import { defineRecordAuditActions, type RecordAudit } from './record-audit.js';

export type MenuSection = 'main' | 'ai' | 'sms' | 'management' | 'super';

export interface MenuEntry {
  readonly section: MenuSection;
  readonly order: number;
  /** Name of an MUI icon. */
  readonly icon: string;
  /** Who sees the entry, where the page itself is open to more. */
  readonly level?: AccessLevel;
}

export type Verb = 'list' | 'get' | 'create' | 'update' | 'remove';

export interface ResourceOptions<E extends BaseEntity, I extends object> {
  /** Path of the API, in the spec's spelling. */
  readonly name: string;
  readonly entity: new () => E;
  readonly input: Type<I>;
  /** What an update takes, where it may say more than a new record: a class that extends the input. */
  readonly updateInput?: Type<I>;
  readonly label: { readonly one: Localized; readonly many: Localized };
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
  /** Suffix of the socket event, with who hears it; `module`: a broadcast of the module's own says who. */
  readonly live?: { readonly event: string; readonly to: 'company' | 'admins' | 'module' };
  readonly menu?: MenuEntry;
  /** Path of the screen when it is not the API's. */
  readonly screen?: string;
  /** Generated routes that the module writes itself, or does not offer. */
  readonly except?: readonly Verb[];
  readonly notFound: () => AppError;
  readonly audit?: RecordAudit;
  /** Texts of the spec for a saved and a deleted record. */
  readonly savedMessage?: Localized;
  readonly removedMessage?: Localized;
  /** What a deletion takes along; said with the question before it. */
  readonly removalWarning?: Localized;
}

export type Resource<E extends BaseEntity = BaseEntity, I extends object = object> = ResourceOptions<E, I>;

const registry = new Map<string, Resource>();
/** Every resource of the application, for `/resources`, OpenAPI and the contract tests. */
export const allResources: ReadonlyMap<string, Resource> = registry;

/** Declares a resource: REST in both dialects, OpenAPI, `/resources`, events, and the admin's list and form. */
export function defineResource<E extends BaseEntity, I extends object>(options: ResourceOptions<E, I>): Resource<E, I> {
  if (registry.has(options.name)) throw new Error(`The resource ${options.name} is defined twice`);
  registry.set(options.name, options as unknown as Resource);
  if (options.audit) defineRecordAuditActions(options.audit, options.label.one);
  return options;
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

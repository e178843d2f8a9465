import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccessLevel, Allow, hasLevel, ManualTransaction, RawRequest } from '../access/decorators.js';
import { permissionsOf } from '../access/permissions.js';
import { Context } from '../context.js';
import { type Locale, t } from '../i18n.js';
import { varyBy } from '../requests/compression.js';
import { PreparedJson } from '../requests/prepared-json.js';
import {
  allPages,
  allResources,
  columnsOf,
  type MenuEntry,
  menuSections,
  type Resource,
  type Verb,
} from './define-resource.js';
import {
  describeField,
  type FieldMeta,
  type FieldView,
  fieldsOf,
  isSortable,
  mayEnter,
  type Reader,
} from './field-meta.js';

const deleteQuestion = t(
  'Deseja realmente excluir esta informação?',
  'Do you really want to delete this?',
  '¿Realmente desea eliminar esta información?',
);
const saved = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

export interface PageView {
  readonly name: string;
  readonly path: string;
  readonly label: string;
  readonly menu: MenuView | null;
  readonly locked: boolean;
}

interface MenuView extends Omit<MenuEntry, 'level' | 'feature'> {
  /** Whether the plan locks the entry; by default as it locks the page. */
  readonly locked?: boolean;
}

export interface ResourceView extends PageView {
  /** null when this user may read the resource, but has no screen for it. */
  readonly screenPath: string | null;
  readonly singular: string;
  /** The name of the socket event of its changes. */
  readonly live: string | null;
  readonly list: {
    readonly columns: readonly FieldView[];
    /** Shown when there are no records. */
    readonly empty: { readonly title: string; readonly message: string };
    readonly search: boolean;
    /** The labels of its filters by day; null if it has none. */
    readonly dated: { readonly from: string; readonly until: string } | null;
    readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
    readonly filters: readonly FieldView[];
  } | null;
  readonly form: { readonly create: readonly FieldView[]; readonly edit: readonly FieldView[] };
  readonly can: Readonly<Record<'list' | 'create' | 'edit' | 'delete', boolean>>;
  readonly deleteQuestion: string;
  /** The messages after saving and deleting. */
  readonly saved: string;
  readonly removed: string;
  /** Shown instead of the server's reason, which is shown when this is empty. */
  readonly notSaved: string;
  /** The field whose value the user must type before a record is deleted. */
  readonly confirmedBy: string | null;
}

export interface ResourcesDocument {
  readonly locale: Locale;
  readonly permissions: readonly string[];
  readonly plan: { readonly features: Readonly<Record<string, boolean>> };
  readonly sections: readonly { readonly name: string; readonly label: string }[];
  readonly pages: readonly PageView[];
  readonly resources: readonly ResourceView[];
  /** Paths of screens that exist, but that this user may not open. */
  readonly refused: readonly string[];
}

/** More combinations of rank, plan and language than an installation uses at a time; each takes 0.2 MB. */
const mostDocuments = 20;

/** Describes what this user may see and do, with every text in their language; the admin builds its screens from it. */
@Controller('resources')
export class ResourcesController {
  /** The documents by what they depend on, the last used at the end. */
  private readonly documents = new Map<string, PreparedJson<ResourcesDocument>>();

  constructor(private readonly context: Context) {}

  @Get()
  @Allow('user')
  @ManualTransaction()
  @ApiOperation({ summary: 'Resources, pages, permissions and plan flags of the caller' })
  describe(@RawRequest() request: FastifyRequest, @Res() reply: FastifyReply): PreparedJson<ResourcesDocument> {
    void reply.header('Cache-Control', 'private, no-cache');
    varyBy(reply, 'Authorization', 'Accept-Language');
    return this.document().send(request, reply);
  }

  private document(): PreparedJson<ResourcesDocument> {
    const { actor, locale } = this.context;
    const reader: Reader = { profile: actor.profile, super: actor.super, features: actor.features };
    const key = JSON.stringify([locale, reader]);
    const known = this.documents.get(key) ?? new PreparedJson(describeResources(reader, locale));
    this.documents.delete(key);
    this.documents.set(key, known);
    const [oldest] = this.documents.keys();
    if (oldest !== undefined && this.documents.size > mostDocuments) this.documents.delete(oldest);
    return known;
  }
}

/** The document of `GET /resources` for one reader. */
function describeResources(reader: Reader, locale: Locale): ResourcesDocument {
  const locked = (feature: string | undefined): boolean => feature !== undefined && reader.features[feature] !== true;
  const may = (level: AccessLevel): boolean => hasLevel(reader, level);
  return {
    locale,
    permissions: permissionsOf(reader),
    plan: { features: reader.features },
    sections: menuSections().map(({ name, label }) => ({ name, label: label[locale] })),
    pages: [...allPages.values()]
      .filter((page) => may(page.level))
      .map((page) => ({
        name: page.name,
        path: page.path,
        label: page.label[locale],
        menu: entryOf(page.menu, reader),
        locked: locked(page.feature),
      })),
    resources: [...allResources.values()]
      .filter((resource) => may(resource.access.read))
      .map((resource) => view(resource, reader, locale, locked(resource.feature))),
    refused: [
      ...[...allPages.values()].filter((page) => !may(page.level)).map(({ path }) => path),
      ...[...allResources.values()]
        .filter((resource) => !manages(reader, resource))
        .map((resource) => `/${screenOf(resource)}`),
    ],
  };
}

function entryOf(entry: MenuEntry | undefined, reader: Reader): MenuView | null {
  if (!entry) return null;
  const { level, feature, ...shown } = entry;
  if (level !== undefined && !hasLevel(reader, level)) return null;
  return feature === undefined ? shown : { ...shown, locked: reader.features[feature] !== true };
}

const screenOf = (resource: Resource): string => resource.screen ?? resource.name;

/** Whether the reader gets a screen: those who may only read a resource need it inside other screens. */
const manages = (reader: Reader, { access }: Resource): boolean =>
  hasLevel(reader, access.write) || (access.read === access.write && hasLevel(reader, access.read));

function view(resource: Resource, reader: Reader, locale: Locale, locked: boolean): ResourceView {
  const fields = fieldsOf(resource.input);
  const offers = (verb: Verb): boolean => !resource.except?.includes(verb);
  const { write, remove = write } = resource.access;
  const columns = [...fields, ...(resource.columns ?? [])];
  const field = (meta: FieldMeta): FieldView => describeField(meta, reader, locale);
  // a field that the reader's rank does not allow does not appear at all (spec 000 §2, 002 §2)
  const entered = fields.filter((meta) => mayEnter(meta, reader));
  return {
    name: resource.name,
    path: resource.name,
    screenPath: manages(reader, resource) ? screenOf(resource) : null,
    label: resource.label.many[locale],
    singular: resource.label.one[locale],
    menu: manages(reader, resource) ? entryOf(resource.menu, reader) : null,
    locked,
    live: resource.live?.event ?? null,
    list: offers('list')
      ? {
          columns: columnsOf(resource).map((column) => ({ ...field(column), sortable: isSortable(column) })),
          empty: { title: resource.emptyTitle[locale], message: resource.empty[locale] },
          search: (resource.search ?? []).length > 0,
          dated: resource.dated ? { from: resource.dated.from[locale], until: resource.dated.until[locale] } : null,
          sort: { field: resource.sort[0], order: resource.sort[1] === 'asc' ? 'ASC' : 'DESC' },
          filters: (resource.filters ?? [])
            .flatMap((name) => columns.find((column) => column.name === name) ?? [])
            .map(field),
        }
      : null,
    form: {
      create: entered.filter(({ on }) => on !== 'edit').map(field),
      edit: entered.filter(({ on }) => on !== 'create').map(field),
    },
    can: {
      list: offers('list') && !locked,
      create: offers('create') && !locked && hasLevel(reader, write),
      edit: offers('update') && !locked && hasLevel(reader, write),
      delete: offers('remove') && !locked && hasLevel(reader, remove),
    },
    deleteQuestion: [deleteQuestion, resource.removalWarning].flatMap((text) => text?.[locale] ?? []).join(' '),
    saved: (resource.savedMessage ?? saved)[locale],
    removed: (resource.removedMessage ?? saved)[locale],
    notSaved: resource.notSavedMessage?.[locale] ?? '',
    confirmedBy: resource.removalConfirmedBy ?? null,
  };
}

import { createHash } from 'node:crypto';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccessLevel, Allow, hasLevel, RawRequest } from '../access/decorators.js';
import { permissionsOf } from '../access/permissions.js';
import { type Actor, Context } from '../context.js';
import { type Locale, t } from '../i18n.js';
import {
  allPages,
  allResources,
  columnsOf,
  type MenuEntry,
  menuSections,
  type Resource,
  type Verb,
} from './define-resource.js';
import { describeField, type FieldMeta, type FieldView, fieldsOf, isSortable, mayEnter } from './field-meta.js';

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
  /** The plan hides the entry; as the page unless given. */
  readonly locked?: boolean;
}

export interface ResourceView extends PageView {
  /** null: readable, but without a screen for this user. */
  readonly screenPath: string | null;
  readonly singular: string;
  /** Socket event of its changes. */
  readonly live: string | null;
  readonly list: {
    readonly columns: readonly FieldView[];
    /** Shown when there are no records. */
    readonly empty: { readonly title: string; readonly message: string };
    readonly search: boolean;
    /** Labels of its filters by days, where it has them. */
    readonly dated: { readonly from: string; readonly until: string } | null;
    readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
    readonly filters: readonly FieldView[];
  } | null;
  readonly form: { readonly create: readonly FieldView[]; readonly edit: readonly FieldView[] };
  readonly can: Readonly<Record<'list' | 'create' | 'edit' | 'delete', boolean>>;
  readonly deleteQuestion: string;
  /** Messages after saving and deleting. */
  readonly saved: string;
  readonly removed: string;
  /** Shown instead of the server's reason; empty: the reason. */
  readonly notSaved: string;
  /** Field whose value is typed before a record is deleted. */
  readonly confirmedBy: string | null;
}

export interface ResourcesDocument {
  readonly locale: Locale;
  readonly permissions: readonly string[];
  readonly plan: { readonly features: Readonly<Record<string, boolean>> };
  readonly sections: readonly { readonly name: string; readonly label: string }[];
  readonly pages: readonly PageView[];
  readonly resources: readonly ResourceView[];
  /** Paths of screens that exist, but are not for this user. */
  readonly refused: readonly string[];
}

/** What this user may see and do, with every text in their language: the admin draws itself from it. */
@Controller('resources')
export class ResourcesController {
  constructor(private readonly context: Context) {}

  @Get()
  @Allow('user')
  @ApiOperation({ summary: 'Resources, pages, permissions and plan flags of the caller' })
  async describe(
    @RawRequest() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResourcesDocument | undefined> {
    const document = describeResources(this.context.actor, this.context.locale);
    const etag = `"${createHash('sha256').update(JSON.stringify(document)).digest('base64url')}"`;
    void reply
      .header('ETag', etag)
      .header('Cache-Control', 'private, no-cache')
      .header('Vary', 'Authorization, Accept-Language');
    if (request.headers['if-none-match'] !== etag) return document;
    void reply.status(304);
    return undefined;
  }
}

/** The document of `GET /resources` for one actor. */
export function describeResources(actor: Actor, locale: Locale): ResourcesDocument {
  const locked = (feature: string | undefined): boolean => feature !== undefined && actor.features[feature] !== true;
  const may = (level: AccessLevel): boolean => hasLevel(actor, level);
  return {
    locale,
    permissions: permissionsOf(actor),
    plan: { features: actor.features },
    sections: menuSections().map(({ name, label }) => ({ name, label: label[locale] })),
    pages: [...allPages.values()]
      .filter((page) => may(page.level))
      .map((page) => ({
        name: page.name,
        path: page.path,
        label: page.label[locale],
        menu: entryOf(page.menu, actor),
        locked: locked(page.feature),
      })),
    resources: [...allResources.values()]
      .filter((resource) => may(resource.access.read))
      .map((resource) => view(resource, actor, locale, locked(resource.feature))),
    refused: [
      ...[...allPages.values()].filter((page) => !may(page.level)).map(({ path }) => path),
      ...[...allResources.values()]
        .filter((resource) => !manages(actor, resource))
        .map((resource) => `/${screenOf(resource)}`),
    ],
  };
}

function entryOf(entry: MenuEntry | undefined, actor: Actor): MenuView | null {
  if (!entry) return null;
  const { level, feature, ...shown } = entry;
  if (level !== undefined && !hasLevel(actor, level)) return null;
  return feature === undefined ? shown : { ...shown, locked: actor.features[feature] !== true };
}

const screenOf = (resource: Resource): string => resource.screen ?? resource.name;

/** Who may only read a resource needs it inside other screens and has none of its own. */
const manages = (actor: Actor, { access }: Resource): boolean =>
  hasLevel(actor, access.write) || (access.read === access.write && hasLevel(actor, access.read));

function view(resource: Resource, actor: Actor, locale: Locale, locked: boolean): ResourceView {
  const fields = fieldsOf(resource.input);
  const offers = (verb: Verb): boolean => !resource.except?.includes(verb);
  const { write, remove = write } = resource.access;
  const columns = [...fields, ...(resource.columns ?? [])];
  const field = (meta: FieldMeta): FieldView => describeField(meta, actor, locale);
  // a field above the reader's rank does not appear at all (spec 000 §2, 002 §2)
  const entered = fields.filter((meta) => mayEnter(meta, actor));
  return {
    name: resource.name,
    path: resource.name,
    screenPath: manages(actor, resource) ? screenOf(resource) : null,
    label: resource.label.many[locale],
    singular: resource.label.one[locale],
    menu: manages(actor, resource) ? entryOf(resource.menu, actor) : null,
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
      create: offers('create') && !locked && hasLevel(actor, write),
      edit: offers('update') && !locked && hasLevel(actor, write),
      delete: offers('remove') && !locked && hasLevel(actor, remove),
    },
    deleteQuestion: [deleteQuestion, resource.removalWarning].flatMap((text) => text?.[locale] ?? []).join(' '),
    saved: (resource.savedMessage ?? saved)[locale],
    removed: (resource.removedMessage ?? saved)[locale],
    notSaved: resource.notSavedMessage?.[locale] ?? '',
    confirmedBy: resource.removalConfirmedBy ?? null,
  };
}

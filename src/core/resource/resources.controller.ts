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
import { type FieldMeta, fieldsOf, isSortable } from './field-meta.js';

const deleteQuestion = t(
  'Deseja realmente excluir esta informação?',
  'Do you really want to delete this?',
  '¿Realmente desea eliminar esta información?',
);
const saved = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

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
  ): Promise<object | undefined> {
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
export function describeResources(actor: Actor, locale: Locale): object {
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

function entryOf(entry: MenuEntry | undefined, actor: Actor): object | null {
  if (!entry) return null;
  const { level, ...shown } = entry;
  return level === undefined || hasLevel(actor, level) ? shown : null;
}

const screenOf = (resource: Resource): string => resource.screen ?? resource.name;

/** Who may only read a resource needs it inside other screens and has none of its own. */
const manages = (actor: Actor, { access }: Resource): boolean =>
  hasLevel(actor, access.write) || (access.read === access.write && hasLevel(actor, access.read));

function view(resource: Resource, actor: Actor, locale: Locale, locked: boolean): object {
  const fields = fieldsOf(resource.input);
  const offers = (verb: Verb): boolean => !resource.except?.includes(verb);
  const { write, remove = write } = resource.access;
  const columns = [...fields, ...(resource.columns ?? [])];
  const field = (meta: FieldMeta): object => fieldView(meta, actor, locale);
  // a field above the reader's rank does not appear at all (spec 000 §2, 002 §2)
  const entered = fields.filter(({ level }) => level === undefined || hasLevel(actor, level));
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
          empty: { title: resource.empty.title[locale], message: resource.empty.message[locale] },
          search: (resource.search ?? []).length > 0,
          dated: resource.dated === true,
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
  };
}

function fieldView(meta: FieldMeta, actor: Actor, locale: Locale): object {
  return {
    name: meta.name,
    label: meta.label[locale],
    widget: meta.widget,
    required: meta.required,
    readOnly: meta.level !== undefined && !hasLevel(actor, meta.level),
    ...(meta.min === undefined ? {} : { min: meta.min }),
    ...(meta.max === undefined ? {} : { max: meta.max }),
    ...(meta.default === undefined ? {} : { default: meta.default }),
    ...(meta.help ? { help: meta.help[locale] } : {}),
    ...(meta.tab ? { tab: meta.tab[locale] } : {}),
    ...(meta.when ? { when: meta.when } : {}),
    ...(meta.group ? { group: meta.group[locale] } : {}),
    ...(meta.options
      ? { options: meta.options.map(({ label, ...option }) => ({ ...option, label: label[locale] })) }
      : {}),
    ...(meta.reference ? { reference: { ...meta.reference, many: meta.widget === 'references' } } : {}),
    ...(meta.items ? { fields: fieldsOf(meta.items()).map((item) => fieldView(item, actor, locale)) } : {}),
    messages: Object.fromEntries(Object.entries(meta.messages).map(([rule, text]) => [rule, text[locale]])),
  };
}

import {
  type Abstract,
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Post,
  type Provider,
  Put,
  Query,
  Res,
  type Type,
} from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ApiBody, ApiOperation, ApiProduces, ApiQuery, PartialType } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type AccessLevel, Allow, AsPlatform, IdParam, ManualTransaction, Plan, Scope } from '../access/decorators.js';
import { Context } from '../context.js';
import type { BaseEntity } from '../database/base.entity.js';
import { t } from '../i18n.js';
import { BodyLimit } from '../requests/body-limits.js';
import { CrudDependencies, CrudService } from './crud.service.js';
import { attachmentHeaders, CsvExporter } from './csv-exporter.js';
import { columnsOf, type ExportRules, type OptionsRoute, type Resource, type Verb } from './define-resource.js';
import { isSortable } from './field-meta.js';
import { parseListQuery } from './list-query.js';
import { Envelope } from './page.interceptor.js';
import type { ListRules, Page } from './page.js';

const deleted = t('Operação realizada com sucesso!', 'Operation completed!', '¡Operación realizada con éxito!');

/** The injection token of the service of a resource. */
export const crudToken = (name: string): string => `crud:${name}`;

/** The fields that lists of a resource may sort and filter by. */
export function listRules<E extends BaseEntity, I extends object>(resource: Resource<E, I>): ListRules {
  return {
    sortable: [
      resource.sort[0],
      ...columnsOf(resource)
        .filter(isSortable)
        .map(({ name }) => name),
      'createdAt',
      'updatedAt',
    ],
    filterable: resource.filters ?? [],
    plainFilters: resource.plainFilters ?? [],
    defaultSort: { field: resource.sort[0], order: resource.sort[1] },
    pageSize: resource.pageSize ?? 20,
    dated: resource.dated !== undefined,
  };
}

/** The decorators that all controllers of a resource share. */
const routesOf = ({ name, feature, tokenScope }: Pick<Resource, 'name' | 'feature' | 'tokenScope'>): ClassDecorator =>
  applyDecorators(Controller(name), ...(tokenScope ? [Scope(tokenScope)] : []), ...(feature ? [Plan(feature)] : []));

/** Rows of the platform that users may read are read in the transaction of their own company. */
const allow = ({ scope }: Pick<Resource, 'scope'>, level: AccessLevel): MethodDecorator =>
  applyDecorators(Allow(level), ...(scope === 'platform' && level === 'super' ? [AsPlatform()] : []));

const day = (name: string, description: string): MethodDecorator =>
  ApiQuery({ name, required: false, description: `YYYY-MM-DD, or a moment of it: ${description}` });
const days = [day('date', 'of that day'), day('dateStart', 'from that day on'), day('dateEnd', 'until that day')];

/** The REST controller of a resource, with both dialects of lists on one path. */
export function resourceController<E extends BaseEntity, I extends object>(resource: Resource<E, I>): Type {
  const base = resource as unknown as Resource;
  const rules = listRules(base);
  const { read, write, update = write, remove = write } = resource.access;
  class Patch extends PartialType((resource.updateInput ?? resource.input) as Type<object>, {
    skipNullProperties: false,
  }) {}
  Object.defineProperty(Patch, 'name', { value: `${resource.input.name}Patch` });

  const confirmedBy = resource.removalConfirmedBy;
  const confirmation = confirmedBy ? [ApiQuery({ name: 'confirm', description: `${confirmedBy} of the record` })] : [];

  @routesOf(resource)
  class ResourceController {
    constructor(
      @Inject(crudToken(resource.name)) private readonly service: CrudService<E, I>,
      @Inject(Context) private readonly context: Context,
    ) {}

    @Get()
    @allow(resource, read)
    @Envelope(resource.envelope ?? resource.name)
    @ApiOperation({ summary: `List: ${resource.label.many.en}` })
    @ApiQuery({ name: 'searchParam', required: false })
    @ApiQuery({ name: 'pageNumber', required: false })
    @applyDecorators(...(resource.dated ? days : []))
    @applyDecorators(...(resource.plainFilters ?? []).map((name) => ApiQuery({ name, required: false })))
    @ApiQuery({
      name: 'range',
      required: false,
      description: 'JSON [first, last]: answers an array with Content-Range',
    })
    @ApiQuery({ name: 'sort', required: false, description: 'JSON [field, ASC or DESC]' })
    @ApiQuery({ name: 'filter', required: false, description: 'JSON object; q searches' })
    list(@Query() query: Record<string, unknown>): Promise<Page<object>> {
      return this.service.list(parseListQuery(query, rules));
    }

    @Get(':id')
    @allow(resource, read)
    @ApiOperation({ summary: `One: ${resource.label.one.en}` })
    get(@IdParam() id: number): Promise<object> {
      return this.service.get(id);
    }

    @Post()
    @allow(resource, write)
    @ApiOperation({ summary: `Create: ${resource.label.one.en}` })
    @ApiBody({ type: resource.input })
    create(@Body() input: object): Promise<object> {
      return this.service.create(input as I);
    }

    @Put(':id')
    @allow(resource, update)
    @applyDecorators(...(resource.updateLimits ? [BodyLimit(...resource.updateLimits)] : []))
    @ApiOperation({ summary: `Update: ${resource.label.one.en}` })
    @ApiBody({ type: Patch })
    update(@IdParam() id: number, @Body() input: object): Promise<object> {
      return this.service.update(id, input as Partial<I>);
    }

    @Delete(':id')
    @HttpCode(200)
    @allow(resource, remove)
    @ApiOperation({ summary: `Delete: ${resource.label.one.en}` })
    @applyDecorators(...confirmation)
    async remove(@IdParam() id: number, @Query('confirm') confirm?: unknown): Promise<{ message: string }> {
      await this.service.remove(id, confirm);
      return { message: (resource.removedMessage ?? deleted)[this.context.locale] };
    }
  }

  const prototype = ResourceController.prototype as unknown as Record<Verb, object>;
  Reflect.defineMetadata('design:paramtypes', [resource.input], prototype, 'create');
  Reflect.defineMetadata('design:paramtypes', [Number, Patch], prototype, 'update');
  for (const verb of resource.except ?? []) Reflect.deleteMetadata(PATH_METADATA, prototype[verb]);
  Object.defineProperty(ResourceController, 'name', { value: `${pascal(resource.name)}ResourceController` });
  return ResourceController;
}

/** `GET /<resource>/<path>`: every record, for pickers. */
function optionsController(resource: Resource, route: OptionsRoute): Type {
  @routesOf(resource)
  class OptionsController {
    constructor(@Inject(crudToken(resource.name)) private readonly service: CrudService) {}

    @Get(route.path)
    @allow(resource, resource.access.read)
    @ApiOperation({ summary: route.summary })
    async list(): Promise<object> {
      const records = await this.service.options(route);
      return route.envelope ? { [route.envelope]: records } : records;
    }
  }
  Object.defineProperty(OptionsController, 'name', {
    value: `${pascal(resource.name)}${pascal(route.path)}OptionsController`,
  });
  return OptionsController;
}

function exportController(resource: Resource, { level }: ExportRules): Type {
  const { name, label } = resource;
  const file = `${label.many.pt.normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '-').toLowerCase()}.csv`;

  @routesOf(resource)
  class ExportController {
    constructor(
      @Inject(crudToken(name)) private readonly service: CrudService,
      @Inject(CsvExporter) private readonly csvExporter: CsvExporter,
    ) {}

    @Get('export')
    @allow(resource, level)
    @ManualTransaction()
    @ApiProduces('text/csv')
    @ApiOperation({
      summary: `All ${label.many.en.toLowerCase()} as CSV: UTF-8 with a mark, semicolons, formulas defused`,
    })
    async export(@Res() reply: FastifyReply): Promise<void> {
      const table = await this.csvExporter.recordsCsv(name, this.service);
      void attachmentHeaders(reply, 'text/csv; charset=utf-8', file).send(table);
    }
  }
  Object.defineProperty(ExportController, 'name', { value: `${pascal(name)}ExportController` });
  return ExportController;
}

type Exported = Type | Abstract<unknown> | string;

const pascal = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_whole, _dash, letter: string) => letter.toUpperCase());

/**
 * The controllers, providers and exports that a module needs to serve a resource.
 * @example `@Module(resourceModule(tags))  export class TagsModule {}`
 */
export function resourceModule<E extends BaseEntity, I extends object>(
  resource: Resource<E, I>,
  {
    service,
    controllers = [],
    providers = [],
    exports = [],
  }: {
    service?: Type<CrudService<E, I, object>>;
    controllers?: Type[];
    providers?: Provider[];
    exports?: Exported[];
  } = {},
): { controllers: Type[]; providers: Provider[]; exports: Exported[] } {
  const crud: Provider = service
    ? { provide: crudToken(resource.name), useExisting: service }
    : {
        provide: crudToken(resource.name),
        useFactory: (deps: CrudDependencies) => new CrudService(resource, deps),
        inject: [CrudDependencies],
      };
  const base = resource as unknown as Resource;
  return {
    // routes that the module writes itself must match before the generated `:id`
    controllers: [
      ...controllers,
      ...(resource.options ?? []).map((route) => optionsController(base, route)),
      ...(resource.exports ? [exportController(base, resource.exports)] : []),
      resourceController(resource),
    ],
    providers: [crud, ...(service ? [service] : []), ...providers],
    exports: [crudToken(resource.name), ...(service ? [service] : []), ...exports],
  };
}

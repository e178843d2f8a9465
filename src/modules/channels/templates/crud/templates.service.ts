import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { invalidQuery, pageParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import type { Page } from '../../../../core/resource/page.js';
import { ChannelsService } from '../../connections/channels/channels.service.js';
import type { Connection } from '../../connections/connection.entity.js';
import { ConnectionsService } from '../../connections/crud/connections.service.js';
import { assertFiles, type FilledTemplate, fillTemplate } from '../filling/template-filling.js';
import { parseTemplateShape, type TemplateShape } from '../filling/template-shape.js';
import { SyncTemplates } from '../sync/sync-templates.job.js';
import type { TemplateInput, TemplateParamsInput } from '../templates.dto.js';
import { templateErrors } from '../templates.errors.js';
import { countTemplates, type StoredTemplate, templateByName, templatesPage } from './templates.queries.js';

/** A template in the picker, with its variables and examples. */
export interface TemplateRow extends Omit<StoredTemplate, 'components'>, TemplateShape {}

/** `fill` throws 400 naming each value that is not valid. */
export interface LoadedTemplate {
  /** The category that determines the price, as the provider spells it. */
  readonly category: string;
  readonly fill: (params: TemplateParamsInput) => FilledTemplate;
}

const pageSize = 50;
const maxOffset = 20_000;

@Injectable()
export class TemplatesService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
  ) {}

  /** Lists approved templates by name; with `status=all` also pending and rejected ones. */
  async list(connectionId: number, query: Query): Promise<Page<TemplateRow>> {
    await this.assertTemplates(connectionId);
    const status = textParam(query, 'status');
    if (status !== '' && status !== 'all') invalidQuery('status');
    const search = textParam(query, 'searchParam');
    const offset = Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const filter = { connectionId, approvedOnly: status === '', search };
    const { companyId } = this.db;
    const found = await this.db.rows(templatesPage(companyId, filter, { limit: pageSize + 1, offset }));
    const total = await this.db.row(countTemplates(companyId, filter));
    return {
      rows: found.slice(0, pageSize).map(present),
      hasMore: found.length > pageSize,
      count: total?.count ?? 0,
    };
  }

  /** Starts copying the templates from the provider, at most one job at a time for a connection. */
  async sync(connectionId: number): Promise<void> {
    const { channel } = await this.assertTemplates(connectionId);
    const missing = this.channels.get(channel).missingForTemplates?.(await this.connections.forChannel(connectionId));
    if (missing) throw coreErrors.ERR_VALIDATION({ fields: missing });
    await this.jobs.add(SyncTemplates, { connectionId }, { key: `templates:${connectionId}` });
  }

  /**
   * Fills an approved template. @throws ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_UNSUPPORTED, and
   * 400 naming each value that is not valid. @param fileTypes undefined: the header's file is added later
   */
  async fill(connectionId: number, input: TemplateInput, fileTypes?: readonly string[]): Promise<FilledTemplate> {
    const takesCards = fileTypes !== undefined;
    return (await this.load(connectionId, input, { fileTypes, takesCards })).fill(input.params ?? {});
  }

  /**
   * Loads an approved template to fill it for many customers. @throws like {@link fill}
   * @param options `takesCards`: the caller can send a file for each card of a carousel
   */
  async load(
    connectionId: number,
    { name, language }: Pick<TemplateInput, 'name' | 'language'>,
    { fileTypes, takesCards = false }: { fileTypes?: readonly string[] | undefined; takesCards?: boolean } = {},
  ): Promise<LoadedTemplate> {
    const row = await this.db.row(templateByName(this.db.companyId, connectionId, { name, language }));
    if (!row) throw templateErrors.ERR_NO_TEMPLATE_FOUND();
    if (row.status !== 'APPROVED') throw templateErrors.ERR_TEMPLATE_NOT_APPROVED();
    const shape = parseTemplateShape(row.components);
    if (!shape.sendable || (shape.cards.length > 0 && !takesCards)) throw templateErrors.ERR_TEMPLATE_UNSUPPORTED();
    if (fileTypes) assertFiles(shape, fileTypes);
    const template = { name, language, named: row.format === 'named', shape };
    return { category: row.category, fill: (params) => fillTemplate(template, params) };
  }

  private async assertTemplates(connectionId: number): Promise<Connection> {
    const connection = await this.connections.findOrDefault(connectionId);
    this.channels.assertCan(connection.channel, 'templates');
    return connection;
  }
}

function present({ components, ...row }: StoredTemplate): TemplateRow {
  return { ...row, ...parseTemplateShape(components) };
}

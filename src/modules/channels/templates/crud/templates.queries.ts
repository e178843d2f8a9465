import { type RawBuilder, sql } from 'kysely';
import { offsetBy, type Statement } from '../../../../core/database/statements.js';

export interface StoredTemplate {
  readonly id: number;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly status: string;
  readonly reason: string | null;
  readonly quality: string | null;
  readonly format: 'positional' | 'named';
  readonly syncedAt: string;
  readonly components: unknown;
}

const columns = sql`id, name, language, category, status, reason, quality, parameter_format as format, components,
  synced_at as "syncedAt"`;

interface TemplateFilter {
  readonly connectionId: number;
  readonly approvedOnly: boolean;
  /** A part of the name. */
  readonly search: string;
}

const matching = (
  companyId: number,
  { connectionId, approvedOnly, search }: TemplateFilter,
): RawBuilder<unknown> => sql`company_id = ${companyId} and connection_id = ${connectionId} and gone_at is null
      ${approvedOnly ? sql`and status = 'APPROVED'` : sql``} and name ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`;

export const templatesPage = (
  companyId: number,
  filter: TemplateFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Statement<StoredTemplate> => sql`
      select ${columns} from message_templates where ${matching(companyId, filter)} order by name, language
       limit ${sql.lit(limit)} ${offsetBy(offset)}`;

export const countTemplates = (companyId: number, filter: TemplateFilter): Statement<{ count: number }> =>
  sql`select count(*) from message_templates where ${matching(companyId, filter)}`;

export const templateByName = (
  companyId: number,
  connectionId: number,
  { name, language }: Pick<StoredTemplate, 'name' | 'language'>,
): Statement<StoredTemplate> => sql`
      select ${columns} from message_templates where company_id = ${companyId}
       and connection_id = ${connectionId} and name = ${name} and language = ${language} and gone_at is null`;

import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import type { RemoteTemplate } from '../../connections/channels/channel.js';
import type {
  TemplateCategoryReported,
  TemplateQualityReported,
  TemplateStatusReported,
} from '../../connections/connections.events.js';

/** A job for each connection of these channels that is not disconnected, at a random time in the next six hours. */
export const dailySyncs = (channels: readonly string[]): RawBuilder<SelectedJob> =>
  sql`select w.company_id, json_build_object('connectionId', w.id)::jsonb as payload,
     'templates-daily:' || w.id as key, now() + random() * interval '6 hours' as run_at
   from connections w where w.channel = any(${channels}::text[]) and w.deleted_at is null
     and w.status <> 'DISCONNECTED'`;

/** Each combination of name and language must occur only once in the list. */
export const storeTemplates = (
  companyId: number,
  connectionId: number,
  templates: readonly RemoteTemplate[],
): Statement => sql`
      insert into message_templates (company_id, connection_id, name, language, category, status, reason, quality,
       parameter_format, components, provider_id, synced_at, gone_at)
       select ${companyId}, ${connectionId}, x.name, x.language, x.category, x.status, x.reason, x.quality, x.format, x.components,
         x."providerId", date_trunc('milliseconds', now()), null
       from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) x(name text, language text,
         category text, status text, reason text, quality text, format text, components jsonb, "providerId" text)
       on conflict (connection_id, name, language) do update
         set category = excluded.category, status = excluded.status, reason = excluded.reason,
         quality = excluded.quality,
         parameter_format = excluded.parameter_format, components = excluded.components,
           provider_id = excluded.provider_id,
         synced_at = excluded.synced_at, gone_at = null, updated_at = now()`;

/** Marks templates as gone that this transaction has not stored. */
export const markGone = (companyId: number, connectionId: number): Statement =>
  sql`update message_templates set gone_at = now(), updated_at = now()
       where company_id = ${companyId} and connection_id = ${connectionId} and gone_at is null
         and synced_at < date_trunc('milliseconds', now())`;

export const storeTemplateStatus = (
  companyId: number,
  { connectionId, name, language, status, reason }: TemplateStatusReported,
): Statement => sql`
      update message_templates set status = ${status}, reason = ${reason}, updated_at = now()
       where company_id = ${companyId} and connection_id = ${connectionId} and name = ${name}
         and language = ${language}`;

export const storeTemplateCategory = (
  companyId: number,
  { connectionId, name, language, category }: TemplateCategoryReported,
): Statement => sql`
      update message_templates set category = ${category}, updated_at = now()
       where company_id = ${companyId} and connection_id = ${connectionId} and name = ${name}
         and language = ${language}`;

export const storeTemplateQuality = (
  companyId: number,
  { connectionId, name, language, quality }: TemplateQualityReported,
): Statement => sql`
      update message_templates set quality = ${quality}, updated_at = now()
       where company_id = ${companyId} and connection_id = ${connectionId} and name = ${name}
         and language = ${language}`;

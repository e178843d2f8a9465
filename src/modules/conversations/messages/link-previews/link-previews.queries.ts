import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { PageCard } from './page-reader.js';

const ttlDays = 30;
/** Shorter, as the page may have been unavailable only for a while. */
const failureTtlHours = 6;

export interface RemovedPreview {
  readonly key: string | null;
}

export const lockText = (companyId: number, messageId: number): Statement<{ body: string }> => sql`
  select body from messages where company_id = ${companyId} and id = ${messageId} and not is_deleted
   for no key update`;

export const setLink = (companyId: number, messageId: number, url: string): Statement =>
  sql`update messages set link_url = ${url} where company_id = ${companyId} and id = ${messageId}`;

/** `title` is null when the page has no metadata. */
export const storedPreview = (companyId: number, url: string): Statement<{ title: string | null }> => sql`
  select title from link_previews where company_id = ${companyId} and url = ${url} and expires_at > now()`;

export const lockPreview = (companyId: number, url: string): Statement<{ mediaKey: string | null }> => sql`
  select media_key as "mediaKey" from link_previews where company_id = ${companyId} and url = ${url}
   for no key update`;

/** @param page null when the page has no metadata */
export const storePreview = (companyId: number, url: string, page: PageCard | null): Statement => sql`
  insert into link_previews (company_id, url, title, description, site, media_key, image_width, image_height,
   expires_at)
   values (${companyId}, ${url}, ${page?.title ?? null}, ${page?.description ?? ''}, ${page?.site ?? ''},
     ${page?.image?.key ?? null}, ${page?.image?.width ?? null}, ${page?.image?.height ?? null},
     now() + make_interval(hours => ${page ? ttlDays * 24 : failureTtlHours}))
   on conflict (company_id, url) do update
     set title = excluded.title, description = excluded.description, site = excluded.site,
     media_key = excluded.media_key, image_width = excluded.image_width, image_height = excluded.image_height,
     expires_at = excluded.expires_at, updated_at = now()`;

export const removePreviews = (companyId: number, urls: readonly string[]): Statement<RemovedPreview> => sql`
  delete from link_previews where company_id = ${companyId} and url = any(${urls}::text[])
   returning media_key as key`;

/** Deletes expired previews of all companies. */
export const removeExpiredPreviews = (limit: number): Statement<RemovedPreview> => sql`
  delete from link_previews where id in (select id from link_previews where expires_at < now()
   limit ${sql.lit(limit)})
   returning media_key as key`;

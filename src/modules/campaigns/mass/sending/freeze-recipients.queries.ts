import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { nextMessageId } from '../../../conversations/messages/queries/messages.queries.js';
import type { Campaign } from '../campaign.entity.js';
import { isValidNumber, recipientsOf } from '../editing/recipients.queries.js';

interface FrozenBatch {
  /** Id of the last recipient that was read; null: there was none. */
  readonly last: number | null;
}

/** Creates shipments for the next recipients with a valid number and none yet. @param files number before the text */
export const freezeBatch = (
  companyId: number,
  campaign: Campaign,
  { after, limit, files }: { readonly after: number; readonly limit: number; readonly files: number },
): RawBuilder<FrozenBatch> => {
  // the files get their ids before the text, because conversations show messages in the order of ids
  const fileIds =
    files === 0
      ? sql`null::jsonb`
      : sql`(select jsonb_agg(${nextMessageId}) from generate_series(1, ${files}::int) f where b.id > 0)`;
  return sql`
  with batch as materialized (
    select r.*, ${isValidNumber} and not r."optedOut" as sendable
    from (select r.* from ${recipientsOf(companyId, campaign)} r
      where r.id > ${after} order by r.id limit ${sql.lit(limit)}) r),
  base as materialized (select coalesce((select s.position from campaign_shipments s
    where s.company_id = ${companyId} and s.campaign_id = ${campaign.id} order by s.id desc limit 1), 0) as position),
  stored as (
    insert into campaign_shipments (id, company_id, campaign_id, connection_id, position, number, name, email, variables,
      file_ids, status)
    select ${nextMessageId}, ${companyId}, ${campaign.id}, ${campaign.whatsappId},
      base.position + row_number() over (order by b.id), b.number, left(b.name, 255), left(b.email, 255), b.variables,
      b.file_ids, 'queued'
    from (select b.*, ${fileIds} as file_ids from batch b where b.sendable order by b.id offset 0) b cross join base
    order by b.id
    on conflict (company_id, number, campaign_id) do nothing)
  select max(id) as last from batch`;
};

export const analyzeShipments: Statement = sql`analyze campaign_shipments`;

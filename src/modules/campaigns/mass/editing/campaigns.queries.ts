import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Campaign } from '../campaign.entity.js';
import { isValidNumber, type RecipientSource, recipientsOf, sequenceOf } from './recipients.queries.js';

/** Locks also its neighbours in a sequence: the end of a campaign sets the start of the one that follows it. */
export const lockCampaign = (companyId: number, id: number): Statement => sql`
  select id from campaigns where company_id = ${companyId} and (id = ${id} or follows_id = ${id}
    or id = (select follows_id from campaigns where company_id = ${companyId} and id = ${id})) order by id for update`;

/** A campaign among those of its sequence. */
export interface SequenceStep extends Pick<Campaign, 'id' | 'name' | 'status' | 'followDays' | 'followsId'> {
  readonly scheduledAt: string | null;
  readonly completedAt: string | null;
}

/** The campaigns of a sequence in their order. */
export const sequenceSteps = (companyId: number, id: number): RawBuilder<SequenceStep> => sql`
  with recursive members (id, place) as (
    select m.id, 0 from (${sequenceOf(companyId, id)}) m join campaigns k on k.company_id = ${companyId} and k.id = m.id
      and k.follows_id is null
    union all select k.id, m.place + 1 from campaigns k join members m on k.company_id = ${companyId} and k.follows_id = m.id)
  select k.id, k.name, k.status, k.follows_id as "followsId", k.follow_days as "followDays", k.scheduled_at as "scheduledAt",
    k.completed_at as "completedAt"
  from members m join campaigns k on k.company_id = ${companyId} and k.id = m.id order by m.place`;

/** Stores why a running campaign does not send; changes nothing in another run. */
export const storePauseReason = (
  { companyId, id, run }: Pick<Campaign, 'companyId' | 'id' | 'run'>,
  reason: Campaign['pauseReason'],
): Statement => sql`
      update campaigns set pause_reason = ${reason && JSON.stringify(reason)}::jsonb, updated_at = now()
      where company_id = ${companyId} and id = ${id} and run = ${run} and status = 'EM_ANDAMENTO'
        and pause_reason is distinct from ${reason && JSON.stringify(reason)}::jsonb`;

/** Uses the database's clock, like the times of shipments. */
export const storeRecipientsChanged = (companyId: number, id: number): Statement => sql`
      update campaigns set recipients_changed_at = now() where company_id = ${companyId} and id = ${id}`;

/** References of a campaign besides its connection, with the tables that they belong to. */
const referred = {
  contactListId: ['contact-lists', 'contact_lists'],
  tagListId: ['tags', 'tags'],
  followsId: ['campaigns', 'campaigns'],
  fileListId: ['files', 'file_lists'],
  queueId: ['queue', 'queues'],
  tagId: ['tags', 'tags'],
} as const;

type Referred = keyof typeof referred;

/** A chosen record that does not belong to the company. */
export const missingReference = (
  companyId: number,
  input: Partial<Pick<Campaign, Referred>>,
): RawBuilder<{ resource: (typeof referred)[Referred][0] }> => {
  const checks = (Object.keys(referred) as Referred[]).map((name) => {
    const [resource, table] = referred[name];
    const id = input[name] ?? null;
    return sql`select ${sql.lit(resource)} as resource where ${id}::bigint is not null
      and not exists (select from ${sql.table(table)} where company_id = ${companyId} and id = ${id})`;
  });
  return sql`${sql.join(checks, sql` union all `)}`;
};

/** Records that existing clients read in a campaign in addition to its ids. */
export interface CampaignReferences {
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  readonly contactList: {
    readonly id: number;
    readonly name: string;
    readonly contacts?: readonly CampaignContact[];
  } | null;
  readonly fileList: { readonly id: number; readonly name: string } | null;
  /** The campaign that it follows; `endedAt` is null while that one is not over. */
  readonly follows: { readonly id: number; readonly name: string; readonly endedAt: string | null } | null;
}

export const referencesOf = (
  companyId: number,
  ids: readonly number[],
): RawBuilder<CampaignReferences & { readonly id: number }> => {
  const named = (alias: string) => sql`case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;
  return sql`
    select c.id, ${named('w')} as whatsapp, ${named('l')} as "contactList", ${named('f')} as "fileList",
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name,
        'endedAt', ${isoText(sql`case when k.status = 'FINALIZADA' then k.completed_at end`)}) end as follows
    from campaigns c left join connections w on w.company_id = c.company_id and w.id = c.connection_id
      left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
      left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
      left join campaigns k on k.company_id = c.company_id and k.id = c.follows_id
    where c.company_id = ${companyId} and c.id = any(${ids}::bigint[])`;
};

/** A time as text in JSON. */
const isoText = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A recipient of a campaign in the form that existing clients count. */
export interface CampaignContact {
  readonly id: number;
  /** Whether the campaign would send to the contact. */
  readonly isWhatsappValid: boolean;
}

/** The status of a message in the form that existing clients count. */
export interface CampaignShipping {
  readonly id: number;
  /** In a campaign with confirmation, when the recipient had confirmed and the message followed. */
  readonly deliveredAt: string | null;
  readonly confirmationRequestedAt: string | null;
  readonly confirmedAt: string | null;
}

export const progressOf = ({
  companyId,
  id,
  ...source
}: Pick<Campaign, 'companyId' | 'id'> & RecipientSource): RawBuilder<{
  readonly contacts: readonly CampaignContact[];
  readonly shipping: readonly CampaignShipping[];
}> => sql`
  select coalesce((select json_agg(json_build_object('id', r.id,
      'isWhatsappValid', ${isValidNumber} and not r."optedOut") order by r.id)
    from ${recipientsOf(companyId, source)} r), '[]') as contacts,
  coalesce((select json_agg(json_build_object('id', s.id,
      'deliveredAt', ${isoText(sql`case when s.asked_confirmation then s.confirmed_at else s.delivered_at end`)},
      'confirmationRequestedAt', ${isoText(sql`case when s.asked_confirmation then s.sent_at end`)},
      'confirmedAt', ${isoText(sql`s.confirmed_at`)}) order by s.id)
    from campaign_shipments s where s.company_id = ${companyId} and s.campaign_id = ${id}), '[]') as shipping`;

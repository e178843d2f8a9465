import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/**
 * Counts messages of all companies by day, again for the last counted day and the two before it, because statuses and
 * files of messages may still change then. If nothing has been counted, it counts all days.
 */
export const countDays = sql`
  insert into usage_days as d (company_id, day, messages_in, messages_out, media_bytes)
  select m.company_id, (m.created_at at time zone c.timezone)::date as day,
    count(*) filter (where not m.from_me), count(*) filter (where m.status in ('sent', 'delivered', 'read', 'uncertain')),
    coalesce(sum(m.media_size), 0)
  from messages m join companies c on c.id = m.company_id,
    (select coalesce(max(day) - 2, '-infinity'::date) as first from usage_days) counted
  where m.created_at >= (case when isfinite(counted.first) then counted.first - 1 else counted.first end)::timestamptz
    and (m.created_at at time zone c.timezone)::date >= counted.first
  group by 1, 2
  on conflict (company_id, day) do update set messages_in = excluded.messages_in,
    messages_out = excluded.messages_out, media_bytes = excluded.media_bytes, updated_at = now()
  where (d.messages_in, d.messages_out, d.media_bytes)
    is distinct from (excluded.messages_in, excluded.messages_out, excluded.media_bytes)`;

export interface UsageMonth {
  /** YYYY-MM in the company's calendar. */
  readonly month: string;
  readonly messagesIn: number;
  readonly messagesOut: number;
  readonly mediaBytes: number;
  /** What its prompts used in the month. */
  readonly assistant: AssistantUse;
}

export interface AssistantUse {
  readonly requests: number;
  /** Tokens that the models read and wrote. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The cost by the prices of the prompts, in the company's currency. */
  readonly cost: number;
}

/** The last twelve months of a company, newest first, but none before its creation. */
export const usageMonths = (companyId: number): Statement<UsageMonth> => sql`
  select to_char(months.first, 'YYYY-MM') as month, coalesce(sum(d.messages_in), 0)::integer as "messagesIn",
    coalesce(sum(d.messages_out), 0)::integer as "messagesOut", coalesce(sum(d.media_bytes), 0)::bigint as "mediaBytes",
    json_build_object('requests', coalesce(max(a.requests), 0), 'inputTokens', coalesce(max(a.input_tokens), 0),
      'outputTokens', coalesce(max(a.output_tokens), 0), 'cost', coalesce(max(a.cost), 0)) as assistant
  from companies c
  cross join generate_series(
    greatest(date_trunc('month', now() at time zone c.timezone) - interval '11 months',
      date_trunc('month', c.created_at at time zone c.timezone)),
    date_trunc('month', now() at time zone c.timezone), interval '1 month') months (first)
  left join usage_days d on d.company_id = c.id and d.day >= months.first and d.day < months.first + interval '1 month'
  left join assistant_months a on a.company_id = c.id and a.month = months.first::date
  where c.id = ${companyId} group by months.first order by months.first desc`;

interface LimitCounts {
  readonly id: number;
  readonly users: number;
  readonly connections: number;
  readonly queues: number;
  readonly maxUsers: number;
  readonly maxConnections: number;
  readonly maxQueues: number;
}

/** How many users, connections and departments companies have and may have. */
export const limitCounts = (companyIds: readonly number[]): Statement<LimitCounts> => sql`
  select c.id, p.users as "maxUsers", p.connections as "maxConnections", p.queues as "maxQueues",
    (select count(*)::integer from users where company_id = c.id) as users,
    (select count(*)::integer from connections where company_id = c.id and deleted_at is null) as connections,
    (select count(*)::integer from queues where company_id = c.id) as queues
  from companies c join plans p on p.id = c.plan_id where c.id = any(${companyIds}::bigint[])`;

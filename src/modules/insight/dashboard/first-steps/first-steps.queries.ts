import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Whether each step of a company's start is done. */
export interface FirstSteps {
  /** A number or account of a real channel is connected now. */
  readonly connection: boolean;
  readonly departments: boolean;
  /** Hours are in force: the company's, or those of its departments. */
  readonly hours: boolean;
  /** A real connection answers by itself: by a menu, a prompt or an integration, its own or of its departments. */
  readonly bot: boolean;
  /** Somebody else may sign in. */
  readonly people: boolean;
  /** One that the reader may use. */
  readonly quickMessages: boolean;
}

/** From the rows of the company, as they are now. Sandbox phones are no customers' channel and count for nothing. */
export const firstSteps = (companyId: number, userId: number): Statement<FirstSteps> => sql`
  with real as (select id, status, prompt_id, integration_id from connections
    where company_id = ${companyId} and deleted_at is null and channel <> 'sandbox'),
  linked as (select cq.connection_id, q.id, q.prompt_id, q.integration_id from real r
    join connection_queues cq on cq.company_id = ${companyId} and cq.connection_id = r.id
    join queues q on q.company_id = ${companyId} and q.id = cq.queue_id),
  schedule as (select coalesce((select value from settings
    where company_id = ${companyId} and key = 'scheduleType'), 'disabled') as type),
  departments as (select exists (select from queues where company_id = ${companyId}) as exist)
  select exists (select from real where status = 'CONNECTED') as connection,
    departments.exist as departments,
    schedule.type = 'company' or (schedule.type = 'queue' and departments.exist) as hours,
    exists (select from real where prompt_id is not null or integration_id is not null)
      or exists (select from linked group by connection_id having count(*) > 1)
      or exists (select from linked where prompt_id is not null or integration_id is not null)
      or exists (select from linked l join queue_options o on o.company_id = ${companyId} and o.queue_id = l.id) as bot,
    exists (select from users where company_id = ${companyId} and id <> ${userId} and active) as people,
    exists (select from quick_messages where company_id = ${companyId} and (geral or user_id = ${userId}))
      as "quickMessages"
  from schedule, departments`;

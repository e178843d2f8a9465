import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Which steps of setting up a company are done. */
export interface FirstSteps {
  /** A number or account of a real channel is connected. */
  readonly connection: boolean;
  readonly departments: boolean;
  /** Working hours apply: the company's, or those of its departments. */
  readonly hours: boolean;
  /** A real connection answers automatically by a menu, a prompt or an integration, its own or of its departments. */
  readonly bot: boolean;
  /** Another user may sign in. */
  readonly people: boolean;
  /** There is a quick message that the reader may use. */
  readonly quickMessages: boolean;
}

/** Reads the current rows of the company. Sandbox connections do not count, because no customers use them. */
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

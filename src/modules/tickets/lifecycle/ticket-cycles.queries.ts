import { type RawBuilder, sql } from 'kysely';
import { isoTime } from '../../../core/database/statements.js';

/** A cycle with its times, as text. */
export interface CycleTimes {
  readonly number: number;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly firstResponseAt: string | null;
  readonly finishedAt: string | null;
  readonly userId: number | null;
}

/** A cycle as it is answered. */
export interface CycleRow extends Omit<CycleTimes, 'userId'> {
  readonly user: { readonly id: number; readonly name: string } | null;
  /** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
  readonly rating: number | null;
  readonly ratedAt: string | null;
}

const maxListed = 100;

/** The cycles of a ticket, newest first. */
export const cyclesOf = (companyId: number, ticketId: number): RawBuilder<CycleRow> => sql`
  select y.number, ${isoTime('y.queued_at')} as "queuedAt", ${isoTime('y.started_at')} as "startedAt",
    ${isoTime('y.first_response_at')} as "firstResponseAt", ${isoTime('y.finished_at')} as "finishedAt", y.rating,
    ${isoTime('y.rated_at')} as "ratedAt", case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
  from ticket_cycles y left join users u on u.company_id = y.company_id and u.id = y.user_id
  where y.company_id = ${companyId} and y.ticket_id = ${ticketId} order by y.number desc limit ${sql.lit(maxListed)}`;

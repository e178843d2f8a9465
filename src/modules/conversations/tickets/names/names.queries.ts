import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { userNames } from '../../../people/users/crud/users.queries.js';

export interface NameRow {
  readonly kind: 'user' | 'queue' | 'connection' | 'tag';
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly channel: string;
  readonly target: number | null;
}

/** All names of the company, also those of removed users, who wrote messages; sorted by name. */
export const nameRows = (companyId: number): Statement<NameRow> => sql`
    select 'user' as kind, id, name, '' as color, '' as channel, null::int as target from ${userNames} u where company_id = ${companyId}
    union all select 'queue', id, name, color, '', first_response_target from queues where company_id = ${companyId}
    union all select 'connection', id, name, '', channel, null from connections where company_id = ${companyId}
    union all select 'tag', id, name, color, '', null from tags where company_id = ${companyId}
    order by name`;

import { sql } from 'kysely';
import type { Db } from '../../../../core/database/db.js';

export interface NameRow {
  readonly kind: 'user' | 'queue' | 'connection' | 'tag';
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly channel: string;
  readonly target: number | null;
}

/** Of the company of the transaction, in the order of their names. */
export const nameRows = (db: Db): Promise<NameRow[]> =>
  db.rows<NameRow>(sql`
    select 'user' as kind, id, name, '' as color, '' as channel, null::int as target from users where company_id = ${db.companyId}
    union all select 'queue', id, name, color, '', first_response_target from queues where company_id = ${db.companyId}
    union all select 'connection', id, name, '', channel, null from connections where company_id = ${db.companyId}
    union all select 'tag', id, name, color, '', null from tags where company_id = ${db.companyId}
    order by name`);

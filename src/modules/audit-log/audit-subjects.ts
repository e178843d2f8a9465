import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';
import type { StoredEntry, SubjectNames } from './audit-entry-view.js';

const sources = [
  ['ticket', 'tickets', 'code'],
  ['contact', 'contacts', 'name'],
  ['user', 'users', 'name'],
  ['queue', 'queues', 'name'],
  ['connection', 'connections', 'name'],
  ['tag', 'tags', 'name'],
  ['quickMessage', 'quick_messages', 'shortcode'],
] as const;
const platformSources = [
  ['company', 'companies', 'name'],
  ['plan', 'plans', 'name'],
] as const;

/** Names what entries are about as it is called now: a customer who was forgotten is nobody in the log either. */
@Injectable()
export class AuditSubjects {
  constructor(private readonly db: Db) {}

  /** One statement for a page of entries; `companyId` is null for the platform, which sees companies and plans. */
  async namesOf(entries: readonly StoredEntry[], companyId: number | null): Promise<SubjectNames> {
    const asked = new Map<string, number[]>();
    for (const { subject } of entries) {
      const [noun, id] = subject?.split(':') ?? [];
      if (noun && id) asked.set(noun, [...(asked.get(noun) ?? []), Number(id)]);
    }
    const selects = [...sources, ...(companyId === null ? platformSources : [])].flatMap(([noun, table, column]) => {
      const ids = asked.get(noun);
      if (!ids) return [];
      const own = companyId === null ? sql`true` : sql`company_id = ${companyId}`;
      return [
        sql`select ${sql.lit(`${noun}:`)} || id as subject, ${sql.ref(column)}::text as name from ${sql.table(table)}
        where ${own} and id = any(${ids}::bigint[])`,
      ];
    });
    if (selects.length === 0) return new Map();
    const rows = await this.db.rows<{ subject: string; name: string }>(sql.join(selects, sql` union all `));
    return new Map(rows.map(({ subject, name }) => [subject, name]));
  }
}

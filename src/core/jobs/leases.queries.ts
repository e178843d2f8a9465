import { type RawBuilder, sql } from 'kysely';
import type { HeldLease } from './held-lease.js';

export interface LeaseRow {
  readonly name: string;
  readonly token: number;
}

/** One row with all leases that a statement changed or found. */
export type LeaseRows = RawBuilder<{ readonly rows: readonly LeaseRow[] }>;

const inOneRow = (changed: RawBuilder<unknown>): LeaseRows =>
  sql`with changed as (${changed})
    select coalesce(json_agg(json_build_object('name', name, 'token', acquired)), '[]') as rows from changed`;

const until = (ttlMs: number): RawBuilder<unknown> => sql`now() + make_interval(secs => ${ttlMs} / 1000.0)`;

/** Those of these names whose lease no process owns. */
export const freeLeases = (names: readonly string[]): LeaseRows =>
  inOneRow(sql`
  select w.name, 0 as acquired from unnest(${names}::text[]) w(name)
  where not exists (select from leases l where l.name = w.name and l.expires_at > now())`);

/** A condition for statements that only the owner of a lease may execute. */
export const isStillHeld = ({ name, token }: Pick<HeldLease, 'name' | 'token'>): RawBuilder<boolean> =>
  sql`exists (select from leases where name = ${name} and acquired = ${token} and expires_at > now())`;

/** An expired lease is not renewed even if it is free, because its signal may have fired. */
export const renewLeases = (names: readonly string[], owner: string, ttlMs: number): LeaseRows =>
  inOneRow(sql`
  update leases set expires_at = ${until(ttlMs)}, updated_at = now()
  where owner = ${owner}::uuid and name = any(${names}::text[]) and expires_at > now() returning name, acquired`);

interface Taker {
  readonly owner: string;
  readonly node: string;
  readonly ttlMs: number;
}

/** Acquires the free leases, and those that this process acquired before without receiving the response. */
export const takeLeases = (names: readonly string[], { owner, node, ttlMs }: Taker): LeaseRows =>
  inOneRow(sql`
  insert into leases (name, owner, node, expires_at, acquired)
  select w.name, ${owner}::uuid, ${node}, ${until(ttlMs)}, 1 from unnest(${names}::text[]) w(name)
  where not exists (select from leases l where l.name = w.name and l.expires_at > now() and l.owner <> ${owner}::uuid)
  order by w.name
  on conflict (name) do update set owner = excluded.owner, node = excluded.node, expires_at = excluded.expires_at,
    acquired = leases.acquired + 1, updated_at = now()
  where leases.expires_at <= now() or leases.owner = ${owner}::uuid
  returning name, acquired`);

export const releaseLeases = (names: readonly string[], owner: string): LeaseRows =>
  inOneRow(sql`
  update leases set expires_at = now(), updated_at = now()
  where owner = ${owner}::uuid and name = any(${names}::text[]) and expires_at > now() returning name, acquired`);

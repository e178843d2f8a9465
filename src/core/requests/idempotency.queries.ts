import { type RawBuilder, sql } from 'kysely';

export interface StoredResponse {
  readonly fingerprint: string;
  readonly status: number;
  readonly answer: unknown;
  /** Whether the answer was erased. */
  readonly forgotten: boolean;
}

/** `free` is false while a request with the same key is in progress. */
export const lockKey = (companyId: number, key: string) =>
  sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency:${companyId}:${key}`},
       0)) as free`;

export const storedResponse = (companyId: number, key: string) =>
  sql<StoredResponse>`select fingerprint, status, answer, answer is null as forgotten from idempotency_keys
       where company_id = ${companyId} and key = ${key} and created_at > now() - interval '24 hours'`;

/** @param answer as JSON */
export const storeResponse = (
  companyId: number,
  key: string,
  { fingerprint, status, answer }: { readonly fingerprint: string; readonly status: number; readonly answer: string },
): RawBuilder<unknown> =>
  sql`insert into idempotency_keys (company_id, key, fingerprint, status, answer)
       values (${companyId}, ${key}, ${fingerprint}, ${status},
       ${answer})
       on conflict (company_id, key) do update
         set fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, created_at = now()`;

export const eraseResponses = (companyId: number): RawBuilder<unknown> =>
  sql`update idempotency_keys set answer = null where company_id = ${companyId}`;

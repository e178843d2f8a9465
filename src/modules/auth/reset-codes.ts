import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';

export const resetMinutes = 15;
const tries = 5;

/** Codes by which a forgotten password is replaced, in the unit of work of the user's company (behaviour.md §2). */
@Injectable()
export class ResetCodes {
  constructor(
    private readonly db: Db,
    private readonly secretCipher: SecretCipher,
  ) {}

  /** A fresh code; one that was sent before stops working. */
  async issue(userId: number, companyId: number): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await this.db.run(sql`insert into password_resets (company_id, user_id, code_hash, expires_at)
       values (${companyId}, ${userId}, ${this.hash(userId, code)}, now() + make_interval(mins => ${resetMinutes}))
       on conflict (company_id, user_id) do update
       set code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempts = 0, used_at = null,
         updated_at = now()`);
    return code;
  }

  /** Tries a code. Counting and burning it are one statement, so that guesses at the same moment count one by one. */
  async redeem(userId: number, code: string): Promise<boolean> {
    const row = await this.db.row<{ matched: boolean }>(sql`
      update password_resets set attempts = attempts + 1, updated_at = now(),
         used_at = case when code_hash = ${this.hash(userId, code)} then now() end
       where user_id = ${userId} and used_at is null and attempts < ${tries} and expires_at > now()
       returning used_at is not null as matched`);
    return row?.matched === true;
  }

  /** Whether the code would still be taken. */
  async isValid(userId: number, code: string): Promise<boolean> {
    const row = await this.db.row(sql`
      select 1 from password_resets where user_id = ${userId} and code_hash = ${this.hash(userId, code)}
       and used_at is null and attempts < ${tries} and expires_at > now()`);
    return row !== undefined;
  }

  private hash(userId: number, code: string): string {
    return this.secretCipher.lookupHash(`password-reset|${userId}|${code}`);
  }
}

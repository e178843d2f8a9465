import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { resetCodeContext } from '../auth.database.js';
import { deleteResetCode, redeemResetCode, saveResetCode } from './reset-codes.queries.js';
import { type CodePurpose, codeHash, resetMinutes, SendResetCode } from './send-reset-code.job.js';

const invitationMinutes = 7 * 24 * 60;

/** Codes that replace a forgotten password; they run in a unit of work of the user's company (behaviour.md §2). */
@Injectable()
export class ResetCodes {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly secretCipher: SecretCipher,
  ) {}

  /** Sends a new code after the commit; a code sent before becomes invalid. */
  async send(userId: number, companyId: number, purpose: CodePurpose): Promise<void> {
    const code = await this.issue(userId, companyId, purpose === 'reset' ? resetMinutes : invitationMinutes);
    const sealedCode = this.secretCipher.encrypt(code, resetCodeContext(companyId, userId));
    await this.jobs.add(SendResetCode, { companyId, userId, purpose, sealedCode });
  }

  /** Makes a code that was sent invalid. */
  async revoke(userId: number): Promise<void> {
    await this.db.run(deleteResetCode(userId));
  }

  private async issue(userId: number, companyId: number, minutes: number): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await this.db.run(saveResetCode(companyId, userId, codeHash(this.secretCipher, userId, code), minutes));
    return code;
  }

  /** Tries a code and uses it up if it is right. */
  async redeem(userId: number, code: string): Promise<boolean> {
    const row = await this.db.row(redeemResetCode(userId, codeHash(this.secretCipher, userId, code)));
    return row?.matched === true;
  }
}

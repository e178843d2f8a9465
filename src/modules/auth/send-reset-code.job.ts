import { Injectable } from '@nestjs/common';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { Db } from '../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../core/jobs/job.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { Mail, redactEmailAddresses } from '../../core/mail/mail.js';
import { type Recipient, recipientOf } from './auth.queries.js';
import { ResetCodes } from './reset-codes.js';
import { resetCodeColumn as place } from './reset-codes.secrets.js';
import { resetMail } from './reset-mail.js';

/** The code is sealed: whoever reads the outbox must not be able to take an account over. */
export class SendResetCode extends defineJob<{ userId: number; sealedCode: string }>('send-reset-code') {}

/** The last try comes when the code has expired, and then there is nothing to send. */
const backoff = [1, 5, 15, 60, 300, 900];

@Injectable()
export class ResetCodeSender {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly secretCipher: SecretCipher,
    private readonly mail: Mail,
    private readonly codes: ResetCodes,
  ) {}

  /** Sends the code once the transaction that made it is committed. */
  async enqueue(userId: number, companyId: number, code: string): Promise<void> {
    await this.jobs.add(SendResetCode, {
      userId,
      sealedCode: this.secretCipher.encrypt(code, place(companyId, userId)),
    });
  }

  @JobHandler(SendResetCode, { transactional: false, backoff })
  async perform({ userId, sealedCode }: SendResetCode['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const code = this.secretCipher.decrypt(sealedCode, place(companyId, userId));
    const recipient = await this.db.runAs(companyId, () => this.recipient(userId, code));
    if (!recipient) return;
    try {
      await this.mail.send(resetMail(recipient, code));
    } catch (error) {
      throw redactEmailAddresses(error);
    }
  }

  /** Nobody when the code was replaced, used or has expired meanwhile, or the user is gone. */
  private async recipient(userId: number, code: string): Promise<Recipient | undefined> {
    if (!(await this.codes.isValid(userId, code))) return undefined;
    return this.db.row(recipientOf(userId));
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { PasswordHasher } from '../../../../core/crypto/password-hasher.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import { UsersService } from '../../users/crud/users.service.js';
import type { ResetPasswordInput } from '../auth.dto.js';
import { authErrors } from '../auth.errors.js';
import { SessionsEnded } from '../auth.events.js';
import { type Account, accountOf } from '../sessions/auth.queries.js';
import { Sessions } from '../sessions/sessions.js';
import { ResetThrottle } from '../sign-in/throttle.js';
import { ResetCodes } from './reset-codes.js';

/** Replaces a forgotten password with the help of a code sent by e-mail. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly db: Db,
    private readonly audit: Audit,
    private readonly events: Events,
    private readonly passwordHasher: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly throttle: ResetThrottle,
    private readonly codes: ResetCodes,
    private readonly users: UsersService,
  ) {}

  /** Sends a code, or the invitation to a user without a password. false: unknown e-mail (ADR 9). @throws 429 */
  async request(email: string, address: string): Promise<boolean> {
    const name = email.toLowerCase();
    await this.throttle.countMail(name, address);
    const account = await this.find(name);
    if (!account) return false;
    const { id, companyId, passwordHash } = account;
    await this.db.runAs(companyId, () => this.codes.send(id, companyId, passwordHash ? 'reset' : 'invitation'));
    return true;
  }

  /** Sets the password and ends every session of the account. @throws 400 ERR_INVALID_RESET_CODE, 429 */
  async reset({ email, token, password }: ResetPasswordInput, address: string): Promise<void> {
    const name = email.toLowerCase();
    const attempt = await this.throttle.attempt(name, address);
    const done = await this.replace(name, token.trim(), password).catch(async (error: unknown) => {
      await attempt.refund();
      throw error;
    });
    if (!done) throw authErrors.ERR_INVALID_RESET_CODE({ fields: { token: wrongCode } });
    await attempt.refund();
    await this.throttle.reset(name, address);
  }

  private find(email: string): Promise<Account | undefined> {
    return this.db.asPlatform(() => this.db.row(accountOf(email)));
  }

  /** Returns false for a wrong code instead of throwing, so that the counted try is committed. */
  private async replace(email: string, code: string, password: string): Promise<boolean> {
    const account = await this.find(email);
    if (!account) return false;
    const { id, companyId } = account;
    return this.db.runAs(companyId, async () => {
      if (!(await this.codes.redeem(id, code))) return false;
      const hash = await this.passwordHasher.hash(password);
      await this.users.setPasswordHash(id, hash);
      const ended = await this.sessions.endAll(id);
      if (ended.length > 0)
        this.events.emit(new SessionsEnded({ companyId, userId: id, sids: ended, maySupport: account.super }));
      this.audit.record('user.passwordReset', id);
      return true;
    });
  }
}

const wrongCode = t('Código inválido ou vencido', 'Wrong or expired code', 'Código inválido o vencido');

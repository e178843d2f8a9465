import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { Audit } from '../../../../core/audit/audit.js';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { type RateLimit, RateLimits } from '../../../../core/redis/rate-limiter.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import { UsersService } from '../../users/crud/users.service.js';
import type { User } from '../../users/user.entity.js';
import { authErrors } from '../auth.errors.js';
import { type SignInPolicy, signInPolicy } from '../auth.events.js';
import { companyOfUser } from '../sessions/auth.queries.js';
import { TwoFactor } from '../two-factor.entity.js';
import { useRecoveryCode, useTimeStep } from './two-factor.queries.js';

const issuer = 'Atende';
const recoveryCodes = 10;
/** One time step before and after, because clocks of phones differ. */
const window = 1;
/** Wrong codes per account and day before none is accepted: it is the last obstacle when the password is known. */
const wrongCodes = { name: 'second-step', points: 20, seconds: 24 * 60 * 60 };

/** The user that the second factor belongs to. */
export interface TwoFactorUser {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly email: string;
}

/** The data that sets up an authenticator app. */
export interface TwoFactorSetup {
  readonly secret: string;
  /** The `otpauth://…` address in the QR code. */
  readonly uri: string;
}

export interface TwoFactorState {
  readonly enabled: boolean;
  /** true if the company requires a second factor. */
  readonly enforced: boolean;
  readonly recoveryCodesLeft: number;
}

export interface RecoveryCodes {
  /** Shown only once; each code replaces the app a single time. */
  readonly recoveryCodes: readonly string[];
}

/** The result of the second step of a sign-in. */
export type SecondStep =
  | { readonly step: 'passed'; readonly recoveryCodes?: readonly string[] }
  | { readonly step: 'asked' | 'refused' }
  | { readonly step: 'setup'; readonly setup: TwoFactorSetup };

/** The second step of a sign-in: codes of an authenticator app (RFC 6238), and recovery codes. */
@Injectable()
export class TwoFactorService {
  private readonly attempts: RateLimit;

  constructor(
    rateLimits: RateLimits,
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly cipher: SecretCipher,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly users: UsersService,
    private readonly companies: CompaniesService,
  ) {
    this.attempts = rateLimits.create(wrongCodes);
  }

  /** Checks the second step in a unit of work of its own. @throws 429 after too many wrong codes */
  prove(user: TwoFactorUser, code: string | undefined): Promise<SecondStep> {
    return this.db.runAs(user.companyId, async () => {
      const found = await this.find(user.id);
      if (found?.confirmedAt) {
        if (!code) return { step: 'asked' };
        await this.attempts.consume(String(user.id));
        if (!(await this.redeem(found, user, code))) return { step: 'refused' };
        await this.attempts.delete(String(user.id));
        return { step: 'passed' };
      }
      if (!(await this.policy()).twoFactor) return { step: 'passed' };
      // a new secret is created, because somebody else may have seen an unconfirmed one
      if (!found || !code) return { step: 'setup', setup: await this.start(user, found) };
      const codes = await this.confirmWith(found, user, code);
      return codes ? { step: 'passed', recoveryCodes: codes } : { step: 'refused' };
    });
  }

  async policy(): Promise<SignInPolicy> {
    const [policy] = await this.events.ask(signInPolicy, null);
    if (!policy) throw new Error('A required port has an answer');
    return policy;
  }

  async state(): Promise<TwoFactorState> {
    const found = await this.find(this.context.actor.userId);
    const { twoFactor: enforced } = await this.policy();
    return { enabled: Boolean(found?.confirmedAt), enforced, recoveryCodesLeft: found?.recoveryHashes.length ?? 0 };
  }

  /** Shows the caller a new secret. @throws ERR_VALIDATION for a wrong password, ERR_TWO_FACTOR_ENABLED, 429 */
  async begin(password: string): Promise<TwoFactorSetup> {
    const user = await this.users.confirmPassword(password);
    const found = await this.find(user.id);
    if (found?.confirmedAt) throw authErrors.ERR_TWO_FACTOR_ENABLED();
    return this.start(user, found);
  }

  /** @throws ERR_VALIDATION for a wrong code, ERR_TWO_FACTOR_ENABLED, ERR_TWO_FACTOR_DISABLED */
  async confirm(code: string): Promise<RecoveryCodes> {
    const user = await this.users.own();
    const found = await this.find(user.id);
    if (!found) throw authErrors.ERR_TWO_FACTOR_DISABLED();
    if (found.confirmedAt) throw authErrors.ERR_TWO_FACTOR_ENABLED();
    const codes = await this.confirmWith(found, user, code);
    if (!codes) throw coreErrors.ERR_VALIDATION({ fields: { code: authErrors.ERR_TWO_FACTOR_CODE().text } });
    return { recoveryCodes: codes };
  }

  /** @throws ERR_VALIDATION for a wrong password, ERR_TWO_FACTOR_ENFORCED, ERR_TWO_FACTOR_DISABLED, 429 */
  async disable(password: string): Promise<void> {
    const user = await this.users.confirmPassword(password);
    if ((await this.policy()).twoFactor) throw authErrors.ERR_TWO_FACTOR_ENFORCED();
    await this.remove(user, 'user.twoFactorDisabled');
  }

  /** For a user who lost the phone; managers and super-admins use it. @throws 404, 403, ERR_TWO_FACTOR_DISABLED */
  async reset(userId: number): Promise<void> {
    if (userId === this.context.actor.userId) throw coreErrors.ERR_NO_PERMISSION();
    const row = await this.db.asPlatform(() => this.db.row(companyOfUser(userId)));
    await this.companies.inCompany(row?.companyId ?? this.db.companyId, async () =>
      this.remove(await this.users.managed(userId), 'user.twoFactorReset'),
    );
  }

  /** Replaces the caller's recovery codes. @throws ERR_VALIDATION for a wrong password, ERR_TWO_FACTOR_DISABLED, 429 */
  async renewCodes(password: string): Promise<RecoveryCodes> {
    const { id } = await this.users.confirmPassword(password);
    const found = await this.find(id);
    if (!found?.confirmedAt) throw authErrors.ERR_TWO_FACTOR_DISABLED();
    const codes = this.writeCodes(found);
    await this.db.em.flush();
    this.audit.record('user.recoveryCodesRenewed', id);
    return { recoveryCodes: codes };
  }

  /** Locks the user: two concurrent sign-ins would each create a secret or recovery codes. */
  private async find(userId: number): Promise<TwoFactor | null> {
    await this.db.lock('two-factor', userId);
    return this.db.em.findOne(TwoFactor, { userId });
  }

  private async start({ id, companyId, email }: TwoFactorUser, found: TwoFactor | null): Promise<TwoFactorSetup> {
    const secret = new Secret({ size: 20 }).base32;
    const row =
      found ??
      this.db.em.create(TwoFactor, {
        companyId,
        userId: id,
        secret: '',
        confirmedAt: null,
        lastStep: 0,
        recoveryHashes: [],
      });
    row.secret = this.cipher.encrypt(secret, encryptionContext(TwoFactor, row));
    await this.db.em.flush();
    return { secret, uri: new TOTP({ issuer, label: email, secret }).toString() };
  }

  /** undefined if the code is wrong. */
  private async confirmWith(found: TwoFactor, user: TwoFactorUser, code: string): Promise<string[] | undefined> {
    const step = this.stepOf(found, code);
    if (step === undefined) return undefined;
    const codes = this.writeCodes(found);
    found.confirmedAt = this.clock.now();
    found.lastStep = step;
    await this.db.em.flush();
    this.audit.record('user.twoFactorEnabled', user.id, null, { by: { userId: user.id, name: user.name } });
    await this.users.setTwoFactor(user.id, true);
    return codes;
  }

  private writeCodes(found: TwoFactor): string[] {
    const codes = Array.from({ length: recoveryCodes }, () =>
      (new Secret({ size: 10 }).base32.match(/.{4}/g) ?? []).join('-'),
    );
    found.recoveryHashes = codes.map((each) => hashOf(found.userId, each));
    return codes;
  }

  /** Accepts a code only once, also in concurrent requests. */
  private async redeem(found: TwoFactor, user: TwoFactorUser, code: string): Promise<boolean> {
    const step = this.stepOf(found, code);
    if (step !== undefined) {
      const used = await this.db.run(useTimeStep(found.id, step));
      return used > 0;
    }
    const used = await this.db.run(useRecoveryCode(found.id, hashOf(user.id, code)));
    if (used > 0)
      this.audit.record('user.recoveryCodeUsed', user.id, null, { by: { userId: user.id, name: user.name } });
    return used > 0;
  }

  /** The time step of the code; undefined if it fits none. */
  private stepOf(found: TwoFactor, code: string): number | undefined {
    const token = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const totp = new TOTP({ secret: this.cipher.decrypt(found.secret, encryptionContext(TwoFactor, found)) });
    const timestamp = this.clock.now().getTime();
    const delta = totp.validate({ token, timestamp, window });
    return delta === null ? undefined : totp.counter({ timestamp }) + delta;
  }

  private async remove({ id, twoFactor }: User, action: string): Promise<void> {
    // when the server's key was lost, only the flag on the user is left
    if (!twoFactor) throw authErrors.ERR_TWO_FACTOR_DISABLED();
    const found = await this.find(id);
    if (found) this.db.em.remove(found);
    await this.users.setTwoFactor(id, false);
    this.audit.record(action, id);
  }
}

/** 80 random bits need no slow hash function. */
const hashOf = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`${userId}|${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`)
    .digest('base64url');

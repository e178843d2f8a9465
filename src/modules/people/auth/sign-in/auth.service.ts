import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { isImportedHash, PasswordHasher } from '../../../../core/crypto/password-hasher.js';
import { Db } from '../../../../core/database/db.js';
import type { AppError } from '../../../../core/errors/app-error.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import { UsersService } from '../../users/crud/users.service.js';
import type { LoginInput } from '../auth.dto.js';
import { authErrors } from '../auth.errors.js';
import { SessionsEnded } from '../auth.events.js';
import {
  type Account,
  accountOf,
  firstAdminOf,
  type SessionUser,
  sessionUser,
  signInsFrom,
} from '../sessions/auth.queries.js';
import {
  type OpenedSession,
  type RotatedSession,
  Sessions,
  type SignInOrigin,
  supportSeconds,
} from '../sessions/sessions.js';
import { type RefreshClaims, Tokens } from '../sessions/tokens.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { EndSupportSession } from './end-support-session.job.js';
import { LoginThrottle } from './throttle.js';

type Refusal = `user.refused${'Password' | 'Code' | 'Inactive' | 'Expired' | 'Hours'}`;

/** Records refused sign-ins in the audit log of the account's company. */
@Injectable()
export class RefusedSignIns implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Auth');
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly db: Db,
    private readonly audit: Audit,
  ) {}

  /**
   * Not awaited, or the answer would take longer for an e-mail with an account than for one without. The throttle
   * counts each attempt, so it also limits how many of these run.
   */
  record(action: Refusal, account: { id: number; companyId: number }): void {
    const noted = this.db
      .runAs(account.companyId, async () => void this.audit.record(action, account.id))
      .catch((error: unknown) => this.logger.error({ msg: 'refused sign-in not noted', reason: String(error) }))
      .finally(() => this.pending.delete(noted));
    this.pending.add(noted);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }
}

export interface Session {
  readonly token: string;
  readonly user: SessionUser;
  /** Only after a sign-in that set up the second factor. */
  readonly recoveryCodes?: readonly string[];
}

/** What a client gets: the access token and the user in the body, and the refresh token in a cookie. */
export interface SignedIn extends Session {
  readonly refreshToken: string;
}

@Injectable()
export class AuthService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly passwordHasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly audit: Audit,
    private readonly refused: RefusedSignIns,
    private readonly companies: CompaniesService,
    private readonly jobs: Jobs,
    private readonly users: UsersService,
    private readonly twoFactor: TwoFactorService,
  ) {}

  /**
   * @throws 401 ERR_INVALID_CREDENTIALS, ERR_TWO_FACTOR_REQUIRED, ERR_TWO_FACTOR_SETUP, ERR_TWO_FACTOR_CODE; 403
   * ERR_USER_INACTIVE, ERR_COMPANY_EXPIRED, ERR_OUTSIDE_ACCESS_HOURS; 429. Known and unknown e-mails take the same time.
   */
  async login({ email, password, code }: LoginInput, origin: SignInOrigin): Promise<SignedIn> {
    const name = email.trim().toLowerCase();
    const { address } = origin;
    const attempt = await this.throttle.attempt(name, address, () => this.signedInFrom(name, address));
    const excused = async (error: unknown): Promise<never> => {
      await attempt.refund();
      throw error;
    };
    const account = await this.verifyCredentials(name, password).catch(excused);
    if (!account) throw authErrors.ERR_INVALID_CREDENTIALS();
    const refusal = refusalOf(account);
    if (refusal) {
      this.refused.record(refusal.action, account);
      throw refusal.error;
    }
    const second = await this.twoFactor.prove(account, code?.trim() || undefined).catch(excused);
    if (second.step === 'asked') await excused(authErrors.ERR_TWO_FACTOR_REQUIRED());
    if (second.step === 'setup') await excused(authErrors.ERR_TWO_FACTOR_SETUP({ params: { ...second.setup } }));
    if (second.step !== 'passed') {
      this.refused.record('user.refusedCode', account);
      throw authErrors.ERR_TWO_FACTOR_CODE({ fields: { code: authErrors.ERR_TWO_FACTOR_CODE().text } });
    }
    await attempt.refund();
    await this.throttle.reset(name, address);
    const { recoveryCodes } = second;
    return {
      ...(await this.openSession(account.id, account.companyId, origin)),
      ...(recoveryCodes && { recoveryCodes }),
    };
  }

  /** Whether the account signed in from this address in the last 30 days. */
  private async signedInFrom(email: string, address: string): Promise<boolean> {
    const row = await this.db.asPlatform(() => this.db.row(signInsFrom(email, address)));
    return row !== undefined;
  }

  private async verifyCredentials(email: string, password: string): Promise<Account | undefined> {
    const account = await this.db.asPlatform(() => this.db.row(accountOf(email)));
    if (await this.passwordHasher.verify(account?.passwordHash ?? null, password)) {
      if (account) await this.rehash(account, password);
      return account;
    }
    if (account) this.refused.record('user.refusedPassword', account);
    return undefined;
  }

  /** Replaces an imported password hash by one of our own, unless the password was changed meanwhile. */
  private async rehash({ id, passwordHash }: Account, password: string): Promise<void> {
    if (passwordHash === null || !isImportedHash(passwordHash)) return;
    const own = await this.passwordHasher.hash(password);
    await this.db.asPlatform(() => this.users.replaceHash(id, passwordHash, own));
  }

  private openSession(userId: number, companyId: number, origin: SignInOrigin): Promise<SignedIn> {
    return this.db.runAs(companyId, async () => {
      const { singleSession } = await this.twoFactor.policy();
      const { session, ended } = await this.sessions.open(userId, companyId, origin, singleSession);
      await this.users.markSeen(userId);
      const answer = await this.signedIn(session);
      if (ended.length > 0)
        this.events.emit(
          new SessionsEnded({ companyId, userId, sids: ended, maySupport: answer.user.super, signedInElsewhere: true }),
        );
      this.audit.record('user.signedIn', userId, null, { by: { userId, name: answer.user.name } });
      return answer;
    });
  }

  /** @throws 401 ERR_SESSION_EXPIRED for a forged, old or reused cookie, ERR_COMPANY_EXPIRED */
  async refresh(cookie: string | undefined): Promise<SignedIn> {
    const claims = this.tokens.readRefresh(cookie ?? '');
    const session = claims && (await this.db.asPlatform(() => this.rotate(claims)));
    const actor = session && (await this.sessions.read(session));
    if (!session || !actor) throw coreErrors.ERR_SESSION_EXPIRED();
    return this.db.runAs(session.companyId, () => this.signedIn(session));
  }

  /**
   * Opens a 30-minute support session as the first manager of a company, recorded in the audit logs of the platform and
   * of the company. @throws 409 for the own company and for one without a manager
   */
  async enterCompany(companyId: number): Promise<Session> {
    const { actor } = this.context;
    if (companyId === actor.companyId) throw authErrors.ERR_OWN_COMPANY_ENTERED();
    return this.db.runAs(companyId, async () => {
      await this.companies.assertExists(companyId);
      const admin = await this.db.row(firstAdminOf(companyId));
      if (!admin) throw authErrors.ERR_NO_MANAGER();
      const until = new Date(Date.now() + supportSeconds * 1000);
      const sid = await this.sessions.openSupport(admin.id, companyId, actor.sessionId, until);
      await this.jobs.add(EndSupportSession, { userId: admin.id, sid }, { runAt: until });
      this.audit.record('company.entered', companyId, { name: admin.name });
      const user = await this.sessionUser(admin.id);
      return {
        token: this.tokens.access({ sid, userId: admin.id, companyId, profile: user.profile }, supportSeconds),
        user: { ...user, super: false, support: { until: until.toISOString() } },
      };
    });
  }

  async logout(): Promise<void> {
    const { userId, companyId, sessionId, support, super: maySupport } = this.context.actor;
    const ended = await this.sessions.end(userId, sessionId);
    if (ended.length === 0) return;
    if (support) this.audit.record('company.left', companyId);
    else this.audit.record('user.signedOut', userId);
    this.events.emit(new SessionsEnded({ companyId, userId, sids: ended, maySupport }));
  }

  async me(): Promise<SessionUser> {
    const { userId, support } = this.context.actor;
    const user = await this.sessionUser(userId);
    return support ? { ...user, super: false, support } : user;
  }

  /** Also closes the sockets of the session when a token was reused. */
  private async rotate(claims: RefreshClaims): Promise<RotatedSession | undefined> {
    const session = await this.sessions.rotate(claims);
    if (!session?.reused) return session;
    this.events.emit(
      new SessionsEnded({
        companyId: session.companyId,
        userId: session.userId,
        sids: [session.sid],
        maySupport: true,
      }),
    );
    return undefined;
  }

  private async signedIn(session: OpenedSession): Promise<SignedIn> {
    const { sid, userId } = session;
    const user = await this.sessionUser(userId);
    const { companyId, profile } = user;
    return {
      token: this.tokens.access({ sid, userId, companyId, profile }),
      refreshToken: this.tokens.refresh(session),
      user,
    };
  }

  /** @throws if the user is gone; callers have a live session */
  private async sessionUser(userId: number): Promise<SessionUser> {
    const row = await this.db.row(sessionUser(userId));
    if (!row) throw new Error(`User ${userId} is gone`);
    return row.user;
  }
}

/** Why a user with the right password may not enter; an active super-admin always may. */
function refusalOf(account: Account): { action: Refusal; error: AppError } | undefined {
  if (!account.active) return { action: 'user.refusedInactive', error: authErrors.ERR_USER_INACTIVE() };
  if (!account.mayWork && !account.super)
    return { action: 'user.refusedExpired', error: authErrors.ERR_COMPANY_EXPIRED() };
  if (!account.withinHours) return { action: 'user.refusedHours', error: authErrors.ERR_OUTSIDE_ACCESS_HOURS() };
  return undefined;
}

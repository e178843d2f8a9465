import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { sql } from 'kysely';
import { SessionResolver } from '../../../core/access/session-resolver.js';
import { AppConfig } from '../../../core/config/config.js';
import { Sweeper } from '../../../core/jobs/sweeper.js';
import './auth.audit.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountController } from './account/account.controller.js';
import { AccountSessions } from './account/account-sessions.service.js';
import { Invitations } from './password-reset/invitations.service.js';
import { PasswordResetController } from './password-reset/password-reset.controller.js';
import { PasswordResetService } from './password-reset/password-reset.service.js';
import { ResetCodes } from './password-reset/reset-codes.js';
import { SessionCache } from './sessions/session-cache.js';
import { Sessions } from './sessions/sessions.js';
import { jwtOptions, Tokens } from './sessions/tokens.js';
import { AuthController } from './sign-in/auth.controller.js';
import { AuthListener } from './sign-in/auth.listener.js';
import { AuthService, RefusedSignIns } from './sign-in/auth.service.js';
import { EnterCompanyController } from './sign-in/enter-company.controller.js';
import { LoginThrottle, ResetThrottle } from './sign-in/throttle.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';

/** Sign-in. Global, because core's guard and gateway resolve sessions through it. */
@Global()
@Module({
  imports: [CompaniesModule, UsersModule, JwtModule.registerAsync({ inject: [AppConfig], useFactory: jwtOptions })],
  controllers: [AccountController, AuthController, EnterCompanyController, PasswordResetController],
  providers: [
    AccountSessions,
    AuthService,
    AuthListener,
    Invitations,
    LoginThrottle,
    PasswordResetService,
    RefusedSignIns,
    ResetCodes,
    ResetThrottle,
    SessionCache,
    Sessions,
    Tokens,
    TwoFactorService,
    { provide: SessionResolver, useExisting: Sessions },
  ],
  exports: [SessionResolver, AuthService],
})
export class AuthModule {
  constructor(sweeper: Sweeper) {
    // an ended session is remembered as long as its refresh token could come back
    sweeper.addRetentionRule({
      table: 'sessions',
      where: sql`coalesce(ended_at, expires_at) < now() - interval '30 days'`,
    });
    sweeper.addRetentionRule({ table: 'password_resets', where: sql`expires_at < now()` });
  }
}

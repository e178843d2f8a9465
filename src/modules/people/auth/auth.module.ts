import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { SessionResolver } from '../../../core/access/session-resolver.js';
import { defineAuditActions, defineAuditKind } from '../../../core/audit/audit-actions.js';
import { AppConfig } from '../../../core/config/config.js';
import { t } from '../../../core/i18n.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountController } from './account/account.controller.js';
import { AccountSessionsService } from './account/account-sessions.service.js';
import { InvitationsService } from './password-reset/invitations.service.js';
import { PasswordResetController } from './password-reset/password-reset.controller.js';
import { PasswordResetService } from './password-reset/password-reset.service.js';
import { ResetCodes } from './password-reset/reset-codes.js';
import { SendResetCodeHandler } from './password-reset/send-reset-code.job.js';
import { SessionCache } from './sessions/session-cache.js';
import { Sessions } from './sessions/sessions.js';
import { jwtOptions, Tokens } from './sessions/tokens.js';
import { AuthController } from './sign-in/auth.controller.js';
import { AuthListener } from './sign-in/auth.listener.js';
import { AuthService, RefusedSignIns } from './sign-in/auth.service.js';
import { EndSupportSessionHandler } from './sign-in/end-support-session.job.js';
import { EnterCompanyController } from './sign-in/enter-company.controller.js';
import { LoginThrottle, ResetThrottle } from './sign-in/throttle.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';

defineAuditKind('access', 10, t('Acesso', 'Access', 'Acceso'));

defineAuditActions('access', {
  'user.signedIn': t('Entrou', 'Signed in', 'Entró'),
  'user.signedOut': t('Saiu', 'Signed out', 'Salió'),
  'company.entered': t(
    'Suporte da plataforma entrou como {{name}}',
    'The support of the platform entered as {{name}}',
    'El soporte de la plataforma entró como {{name}}',
  ),
  'company.left': t(
    'Suporte da plataforma saiu',
    'The support of the platform left',
    'El soporte de la plataforma salió',
  ),
  'user.refusedPassword': t(
    'Acesso recusado: senha incorreta',
    'Sign-in refused: wrong password',
    'Acceso rechazado: contraseña incorrecta',
  ),
  'user.refusedExpired': t(
    'Acesso recusado: empresa vencida ou inativa',
    'Sign-in refused: company expired or inactive',
    'Acceso rechazado: empresa vencida o inactiva',
  ),
  'user.refusedInactive': t(
    'Acesso recusado: usuário inativo',
    'Sign-in refused: inactive user',
    'Acceso rechazado: usuario inactivo',
  ),
  'user.refusedHours': t(
    'Acesso recusado: fora do horário',
    'Sign-in refused: outside of the access hours',
    'Acceso rechazado: fuera del horario',
  ),
  'user.refusedCode': t(
    'Acesso recusado: código de verificação incorreto',
    'Sign-in refused: wrong verification code',
    'Acceso rechazado: código de verificación incorrecto',
  ),
  'user.invited': t('Enviou convite', 'Sent an invitation', 'Envió una invitación'),
  'user.sessionsEnded': t('Encerrou sessões', 'Ended sessions', 'Cerró sesiones'),
  'user.twoFactorEnabled': t(
    'Ativou a verificação em duas etapas',
    'Turned two-step verification on',
    'Activó la verificación en dos pasos',
  ),
  'user.twoFactorDisabled': t(
    'Desativou a verificação em duas etapas',
    'Turned two-step verification off',
    'Desactivó la verificación en dos pasos',
  ),
  'user.twoFactorReset': t(
    'Removeu a verificação em duas etapas',
    'Removed the two-step verification',
    'Quitó la verificación en dos pasos',
  ),
  'user.recoveryCodesRenewed': t(
    'Gerou novos códigos de recuperação',
    'Made new recovery codes',
    'Generó nuevos códigos de recuperación',
  ),
  'user.recoveryCodeUsed': t(
    'Entrou com um código de recuperação',
    'Signed in with a recovery code',
    'Entró con un código de recuperación',
  ),
  'user.passwordReset': t(
    'Redefiniu a senha por e-mail',
    'Reset the password by e-mail',
    'Restableció la contraseña por correo',
  ),
});

/** Sign-in. Global, because core's guard and gateway resolve sessions through it. */
@Global()
@Module({
  imports: [CompaniesModule, UsersModule, JwtModule.registerAsync({ inject: [AppConfig], useFactory: jwtOptions })],
  controllers: [AccountController, AuthController, EnterCompanyController, PasswordResetController],
  providers: [
    AccountSessionsService,
    AuthService,
    EndSupportSessionHandler,
    AuthListener,
    InvitationsService,
    LoginThrottle,
    PasswordResetService,
    RefusedSignIns,
    ResetCodes,
    SendResetCodeHandler,
    ResetThrottle,
    SessionCache,
    Sessions,
    Tokens,
    TwoFactorService,
    { provide: SessionResolver, useExisting: Sessions },
  ],
  exports: [SessionResolver, AuthService],
})
export class AuthModule {}

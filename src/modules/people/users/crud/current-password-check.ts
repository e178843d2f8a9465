import { Injectable } from '@nestjs/common';
import { hasLevel } from '../../../../core/access/decorators.js';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { PasswordHasher } from '../../../../core/crypto/password-hasher.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { type RateLimit, RateLimits } from '../../../../core/redis/rate-limiter.js';
import type { User } from '../user.entity.js';
import type { UserInput } from '../users.dto.js';

const missing = t('Informe a senha atual', 'Enter the current password', 'Indique la contraseña actual');
const signInAgain = t(
  'Para trocar a senha, saia, entre de novo e troque-a nos cinco minutos seguintes.',
  'To change the password, sign out, sign in again and change it within five minutes.',
  'Para cambiar la contraseña, salga, entre de nuevo y cámbiela en los cinco minutos siguientes.',
);
const recentMs = 5 * 60_000;
const wrong = t('Senha atual incorreta', 'The current password is wrong', 'La contraseña actual es incorrecta');

/** Without this check, somebody who finds an open session could take over the account. */
@Injectable()
export class CurrentPasswordCheck {
  private readonly attempts: RateLimit;

  constructor(
    private readonly context: Context,
    private readonly passwordHasher: PasswordHasher,
    private readonly clock: Clock,
    rateLimits: RateLimits,
  ) {
    this.attempts = rateLimits.create({ name: 'current-password', points: 5, seconds: 15 * 60 });
  }

  /**
   * Users who change their own e-mail or password confirm it with the current password. Existing clients do not
   * ask for it, so managers, who may set any password, may omit it, and so may others for a new password within five
   * minutes of the sign-in. Users of two-step verification may not. A wrong password is always refused.
   * @throws ERR_VALIDATION naming the field, 429 after five wrong passwords in 15 minutes
   */
  async assertConfirmed(
    { id, email, passwordHash, twoFactor }: User,
    input: Partial<UserInput>,
    current: string | null | undefined,
  ): Promise<void> {
    const actor = this.context.maybeActor;
    if (actor?.userId !== id) return;
    const another = input.email !== undefined && input.email.toLowerCase() !== email;
    if (!input.password && !another) return;
    if (!current) {
      const signedInAt = new Date(actor.signedInAt ?? 0).getTime();
      const signedInRecently = this.clock.now().getTime() - signedInAt < recentMs;
      if (!twoFactor && (hasLevel(actor, 'admin') || (signedInRecently && !another))) return;
      throw coreErrors.ERR_VALIDATION({
        text: twoFactor || another ? missing : signInAgain,
        fields: { currentPassword: missing },
      });
    }
    await this.assertRight({ id, passwordHash }, 'currentPassword', current);
  }

  /** @param field named by the error @throws ERR_VALIDATION, 429 after five wrong passwords in 15 minutes */
  async assertRight(
    { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
    field: string,
    current: string,
  ): Promise<void> {
    await this.attempts.consume(String(id));
    if (!(await this.passwordHasher.verify(passwordHash, current)))
      throw coreErrors.ERR_VALIDATION({ fields: { [field]: wrong } });
    await this.attempts.delete(String(id));
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { InTransaction } from '../../../../core/events/event.js';
import { UsersService } from '../../users/crud/users.service.js';
import { UserInviting, UserSignInChanged } from '../../users/users.events.js';
import { authErrors } from '../auth.errors.js';
import { ResetThrottle } from '../sign-in/throttle.js';
import { ResetCodes } from './reset-codes.js';

/** E-mails with which users without a password set their first one. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: ResetCodes,
    private readonly throttle: ResetThrottle,
    private readonly audit: Audit,
  ) {}

  @InTransaction(UserInviting)
  async send({ companyId, userId }: UserInviting): Promise<void> {
    await this.codes.send(userId, companyId, 'invitation');
    this.audit.record('user.invited', userId, null, { companyId });
  }

  /** A code is tied to the account, not the e-mail: one sent to a wrong address could still set the password. */
  @InTransaction(UserSignInChanged)
  revoke({ userId }: UserSignInChanged): Promise<void> {
    return this.codes.revoke(userId);
  }

  /** Sends a new invitation and invalidates the previous one. @throws 404, 403, 409 ERR_NOT_INVITED, 429 */
  async resend(userId: number, address: string): Promise<void> {
    const user = await this.users.managed(userId);
    if (user.passwordHash || !user.active) throw authErrors.ERR_NOT_INVITED();
    await this.throttle.countMail(user.email, address);
    await this.send(new UserInviting({ companyId: user.companyId, userId: user.id }));
  }
}

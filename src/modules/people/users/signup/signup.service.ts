import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { AppConfig } from '../../../../core/config/config.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import { type RateLimit, RateLimits } from '../../../../core/redis/rate-limiter.js';
import { companyErrors } from '../../../platform/companies/companies.errors.js';
import { CompaniesService, type CompanyRecord } from '../../../platform/companies/registration/companies.service.js';
import { PlansService } from '../../../platform/plans/crud/plans.service.js';
import type { SignupInput } from '../users.dto.js';
import { signupIsOpen } from '../users.events.js';
import { loginLimitsOf } from '../users.policy.js';

const notOffered = t('Plano indisponível', 'Plan not available', 'Plan no disponible');
const windowSeconds = 15 * 60;
const trialMs = 7 * 86_400_000;

/** Opens companies for visitors, if the platform allows it. */
@Injectable()
export class SignupService {
  private readonly addresses: RateLimit;

  constructor(
    config: AppConfig,
    rateLimits: RateLimits,
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly companies: CompaniesService,
    private readonly plans: PlansService,
    private readonly events: Events,
  ) {
    const { address: points } = loginLimitsOf(config);
    this.addresses = rateLimits.create({ name: 'signup', points, seconds: windowSeconds });
  }

  /** @throws 400 for a plan that is not public, 403 ERR_USER_CREATION_DISABLED, 409 for a taken name or e-mail, 429 */
  async signUp(input: SignupInput, address: string): Promise<CompanyRecord> {
    await this.addresses.consume(address);
    return this.db.asPlatform(async () => {
      if ((await this.events.ask(signupIsOpen, null)).includes(false)) throw companyErrors.ERR_USER_CREATION_DISABLED();
      if (!(await this.plans.isPublic(input.planId)))
        throw coreErrors.ERR_VALIDATION({ fields: { planId: notOffered } });
      const dueDate = new Date(this.clock.now().getTime() + trialMs).toISOString();
      return this.companies.create({ ...input, status: true, campaignsEnabled: true, dueDate, recurrence: null });
    });
  }
}

import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { type Actor, Context, type Integration } from '../context.js';
import { AppError } from '../errors/app-error.js';
import { coreErrors } from '../errors/core-errors.js';
import { ACCESS, type AccessLevel, type AccessRule, hasLevel, PLAN } from './decorators.js';

/** Runs one passport strategy and keeps the user it finds, instead of attaching it to the request. */
function strategyGuard<U>(name: string): Type<IAuthGuard & { user?: U }> {
  class StrategyGuard extends AuthGuard(name) {
    user?: U;

    override handleRequest<T>(error: unknown, user: T | false): T {
      if (error) throw error;
      // passport finds no user for a token that is malformed or expired: clients refresh after a 403
      if (!user) throw new AppError('ERR_SESSION_EXPIRED', 403, coreErrors.ERR_SESSION_EXPIRED().text);
      this.user = user as unknown as U;
      return user;
    }
  }
  return StrategyGuard as unknown as Type<IAuthGuard & { user?: U }>;
}

const JwtGuard = strategyGuard<Actor>('jwt');
const IntegrationGuard = strategyGuard<Integration>('integration');

/** Closed by default: authenticates, then checks the rank and the plan flag that the route declares. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly context: Context,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    if (execution.getType() !== 'http') return true;
    const targets = [execution.getHandler(), execution.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, targets);
    if (!rule) throw coreErrors.ERR_NO_PERMISSION();
    if (rule.public || !rule.allow) return true;
    await this.authenticate(execution, rule.allow);
    const feature = this.reflector.getAllAndOverride<string | undefined>(PLAN, targets);
    if (feature && this.context.actor.features[feature] !== true) throw coreErrors.ERR_NO_PERMISSION();
    return true;
  }

  private async authenticate(execution: ExecutionContext, level: AccessLevel): Promise<void> {
    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    if (!request.headers.authorization) throw coreErrors.ERR_SESSION_EXPIRED();
    if (level === 'integration') {
      const guard = new IntegrationGuard();
      await guard.canActivate(execution);
      if (guard.user) this.context.setIntegration(guard.user);
      return;
    }
    const guard = new JwtGuard();
    await guard.canActivate(execution);
    if (guard.user) this.context.setActor(guard.user);
    if (!hasLevel(this.context.actor, level)) throw coreErrors.ERR_NO_PERMISSION();
  }
}

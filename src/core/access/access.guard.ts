import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, Context, type Program } from '../context.js';
import { AppError } from '../errors/app-error.js';
import { coreErrors } from '../errors/core-errors.js';
import {
  ACCESS,
  type AccessLevel,
  type AccessRule,
  CONNECTION_TOKENS,
  hasLevel,
  PERSONAL,
  PLAN,
  SCOPE,
} from './decorators.js';
import { TokenThrottle } from './token-throttle.js';

/** Runs one passport strategy and keeps the actor that it finds, instead of attaching it to the request. */
function strategyGuard(name: string): Type<IAuthGuard & { user?: Actor }> {
  class StrategyGuard extends AuthGuard(name) {
    user?: Actor;

    override handleRequest<T>(error: unknown, user: T | false): T {
      if (error) throw error;
      // passport finds no user for a malformed or expired token; the 403 makes clients refresh it
      if (!user) throw new AppError('ERR_SESSION_EXPIRED', 403, coreErrors.ERR_SESSION_EXPIRED().text);
      this.user = user as unknown as Actor;
      return user;
    }
  }
  return StrategyGuard as unknown as Type<IAuthGuard & { user?: Actor }>;
}

const JwtGuard = strategyGuard('jwt');
const IntegrationGuard = strategyGuard('integration');

type Targets = Parameters<Reflector['getAllAndOverride']>[1];

/** Refuses undeclared routes; else checks rank (of a service token also the scope) and plan flag of the route. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly context: Context,
    private readonly throttle: TokenThrottle,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    if (execution.getType() !== 'http') return true;
    const targets = [execution.getHandler(), execution.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, targets);
    if (!rule) throw coreErrors.ERR_NO_PERMISSION();
    if (rule.public || !rule.allow) return true;
    const tokens = this.reflector.getAllAndOverride<true | undefined>(CONNECTION_TOKENS, targets) === true;
    const { program, support } = await this.authenticate(execution, rule.allow, tokens);
    if (support && this.reflector.getAllAndOverride<true | undefined>(PERSONAL, targets))
      throw coreErrors.ERR_SUPPORT_SESSION();
    if (program) {
      await this.throttle.count(program, execution.switchToHttp().getResponse<FastifyReply>());
      if (program.kind === 'service') this.assertScope(program, execution, targets);
    }
    if (rule.allow !== 'integration' && !hasLevel(this.context.actor, rule.allow)) throw coreErrors.ERR_NO_PERMISSION();
    const features = this.reflector.getAllAndOverride<readonly string[] | undefined>(PLAN, targets);
    if (features?.every((feature) => this.context.actor.features[feature] !== true))
      throw coreErrors.ERR_NO_PERMISSION();
    return true;
  }

  /** @param connectionTokens the route also takes tokens of connections, which are 64 hex characters */
  private async authenticate(
    execution: ExecutionContext,
    level: AccessLevel,
    connectionTokens: boolean,
  ): Promise<Actor> {
    const { headers } = execution.switchToHttp().getRequest<FastifyRequest>();
    const byConnection =
      level === 'integration' || (connectionTokens && /^Bearer [0-9a-f]{64}$/i.test(headers.authorization ?? ''));
    if (!headers.authorization)
      throw byConnection ? coreErrors.ERR_CONNECTION_TOKEN() : coreErrors.ERR_SESSION_EXPIRED();
    const guard = byConnection ? new IntegrationGuard() : new JwtGuard();
    await guard.canActivate(execution);
    if (guard.user) this.context.setActor(guard.user);
    return this.context.actor;
  }

  private assertScope({ scopes }: Program, execution: ExecutionContext, targets: Targets): void {
    const area = this.reflector.getAllAndOverride<string | undefined>(SCOPE, targets);
    if (!area) throw coreErrors.ERR_TOKEN_ROUTE();
    const { method } = execution.switchToHttp().getRequest<FastifyRequest>();
    const scope = `${area}:${method === 'GET' || method === 'HEAD' ? 'read' : 'write'}`;
    if (!scopes.includes(scope)) throw coreErrors.ERR_TOKEN_SCOPE({ params: { scope } });
  }
}

import {
  type ArgumentMetadata,
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Param,
  type PipeTransform,
  SetMetadata,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Profile } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import { t } from '../i18n.js';

/** Who may call a route: a profile means that rank or higher, `super` a super-admin, `integration` a connection. */
export type AccessLevel = Profile | 'super' | 'integration';

export interface AccessRule {
  readonly public?: true;
  readonly allow?: AccessLevel;
}

export const ACCESS = 'atende:access';
export const PLAN = 'atende:plan';
export const PLATFORM = 'atende:platform';

/** The route is open without a token; its handler opens its own units of work. */
export const Public = () =>
  applyDecorators(SetMetadata<string, AccessRule>(ACCESS, { public: true }), ApiExtension('x-access', 'public'));

/** The route is open to this rank and higher. A route with neither this nor {@link Public} is rejected. */
export const Allow = (level: AccessLevel) =>
  applyDecorators(SetMetadata<string, AccessRule>(ACCESS, { allow: level }), ApiExtension('x-access', level));

/** The company's plan must have at least one of these flags. */
export const Plan = (...features: readonly string[]) =>
  applyDecorators(SetMetadata(PLAN, features), ApiExtension('x-plan', features.join(' or ')));

export const SCOPE = 'atende:scope';

/**
 * Opens the routes to service tokens that have the area's scope: `area:read` for GET, `area:write` for the others.
 * Routes without this decorator refuse service tokens.
 */
export const Scope = (area: string) => applyDecorators(SetMetadata(SCOPE, area), ApiExtension('x-scope', area));

export const CONNECTION_TOKENS = 'atende:connection-tokens';

/** Opens routes of sessions to the tokens of connections, too. */
export const ConnectionTokens = () =>
  applyDecorators(SetMetadata(CONNECTION_TOKENS, true), ApiExtension('x-connection-tokens', true));

export const PERSONAL = 'atende:personal';

/** The route concerns sign-in or personal data, so the platform's support sessions may not call it. */
export const Personal = () => SetMetadata(PERSONAL, true);

/** The handler works on the platform's own rows (plans, companies); use it only together with `@Allow('super')`. */
export const AsPlatform = () => SetMetadata(PLATFORM, true);

export const MANUAL_TRANSACTION = 'atende:own-unit';

/**
 * The handler opens its own units of work: around a call to an external service, so that no transaction waits for it,
 * or for each of many records that succeed or fail independently. `Idempotency-Key` does not apply, because it is part
 * of the request's transaction.
 */
export const ManualTransaction = () => SetMetadata(MANUAL_TRANSACTION, true);

const rank: Readonly<Record<Profile, number>> = { user: 0, supervisor: 1, admin: 2 };

/** Whether an actor has the rank of a level, or the flag `super`. */
export function hasLevel(actor: { profile: Profile; super: boolean }, level: AccessLevel): boolean {
  if (level === 'super') return actor.super;
  if (level === 'integration') return false;
  return rank[actor.profile] >= rank[level];
}

export class IdPipe implements PipeTransform<string, number> {
  transform(value: string, { data = 'id' }: Partial<ArgumentMetadata> = {}): number {
    const id = /^\d{1,15}$/.test(value) ? Number(value) : 0;
    if (id < 1)
      throw coreErrors.ERR_VALIDATION({
        fields: { [data]: t('Identificador inválido', 'Invalid id', 'Identificador inválido') },
      });
    return id;
  }
}

/** An id from the path: a positive whole number. @throws 400 ERR_VALIDATION */
export const IdParam = (name = 'id') => Param(name, IdPipe);

/** The value by which our own screens identify themselves, in a header and in the handshake of their sockets. */
export const adminClient = 'atende';

/** Whether the request comes from our own screens, for which some answers are smaller than for existing clients. */
export const IsAdminClient = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['x-client'] === adminClient,
);

/** The raw request, for handlers that need its headers. */
export const RawRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

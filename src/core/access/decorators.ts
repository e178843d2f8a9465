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

/** Who may call a route: a profile means that rank or higher, `super` the platform flag, `integration` the token of a connection. */
export type AccessLevel = Profile | 'super' | 'integration';

export interface AccessRule {
  readonly public?: true;
  readonly allow?: AccessLevel;
}

export const ACCESS = 'atende:access';
export const PLAN = 'atende:plan';
export const PLATFORM = 'atende:platform';

/** Open without a token; the handler opens its own units of work. */
export const Public = () =>
  applyDecorators(SetMetadata<string, AccessRule>(ACCESS, { public: true }), ApiExtension('x-access', 'public'));

/** Open to this rank and higher. A route with neither this nor {@link Public} is rejected. */
export const Allow = (level: AccessLevel) =>
  applyDecorators(SetMetadata<string, AccessRule>(ACCESS, { allow: level }), ApiExtension('x-access', level));

/** Needs one of the plan flags of these names. */
export const Plan = (...features: readonly string[]) =>
  applyDecorators(SetMetadata(PLAN, features), ApiExtension('x-plan', features.join(' or ')));

export const SCOPE = 'atende:scope';

/**
 * Opens the routes to service tokens that have the area's scope: `area:read` for GET, `area:write` for the others. A route
 * without it is closed to them.
 */
export const Scope = (area: string) => applyDecorators(SetMetadata(SCOPE, area), ApiExtension('x-scope', area));

export const CONNECTION_TOKENS = 'atende:connection-tokens';

/** Opens routes of sessions to the tokens of connections as well. */
export const ConnectionTokens = () =>
  applyDecorators(SetMetadata(CONNECTION_TOKENS, true), ApiExtension('x-connection-tokens', true));

export const PERSONAL = 'atende:personal';

/** About how people and programs sign in, or what a person says of themselves: closed to the platform's support in a company. */
export const Personal = () => SetMetadata(PERSONAL, true);

/** The handler works on the platform's own rows (plans, companies); only together with `@Allow('super')`. */
export const AsPlatform = () => SetMetadata(PLATFORM, true);

export const MANUAL_TRANSACTION = 'atende:own-unit';

/**
 * The handler opens its own units of work: around a call to an external service, so that no transaction waits for it, or
 * for each of many records that succeed and fail by themselves. `Idempotency-Key`, which is part of the request's
 * transaction, does not apply.
 */
export const ManualTransaction = () => SetMetadata(MANUAL_TRANSACTION, true);

const rank: Readonly<Record<Profile, number>> = { user: 0, supervisor: 1, admin: 2 };

/** Whether an actor reaches a level. */
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

/** A positive whole number from the path. @throws 400 ERR_VALIDATION */
export const IdParam = (name = 'id') => Param(name, IdPipe);

/** How our own screens name themselves, by a header and in the handshake of their sockets. */
export const adminClient = 'atende';

/** Whether the request comes from our own screens, which ask for less than existing clients read. */
export const IsAdminClient = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['x-client'] === adminClient,
);

/** The raw request, where a handler needs its headers. */
export const RawRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

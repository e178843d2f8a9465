import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy as CustomStrategy } from 'passport-custom';
import type { Actor } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import { IntegrationTokens, ServiceTokens, SessionResolver, serviceTokenPrefix } from './session-resolver.js';

/** Accepts a user's access token, whose session is then read from the database, or a service token. */
@Injectable()
export class JwtStrategy extends PassportStrategy(CustomStrategy, 'jwt') {
  constructor(
    private readonly sessions: SessionResolver,
    private readonly serviceTokens: ServiceTokens,
  ) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Actor> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (token.startsWith(serviceTokenPrefix)) {
      const program = await this.serviceTokens.resolve(token);
      if (!program) throw coreErrors.ERR_SERVICE_TOKEN();
      return program;
    }
    const actor = await this.sessions.resolve(token);
    if (!actor) throw coreErrors.ERR_SESSION_EXPIRED();
    return actor;
  }
}

/** Accepts the bearer token of a connection. */
@Injectable()
export class IntegrationStrategy extends PassportStrategy(CustomStrategy, 'integration') {
  constructor(private readonly tokens: IntegrationTokens) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Actor> {
    const token = /^Bearer ([0-9a-zA-Z]{16,128})$/i.exec(request.headers.authorization ?? '')?.[1];
    const program = token ? await this.tokens.resolve(token) : undefined;
    if (!program) throw coreErrors.ERR_CONNECTION_TOKEN();
    return program;
  }
}

import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy as CustomStrategy } from 'passport-custom';
import type { Actor, Integration } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import { IntegrationTokens, SessionResolver } from './session-resolver.js';

/** Access token of a user: its content, then the session as it is in the database now. */
@Injectable()
export class JwtStrategy extends PassportStrategy(CustomStrategy, 'jwt') {
  constructor(private readonly sessions: SessionResolver) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Actor> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const actor = await this.sessions.resolve(this.sessions.verify(token));
    if (!actor) throw coreErrors.ERR_SESSION_EXPIRED();
    return actor;
  }
}

/** Bearer token of an integration. */
@Injectable()
export class IntegrationStrategy extends PassportStrategy(CustomStrategy, 'integration') {
  constructor(private readonly tokens: IntegrationTokens) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Integration> {
    const token = /^Bearer ([0-9a-zA-Z]{16,128})$/.exec(request.headers.authorization ?? '')?.[1];
    const integration = token ? await this.tokens.resolve(token) : undefined;
    if (!integration) throw coreErrors.ERR_SESSION_EXPIRED();
    return integration;
  }
}

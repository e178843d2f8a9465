import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy as CustomStrategy } from 'passport-custom';
import type { Actor, ConnectionActor } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import { ConnectionTokens, SessionResolver } from './session-resolver.js';

/** Access token of a user: what it says, then the session as it is in the database now. */
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

/** Bearer token of a connection, for integrations. */
@Injectable()
export class ConnectionStrategy extends PassportStrategy(CustomStrategy, 'connection') {
  constructor(private readonly tokens: ConnectionTokens) {
    super();
  }

  async validate(request: FastifyRequest): Promise<ConnectionActor> {
    const token = /^Bearer ([0-9a-zA-Z]{16,128})$/.exec(request.headers.authorization ?? '')?.[1];
    const actor = token ? await this.tokens.resolveConnection(token) : undefined;
    if (!actor) throw coreErrors.ERR_SESSION_EXPIRED();
    return actor;
  }
}

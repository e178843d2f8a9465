import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy as CustomStrategy } from 'passport-custom';
import { ExtractJwt, Strategy as JwtStrategyBase } from 'passport-jwt';
import { AppConfig } from '../config/config.js';
import type { Actor, ConnectionActor } from '../context/context.js';
import { coreErrors } from '../errors/core-errors.js';
import { ConnectionTokens, SessionResolver, type TokenClaims } from './session-resolver.js';

export const jwtAlgorithm = 'HS256';

/** Access token of a user: pinned algorithm, then the session as it is in the database now. */
@Injectable()
export class JwtStrategy extends PassportStrategy(JwtStrategyBase, 'jwt') {
  constructor(
    config: AppConfig,
    private readonly sessions: SessionResolver,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: config.jwtSecret,
      algorithms: [jwtAlgorithm],
    });
  }

  async validate(claims: TokenClaims): Promise<Actor> {
    const actor = await this.sessions.resolve(claims);
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

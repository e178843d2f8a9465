import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type JwtModuleOptions, JwtService } from '@nestjs/jwt';
import type { ShownClaims, TokenClaims } from '../../../../core/access/session-resolver.js';
import { AppConfig } from '../../../../core/config/config.js';
import { AppError } from '../../../../core/errors/app-error.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';

const accessSeconds = 15 * 60;
const algorithm = 'HS256';

/** How access tokens are signed and checked. The key is created once; a string would be converted for each token. */
export function jwtOptions({ jwtSecret }: AppConfig): JwtModuleOptions {
  return {
    secret: createSecretKey(Buffer.from(jwtSecret)),
    signOptions: { algorithm },
    verifyOptions: { algorithms: [algorithm] },
  };
}

/** The content of a refresh cookie: the session, and how often it was refreshed. */
export interface RefreshClaims {
  readonly sid: string;
  readonly counter: number;
}

/** Creates and checks the two tokens of a session (behaviour.md §2). */
@Injectable()
export class Tokens {
  private readonly refreshKey: Buffer;

  constructor(
    private readonly jwt: JwtService,
    config: AppConfig,
  ) {
    this.refreshKey = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'atende refresh tokens', 32));
  }

  access(claims: TokenClaims & Partial<ShownClaims>, seconds = accessSeconds): string {
    return this.jwt.sign({ ...claims }, { expiresIn: seconds });
  }

  /** @throws 403 ERR_SESSION_EXPIRED, on which clients refresh and retry once */
  verify(token: string): TokenClaims {
    try {
      const { sid, userId } = this.jwt.verify<TokenClaims>(token);
      return { sid, userId };
    } catch (cause) {
      const error = new AppError('ERR_SESSION_EXPIRED', 403, coreErrors.ERR_SESSION_EXPIRED().text);
      error.cause = cause;
      throw error;
    }
  }

  /** Deterministic, so that a lost answer can be sent again. */
  refresh({ sid, counter }: RefreshClaims): string {
    return `${sid}.${counter}.${this.signature(sid, counter)}`;
  }

  readRefresh(token: string): RefreshClaims | undefined {
    const [, sid = '', digits = '', signature = ''] = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
    const counter = Number(digits);
    const expected = Buffer.from(this.signature(sid, counter));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) ? { sid, counter } : undefined;
  }

  private signature(sid: string, counter: number): string {
    return createHmac('sha256', this.refreshKey).update(`${sid}.${counter}`).digest('base64url');
  }
}

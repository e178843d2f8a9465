import { Body, Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allow, Public, RawRequest } from '../../../../core/access/decorators.js';
import { refreshCookie } from '../../../../core/access/session-resolver.js';
import { AppConfig, isLoopback } from '../../../../core/config/config.js';
import { Context } from '../../../../core/context.js';
import { LoginInput } from '../auth.dto.js';
import type { SessionUser } from '../sessions/auth.queries.js';
import { refreshDays } from '../sessions/sessions.queries.js';
import { AuthService, type Session, type SignedIn } from './auth.service.js';

@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly config: AppConfig,
    private readonly context: Context,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Public()
  @ApiOperation({
    summary:
      'Sign in: access token in the body, refresh token in the cookie jrt. 401 ERR_TWO_FACTOR_REQUIRED asks for a code; ERR_TWO_FACTOR_SETUP has secret and otpauth address in params, and a sign-in with a code of it answers recoveryCodes',
  })
  async login(
    @Body() input: LoginInput,
    @RawRequest() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Session> {
    const origin = { address: request.ip, userAgent: request.headers['user-agent'] };
    return this.answer(await this.auth.login(input, origin), reply);
  }

  @Post('refresh_token')
  @HttpCode(200)
  @Public()
  @ApiOperation({ summary: 'New access token by the cookie jrt, which is rotated' })
  async refresh(
    @RawRequest() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Session> {
    return this.answer(await this.auth.refresh(request.cookies[refreshCookie]), reply);
  }

  @Delete('logout')
  @Allow('user')
  @ApiOperation({ summary: 'End the session' })
  async logout(@Res({ passthrough: true }) reply: FastifyReply): Promise<Record<string, never>> {
    const { support } = this.context.actor;
    await this.auth.logout();
    // the cookie belongs to the super-admin's own session, which continues
    if (!support) void reply.clearCookie(refreshCookie, { path: '/' });
    return {};
  }

  @Get('me')
  @Allow('user')
  @ApiOperation({ summary: 'The user of the session' })
  me(): Promise<SessionUser> {
    return this.auth.me();
  }

  private answer({ refreshToken, ...session }: SignedIn, reply: FastifyReply): Session {
    const { hostname, protocol } = new URL(this.config.publicUrl);
    const crossSite = this.config.corsOrigins.length > 0;
    void reply.header('Cache-Control', 'no-store').setCookie(refreshCookie, refreshToken, {
      path: '/',
      httpOnly: true,
      // browsers drop a secure cookie over plain http from another machine; the server warns of this at its start
      secure: protocol === 'https:' || !isLoopback(hostname),
      sameSite: crossSite && protocol === 'https:' ? 'none' : 'lax',
      maxAge: refreshDays * 24 * 3600,
    });
    return session;
  }
}

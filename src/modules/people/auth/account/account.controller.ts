import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Allow, IdParam, Personal, RawRequest } from '../../../../core/access/decorators.js';
import { PasswordInput, TwoFactorCodeInput } from '../auth.dto.js';
import { InvitationsService } from '../password-reset/invitations.service.js';
import {
  type RecoveryCodes,
  TwoFactorService,
  type TwoFactorSetup,
  type TwoFactorState,
} from '../two-factor/two-factor.service.js';
import { AccountSessionsService, type EndedSessions, type SessionView } from './account-sessions.service.js';

/** Routes by which users manage their own sign-in, and managers that of others. */
@ApiTags('auth')
@Controller()
@Personal()
export class AccountController {
  constructor(
    private readonly sessions: AccountSessionsService,
    private readonly twoFactor: TwoFactorService,
    private readonly invitations: InvitationsService,
  ) {}

  @Get('auth/sessions')
  @Allow('user')
  @ApiOperation({ summary: 'Where the caller is signed in, the last used first; at most 20' })
  list(): Promise<SessionView[]> {
    return this.sessions.list();
  }

  @Delete('auth/sessions')
  @Allow('user')
  @ApiOperation({ summary: 'End all sessions of the caller but this one' })
  endOthers(): Promise<EndedSessions> {
    return this.sessions.endOthers();
  }

  @Delete('auth/sessions/:id')
  @Allow('user')
  @ApiOperation({ summary: 'End one session of the caller' })
  endOne(@IdParam() id: number): Promise<EndedSessions> {
    return this.sessions.endOne(id);
  }

  @Delete('users/:id/sessions')
  @Allow('admin')
  @ApiOperation({ summary: 'End all sessions of a user' })
  endAllOf(@IdParam() id: number): Promise<EndedSessions> {
    return this.sessions.endAllOf(id);
  }

  @Get('auth/two-factor')
  @Allow('user')
  @ApiOperation({ summary: 'Whether the caller signs in in two steps, and whether the company requires it' })
  state(): Promise<TwoFactorState> {
    return this.twoFactor.state();
  }

  @Post('auth/two-factor')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'A secret for the authenticator app, by the own password; in force once it is confirmed' })
  begin(@Body() { password }: PasswordInput): Promise<TwoFactorSetup> {
    return this.twoFactor.begin(password);
  }

  @Post('auth/two-factor/confirm')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Turn two-step verification on by a code of the app; answers the recovery codes, once' })
  confirm(@Body() { code }: TwoFactorCodeInput): Promise<RecoveryCodes> {
    return this.twoFactor.confirm(code);
  }

  @Post('auth/two-factor/disable')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'Turn two-step verification off, by the own password' })
  async disable(@Body() { password }: PasswordInput): Promise<Record<string, never>> {
    await this.twoFactor.disable(password);
    return {};
  }

  @Post('auth/two-factor/recovery-codes')
  @HttpCode(200)
  @Allow('user')
  @ApiOperation({ summary: 'New recovery codes in place of the old ones, by the own password; answered once' })
  renewCodes(@Body() { password }: PasswordInput): Promise<RecoveryCodes> {
    return this.twoFactor.renewCodes(password);
  }

  @Delete('users/:id/two-factor')
  @Allow('admin')
  @ApiOperation({
    summary: 'Remove the two-step verification of a user who lost the phone; of another company for super-admins',
  })
  async reset(@IdParam() id: number): Promise<Record<string, never>> {
    await this.twoFactor.reset(id);
    return {};
  }

  @Post('users/:id/invitation')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Send the invitation of a user without a password again' })
  async invite(@IdParam() id: number, @RawRequest() request: FastifyRequest): Promise<Record<string, never>> {
    await this.invitations.resend(id, request.ip);
    return {};
  }
}

import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public, RawRequest } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { ForgotPasswordInput, ResetPasswordInput } from '../auth.dto.js';
import { PasswordResetService } from './password-reset.service.js';

export interface PasswordResetAnswer {
  /** Existing clients read this instead of the HTTP status, which is 200 even for an unknown e-mail. */
  readonly status: number;
  readonly message: string;
  readonly error?: string;
  readonly code?: string;
}

const texts = {
  sent: t('Email enviado com sucesso!', 'E-mail sent!', '¡Correo enviado con éxito!'),
  unknown: t('Email não encontrado', 'E-mail not found', 'Correo electrónico no encontrado'),
  done: t('Senha redefinida com sucesso.', 'Password reset.', 'Contraseña restablecida con éxito.'),
};

@ApiTags('auth')
@Controller()
export class PasswordResetController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly context: Context,
  ) {}

  @Post('forgetpassword/:email')
  @HttpCode(200)
  @Public()
  @ApiOperation({ summary: 'Have a code for a new password sent by mail' })
  async request(
    @Param() { email }: ForgotPasswordInput,
    @RawRequest() request: FastifyRequest,
  ): Promise<PasswordResetAnswer> {
    if (await this.resets.request(email, request.ip)) return this.answer(texts.sent);
    const error = texts.unknown[this.context.locale];
    return { status: 404, message: error, error, code: 'ERR_NO_USER_FOUND' };
  }

  @Post('resetpasswords/:email/:token/:password')
  @HttpCode(200)
  @Public()
  @ApiOperation({ summary: 'Set a new password by the code, for older clients', deprecated: true })
  resetByPath(@Param() input: ResetPasswordInput, @RawRequest() request: FastifyRequest): Promise<PasswordResetAnswer> {
    return this.reset(input, request);
  }

  @Post('auth/reset')
  @HttpCode(200)
  @Public()
  @ApiOperation({ summary: 'Set a new password by the code; ends every session of the account' })
  async reset(@Body() input: ResetPasswordInput, @RawRequest() request: FastifyRequest): Promise<PasswordResetAnswer> {
    await this.resets.reset(input, request.ip);
    return this.answer(texts.done);
  }

  private answer(text: Localized): PasswordResetAnswer {
    return { status: 200, message: text[this.context.locale] };
  }
}

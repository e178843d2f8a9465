import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public, RawRequest } from '../../../../core/access/decorators.js';
import type { CompanyRecord } from '../../../platform/companies/registration/companies.service.js';
import { SignupInput } from '../users.dto.js';
import { SignupService } from './signup.service.js';

@ApiTags('auth')
@Controller()
export class SignupController {
  constructor(private readonly signup: SignupService) {}

  /** Older clients use the first path (behaviour.md §2). */
  @Post(['companies/cadastro', 'auth/signup'])
  @Public()
  @ApiOperation({ summary: 'Open a company with its first manager, for a trial' })
  open(@Body() input: SignupInput, @RawRequest() request: FastifyRequest): Promise<CompanyRecord> {
    return this.signup.signUp(input, request.ip);
  }
}

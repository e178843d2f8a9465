import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam, ManualTransaction } from '../../../../core/access/decorators.js';
import { AuthService, type Session } from './auth.service.js';

@Controller('companies')
export class EnterCompanyController {
  constructor(private readonly auth: AuthService) {}

  @Post(':id/enter')
  @HttpCode(200)
  @Allow('super')
  @ManualTransaction()
  @ApiOperation({ summary: 'A session of 30 minutes as the manager of a company, which cannot be refreshed' })
  enter(@IdParam() id: number): Promise<Session> {
    return this.auth.enterCompany(id);
  }
}

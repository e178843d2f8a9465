import { Controller, Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam } from '../../core/access/decorators.js';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { type CompanyUsage, Usage } from './usage.service.js';

@Controller('companies')
export class UsageController {
  constructor(
    private readonly usage: Usage,
    private readonly context: Context,
    private readonly db: Db,
  ) {}

  @Get(':id/usage')
  @Allow('admin')
  @ApiOperation({ summary: 'Plan, limits and usage per month of a company; of another company for super-admins only' })
  get(@IdParam() id: number): Promise<CompanyUsage> {
    const { super: platform, companyId } = this.context.actor;
    const read = (): Promise<CompanyUsage> => this.usage.of(id);
    return platform && id !== companyId ? this.db.runAs(id, read) : read();
  }
}

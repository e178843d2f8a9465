import { Controller, Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, IdParam } from '../../../../core/access/decorators.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import { type CompanyUsage, UsageService } from './usage.service.js';

@Controller('companies')
export class UsageController {
  constructor(
    private readonly usage: UsageService,
    private readonly companies: CompaniesService,
  ) {}

  @Get(':id/usage')
  @Allow('admin')
  @ApiOperation({ summary: 'Plan, limits and usage per month of a company; of another company for super-admins only' })
  get(@IdParam() id: number): Promise<CompanyUsage> {
    return this.companies.inCompany(id, () => this.usage.of(id));
  }
}

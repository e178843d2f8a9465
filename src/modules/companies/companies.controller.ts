import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, AsPlatform, Id } from '../../core/access/decorators.js';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { CompaniesService } from './companies.service.js';

@ApiTags('companies')
@Controller('companies')
export class CompaniesController {
  constructor(
    private readonly companies: CompaniesService,
    private readonly context: Context,
    private readonly db: Db,
  ) {}

  @Get('list')
  @Allow('super')
  @AsPlatform()
  @ApiOperation({ summary: 'All companies' })
  all(): Promise<object[]> {
    return this.companies.all();
  }

  @Get('listPlan/:id')
  @Allow('user')
  @ApiOperation({ summary: 'Plan of a company with its flags; of another company for super-admins only' })
  plan(@Id() id: number): Promise<object> {
    const { super: platform, companyId } = this.context.actor;
    const read = (): Promise<object> => this.companies.planOf(id);
    // the row fence makes another company a 404
    return platform && id !== companyId ? this.db.asPlatform(read) : read();
  }
}

import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, AsPlatform, IdParam } from '../../../../core/access/decorators.js';
import { WorkingHoursInput } from '../working-hours/working-hours.dto.js';
import { WorkingHoursService, type WorkingHoursView } from '../working-hours/working-hours.service.js';
import { CompaniesService, type CompanyPlan, type CompanyRecord } from './companies.service.js';

@Controller('companies')
export class CompaniesController {
  constructor(
    private readonly companies: CompaniesService,
    private readonly hours: WorkingHoursService,
  ) {}

  @Get('listPlan/:id')
  @Allow('user')
  @ApiOperation({ summary: 'Plan of a company with its flags; of another company for super-admins only' })
  plan(@IdParam() id: number): Promise<CompanyPlan> {
    return this.companies.inCompany(id, () => this.companies.planOf(id));
  }

  @Get(':id')
  @Allow('admin')
  @ApiOperation({ summary: 'One company with its working hours; another one for super-admins only' })
  get(@IdParam() id: number): Promise<CompanyRecord & WorkingHoursView> {
    return this.companies.inCompany(id, async () => ({
      ...(await this.companies.get(id)),
      ...(await this.hours.get(id)),
    }));
  }

  @Get(':id/schedules')
  @Allow('admin')
  @ApiOperation({ summary: 'Working hours of a company; of another company for super-admins only' })
  schedules(@IdParam() id: number): Promise<WorkingHoursView> {
    return this.companies.inCompany(id, () => this.hours.get(id));
  }

  @Put(':id/schedules')
  @Allow('admin')
  @ApiOperation({ summary: 'Change the working hours of the days that are given, and the time zone' })
  updateSchedules(@IdParam() id: number, @Body() input: WorkingHoursInput): Promise<WorkingHoursView> {
    return this.companies.inCompany(id, () => this.hours.update(id, input));
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Allow('super')
  @AsPlatform()
  @ApiOperation({ summary: 'Undo a deletion that was asked for without a confirmation, within its seven days' })
  restore(@IdParam() id: number): Promise<CompanyRecord> {
    return this.companies.restore(id);
  }

  @Post(':id/renew')
  @HttpCode(200)
  @Allow('super')
  @AsPlatform()
  @ApiOperation({ summary: 'Move the due date of a company by one period of its recurrence' })
  renew(@IdParam() id: number): Promise<CompanyRecord> {
    return this.companies.renew(id);
  }
}

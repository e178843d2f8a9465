import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Allow, Scope } from '../../../../core/access/decorators.js';
import { type HolidayRecord, HolidaysService } from './holidays.service.js';

@Controller('holidays')
@Scope('queues')
export class HolidaysController {
  constructor(private readonly holidays: HolidaysService) {}

  @Post('national')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Add the national holidays of Brazil that the company does not have; answers those added' })
  importNational(): Promise<HolidayRecord[]> {
    return this.holidays.importNational();
  }
}

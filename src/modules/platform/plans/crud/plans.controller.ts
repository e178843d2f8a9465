import { Controller, Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Public } from '../../../../core/access/decorators.js';
import { Db } from '../../../../core/database/db.js';
import { type PlanOffer, PlansService } from './plans.service.js';

@Controller('plans')
export class PlansController {
  constructor(
    private readonly db: Db,
    private readonly plans: PlansService,
  ) {}

  @Get('list')
  @Public()
  @ApiOperation({ summary: 'Public plans, for the sign-up screen' })
  offers(): Promise<PlanOffer[]> {
    return this.db.asPlatform(() => this.plans.offers());
  }
}

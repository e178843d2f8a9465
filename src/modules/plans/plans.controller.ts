import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, AsPlatform, Public } from '../../core/access/decorators.js';
import { Db } from '../../core/database/db.js';
import { Plan, planFeatures } from './plan.entity.js';

/** What a visitor may know of a plan. */
type PlanOffer = Pick<
  Plan,
  'id' | 'name' | 'users' | 'connections' | 'queues' | 'value' | (typeof planFeatures)[number]
>;

const offered = ['id', 'name', 'users', 'connections', 'queues', 'value', ...planFeatures] as const;

@ApiTags('plans')
@Controller('plans')
export class PlansController {
  constructor(private readonly db: Db) {}

  @Get('list')
  @Public()
  @ApiOperation({ summary: 'Public plans, for the sign-up screen' })
  offers(): Promise<PlanOffer[]> {
    return this.db.asPlatform(() => this.read({ isPublic: true }));
  }

  @Get('all')
  @Allow('super')
  @AsPlatform()
  @ApiOperation({ summary: 'All plans' })
  all(): Promise<PlanOffer[]> {
    return this.read({});
  }

  private async read(where: Partial<Pick<Plan, 'isPublic'>>): Promise<PlanOffer[]> {
    const plans = await this.db.em.find(Plan, where, { orderBy: { name: 'asc' } });
    return plans.map((plan) => Object.fromEntries(offered.map((name) => [name, plan[name]])) as unknown as PlanOffer);
  }
}

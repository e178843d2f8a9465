import { Injectable } from '@nestjs/common';
import { Db } from '../../core/database/db.js';
import { Plan, type PlanFeature, planFeatures } from './plan.entity.js';

const offered = ['id', 'name', 'users', 'connections', 'queues', 'value', ...planFeatures] as const;

/** What a visitor may know of a plan. */
export type PlanOffer = Pick<Plan, 'id' | 'name' | 'users' | 'connections' | 'queues' | 'value' | PlanFeature>;

@Injectable()
export class PlansService {
  constructor(private readonly db: Db) {}

  /** The public plans. */
  async offers(): Promise<PlanOffer[]> {
    const plans = await this.db.em.find(Plan, { isPublic: true }, { orderBy: { name: 'asc' } });
    return plans.map((plan) => Object.fromEntries(offered.map((name) => [name, plan[name]])) as unknown as PlanOffer);
  }

  async isPublic(id: number): Promise<boolean> {
    return (await this.db.em.count(Plan, { id, isPublic: true })) > 0;
  }
}
